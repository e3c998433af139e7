import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { wholeMailsTo } from '../../../test/campaign-stage.ts';
import { eventually } from '../../../test/eventually.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { messageStage, post } from '../../../test/message-stage.ts';
import { tellUnread } from './tell-unread.ts';

describe('a mail about what is unread', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  /** Looks as the job does, so many hours from now. */
  const look = async (hours: number): Promise<void> => {
    const clock = { now: () => new Date(server.clock.now().getTime() + hours * HOUR_MS) };
    await tellUnread({ ...server.deps, clock }, AbortSignal.timeout(60_000));
  };
  const toldAt = async ({ user_id }: { user_id: string }) =>
    await server.deps.db.maybeOne<{ told_at: Date }>(
      sql`SELECT told_at FROM message_digests WHERE user_id = ${user_id}`,
    );
  const mailsAbout = async (address: string) =>
    (await wholeMailsTo(server, address)).filter(
      ({ text }) => text?.includes('/unsubscribe/unread') === true,
    );

  test('comes after hours, once a day at most, says how much and not what, and how to stop it', async () => {
    const stage = await messageStage(server);
    const { athlete, head, messages, comments } = stage;
    await post(stage, messages, head, 'Your ferritin is low.');
    await post(stage, comments, head, 'Well done.');
    await look(5);
    assert.equal(await toldAt(athlete), null);
    await look(7);
    const [mail] = await eventually(
      () => mailsAbout(athlete.email),
      (mails) => mails.length > 0,
    );
    assert.ok(mail !== undefined);
    assert.ok(
      mail.subject?.startsWith('2 ') && !mail.text?.includes('ferritin') && !mail.text?.includes('Well'),
    );
    const link = /https?:\S+\/unsubscribe\/unread\?token=\S+/.exec(mail.text ?? '')?.[0] ?? '';
    assert.ok(
      mail.headers.some(
        ({ key, value }) => key === 'list-unsubscribe' && value.includes('/unsubscribe/unread'),
      ),
    );
    const first = await toldAt(athlete);
    await look(8);
    await post(stage, messages, head, 'And again.');
    await look(20);
    assert.deepEqual(await toldAt(athlete), first, 'once a day');
    const settingOf = async () => {
      const { body } = await server.request('GET', `/api/v1/users/${athlete.user_id}`, {
        token: athlete.token,
      });
      return body.data.notification_settings.unread_mail;
    };
    assert.equal((await fetch(link)).status, 200);
    assert.equal(await settingOf(), true, 'opening it only asks');
    assert.equal((await fetch(link, { method: 'POST' })).status, 200);
    assert.equal(await settingOf(), false);
    await look(32);
    assert.notDeepEqual(await toldAt(athlete), first, 'there is something new');
    const told = await eventually(
      async () =>
        (
          await server.deps.db.executeSql(`SELECT 1 FROM notifications WHERE type = 'messages_unread'
        AND user_id = '${athlete.user_id}'`)
        ).rows.length,
      (count) => count > 0,
    );
    assert.equal(told, 1, 'who has stopped it is told nothing');
  });

  test('does not come to who has read everything, nor twice of the same', async () => {
    const stage = await messageStage(server);
    const { athlete, head, messages } = stage;
    const { id, thread_id } = await post(stage, messages, athlete, 'Hello.');
    const read = await server.request('PUT', `/api/v1/threads/${thread_id}/read`, {
      token: head.token,
      body: { post_id: id },
    });
    assert.equal(read.status, 200);
    await Promise.all([look(7), look(7)]);
    assert.equal(await toldAt(head), null);
    const first = await toldAt(stage.assistant);
    assert.ok(first !== null);
    await look(50);
    assert.deepEqual(await toldAt(stage.assistant), first, 'nothing has come since');
  });
});
