import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type FcmSandbox, startFcm } from '../../../../sandbox/fcm/start-fcm.ts';
import { startWebPush, type WebPushSandbox } from '../../../../sandbox/web-push/start-web-push.ts';
import { sizeOfPush } from '../../../infra/push/index.ts';
import { campaignIn, createCampaign, tallyOf } from '../../../test/campaign-stage.ts';
import { eventually } from '../../../test/eventually.ts';
import { addMember, type TestUser } from '../../../test/factories.ts';
import { startTestServer } from '../../../test/harness.ts';
import { openPushStage, type PushStage } from '../../../test/push-stage.ts';

/** The most that push services for browsers accept, encrypted. */
const MOST_BYTES = 4_096;
const MOST_OF_PUSH = 3_993;

/** Texts that have more bytes than characters, or more bytes in JSON than plain. */
const HOSTILE = ['走', '👨‍👩‍👧‍👦', 'e\u0301\u0323', '\u2028\ud83c\udff4', '\\"', '\n\t:'];

/** A text, mostly of `unit`, so that title, text and data, with what the server adds, have this many bytes as JSON. */
function textOfSize(
  unit: string,
  size: number,
  said: { title: string; data: Record<string, string> },
): string {
  const room = size - sizeOfPush({ ...said, body: '' });
  const each = sizeOfPush({ ...said, body: unit }) - sizeOfPush({ ...said, body: '' });
  const text = `x${unit.repeat(Math.floor((room - 2) / each))}`;
  return text + 'x'.repeat(size - sizeOfPush({ ...said, body: text }));
}

describe('a push of many bytes', () => {
  let fcm: FcmSandbox;
  let web: WebPushSandbox;
  let stage: PushStage;
  let runner: TestUser;
  let browser: ReturnType<WebPushSandbox['subscribe']>;
  const phone = `ok-${randomUUID()}`;
  before(async () => {
    [fcm, web] = await Promise.all([startFcm(), startWebPush()]);
    stage = await openPushStage(await startTestServer({ ...fcm.env(), ...web.env() }));
    runner = await addMember(stage.server, stage.club);
    await eventually(
      async () => (await stage.ask('GET', '/center/counts', runner)).body.total,
      (total) => total === 1,
    );
    browser = web.subscribe();
    for (const device of [
      { token: phone, platform: 'android' },
      { token: browser.token, platform: 'web' },
    ])
      assert.equal((await stage.ask('POST', '/tokens/device', runner, device)).status, 201);
  });
  after(async () => {
    await stage.server.stop();
    await Promise.all([fcm.stop(), web.stop()]);
  });

  function arrived(): { title: string; body: string; data: object } {
    const [last] = browser.messages().slice(-1);
    const [to_phone] = fcm.messages.to(phone).slice(-1);
    const read = JSON.parse(last?.text ?? '{}');
    assert.deepEqual(
      [to_phone?.notification, to_phone?.data],
      [{ title: read.title, body: read.body }, read.data],
    );
    return read;
  }

  test('arrives where it has as many as there can be, and with one more is refused by what is too long', async () => {
    const { ask, admin } = stage;
    const { user_id } = runner;
    const title = '走る"';
    const ways = [
      { path: '/direct-push', field: 'message', to: { user_id }, type: 'direct' },
      { path: '/push', field: 'body', to: { user_id }, type: 'direct' },
      { path: '/push', field: 'message', to: { topic: 'general' }, type: 'topic' },
    ] as const;
    for (const [n, unit] of HOSTILE.entries()) {
      const { path, field, to, type } = ways[n % ways.length] ?? ways[0];
      const data = { 開く: '/行事曆' };
      const body = textOfSize(unit, MOST_OF_PUSH, { title, data: { ...data, type } });
      const before = web.pushes.list().length;
      const sent = await ask('POST', path, admin, { ...to, title, [field]: body, data });
      assert.ok(sent.status === 200 || sent.status === 202, JSON.stringify(sent.body));
      await eventually(
        async () => web.pushes.list().length + fcm.messages.to(phone).length,
        (count) => count === 2 * (before + 1),
      );
      assert.deepEqual(arrived(), { title, body, data: { ...data, type } });
      assert.deepEqual(web.pushes.list().at(-1)?.bytes, MOST_BYTES);
      const more = await ask('POST', path, admin, { ...to, title, [field]: `${body}x`, data });
      assert.equal(more.status, 400);
      const [detail, ...others] = more.body.details;
      assert.deepEqual([detail.path, others], [field, []]);
      assert.match(
        detail.message,
        /^must become 1 byte shorter, of 3,\d{3}: title, text and data have 3,994 together/,
      );
    }
  });

  test('of a campaign begins as the campaign does, whatever it is written in: nothing is too long', async () => {
    const { server, club } = stage;
    for (const unit of HOSTILE) {
      const inTitle = unit.replace(/\s/g, '') || '走';
      const title = inTitle.repeat(120 / [...inTitle].length);
      const body = `x${unit.repeat(Math.floor(3_998 / [...unit].length))}x`;
      const written = await createCampaign(server, club, { title, body, channels: ['push'] });
      const { deliveries } = await campaignIn(server, club, written, 'sent');
      assert.deepEqual(tallyOf({ deliveries }, 'push'), { recipients: 1, sent: 1 });
      const push = arrived();
      for (const [text, whole] of [
        [push.title, title],
        [push.body, body],
      ] as const)
        assert.ok(text === whole || whole.startsWith(text.replace(/…$/u, '')), text);
      assert.ok(push.body.length > 200 && (web.pushes.list().at(-1)?.bytes ?? MOST_BYTES) <= MOST_BYTES);
    }
  });
});
