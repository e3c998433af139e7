import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newId } from '../../../shared/ids.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { type AskNotifications, askNotifications } from '../../../test/ask-notifications.ts';
import {
  addMember,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';

const NOTHING = { quiet_hours: null, campaign_opt_outs: [] };
const SETTINGS = '/settings';

let server: TestServer;
let ask: AskNotifications;
before(async () => {
  server = await testServer();
  ask = askNotifications(server);
});

const change = (user: TestUser, body: object) => ask('PATCH', SETTINGS, user, body);

async function settingsOf(user: TestUser) {
  const { status, body } = await ask('GET', SETTINGS, user);
  assert.deepEqual([status, body.status], [200, 'ok']);
  return body.data;
}

describe('quiet hours', () => {
  test('are chosen, changed and given up by their owner, and are in their data', async () => {
    const [user, other] = [await signUp(server), await signUp(server)];
    assert.deepEqual(await settingsOf(user), NOTHING);

    const night = { start: '22:00', end: '07:00' };
    const wrong = await change(user, { quiet_hours: { ...night, note: 'no field' } });
    assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, 'quiet_hours.note']);
    const chosen = await change(user, { quiet_hours: night });
    assert.deepEqual([chosen.status, chosen.body.data], [200, { ...NOTHING, quiet_hours: night }]);
    const day = { start: '00:00', end: '23:59' };
    assert.deepEqual((await change(user, { quiet_hours: day })).body.data.quiet_hours, day);
    assert.deepEqual((await change(user, {})).body.data.quiet_hours, day, 'what is left out stays');
    assert.deepEqual(await settingsOf(user), { ...NOTHING, quiet_hours: day });
    assert.deepEqual(await settingsOf(other), NOTHING);

    const { records } = await takeOut(server, user);
    const [kept] = records('notification_settings.json');
    assert.deepEqual(kept.quiet_hours, day);

    assert.deepEqual((await change(user, { quiet_hours: null })).body.data, NOTHING);
    assert.deepEqual(await settingsOf(user), NOTHING);
  });

  test('have a beginning and another end, both of the clock', async () => {
    const user = await signUp(server);
    const wrong: readonly [object, string][] = [
      [{ start: '24:00', end: '07:00' }, 'quiet_hours.start: must be a time of day such as 22:00'],
      [{ start: '22:00', end: '7:00' }, 'quiet_hours.end: must be a time of day such as 22:00'],
      [{ start: '22:00', end: '07:60' }, 'quiet_hours.end: must be a time of day such as 22:00'],
      [{ start: '22:00', end: '7 am' }, 'quiet_hours.end: must be a time of day such as 22:00'],
      [{ start: '22:00' }, 'quiet_hours.end: is required'],
      [{ start: '22:00', end: '22:00' }, 'quiet_hours.end: must be another time than start'],
    ];
    for (const [quiet_hours, says] of wrong) {
      const { status, body } = await change(user, { quiet_hours });
      assert.equal(status, 400, JSON.stringify(quiet_hours));
      assert.ok(body.error.startsWith(says), body.error);
    }
    assert.deepEqual(await settingsOf(user), NOTHING);
  });

  test('of two changes at once are those of one', async () => {
    const user = await signUp(server);
    const some = ['20:00', '21:00', '22:00'].map((start) => ({ start, end: '06:00' }));
    const answers = await Promise.all(some.map((quiet_hours) => change(user, { quiet_hours })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const { quiet_hours } = await settingsOf(user);
    assert.ok(some.some(({ start }) => start === quiet_hours.start) && quiet_hours.end === '06:00');
  });
});

describe('campaigns of an organization', () => {
  const optOut = (user: TestUser, org_id: string) => ask('PUT', `${SETTINGS}/opt-outs/${org_id}`, user);
  const optIn = (user: TestUser, org_id: string) => ask('DELETE', `${SETTINGS}/opt-outs/${org_id}`, user);
  const optedOutOf = async (user: TestUser): Promise<string[]> =>
    (await settingsOf(user)).campaign_opt_outs.map(({ org_id }: { org_id: string }) => org_id);

  test('are refused and taken back, by who belongs to it', async (t) => {
    t.after(() => server.clock.reset());
    const [one, two] = [await createOrganization(server), await createOrganization(server)];
    const runner = await addMember(server, one);
    await addMember(server, two, { user: runner });
    const first = await optOut(runner, one.org_id.toUpperCase());
    const [{ opted_out_at, ...rest }] = first.body.data.campaign_opt_outs;
    assert.deepEqual([first.status, rest], [200, { org_id: one.org_id, org_name: one.name }]);
    server.clock.advance(HOUR_MS);
    const [again] = (await optOut(runner, one.org_id)).body.data.campaign_opt_outs;
    assert.equal(again.opted_out_at, opted_out_at, 'as it was said first');
    await optOut(runner, two.org_id);
    assert.deepEqual(await optedOutOf(runner), [two.org_id, one.org_id], 'the newest first');
    const { records } = await takeOut(server, runner);
    const [kept] = records('notification_settings.json');
    assert.deepEqual(
      kept.campaign_opt_outs.map((out: { org_id: string }) => out.org_id),
      [two.org_id, one.org_id],
    );
    assert.deepEqual((await optIn(runner, one.org_id)).body.data, await settingsOf(runner));
    assert.deepEqual(await optedOutOf(runner), [two.org_id]);
    assert.equal((await optIn(runner, one.org_id)).status, 404);
    assert.deepEqual(await optedOutOf(one.coach), [], 'nobody else’s');
    assert.equal((await optOut(one.coach, one.org_id)).status, 200, 'coaches are in it as well');
  });

  test('of one they do not belong to are as those of none', async () => {
    const club = await createOrganization(server);
    const [stranger, admin] = [await signUp(server), await signUp(server)];
    await grantAdmin(server, admin.user_id);
    for (const user of [stranger, admin]) {
      const theirs = await optOut(user, club.org_id);
      const nobodys = await optOut(user, newId());
      assert.deepEqual([theirs.status, theirs.body.error], [404, nobodys.body.error]);
    }
  });

  test('stay refused by who leaves, until they take it back or it is no more', async () => {
    const [club, other] = [await createOrganization(server), await createOrganization(server)];
    const runner = await addMember(server, club);
    await addMember(server, other, { user: runner });
    for (const { org_id } of [club, other]) await optOut(runner, org_id);
    await leave(runner, club);
    assert.deepEqual((await optedOutOf(runner)).toSorted(), [club.org_id, other.org_id].toSorted());
    assert.equal((await optOut(runner, club.org_id)).status, 404);
    assert.equal((await optIn(runner, club.org_id)).status, 200);
    const { token } = other.coach;
    const path = `/api/v1/organizations/${other.org_id}`;
    const gone = await server.request('DELETE', path, { token, body: { org_name: other.name } });
    assert.equal(gone.status, 200);
    assert.deepEqual(await optedOutOf(runner), []);
  });

  async function leave(user: TestUser, { org_id }: TestOrganization): Promise<void> {
    const path = `/api/v1/organizations/${org_id}/members/${user.user_id}`;
    assert.equal((await server.request('DELETE', path, { token: user.token })).status, 200);
  }
});

describe('topics', () => {
  const topicsOf = async (user: TestUser): Promise<string[]> =>
    (await ask('GET', '/topics', user)).body.data.topics.map(({ topic }: { topic: string }) => topic);
  const at = (topic: string): string => `/topics/${encodeURIComponent(topic)}`;

  test('are chosen and left, by name, whatever it is', async (t) => {
    t.after(() => server.clock.reset());
    const [user, other] = [await signUp(server), await signUp(server)];
    assert.deepEqual(await topicsOf(user), []);
    const longest = 'z'.repeat(900);
    const first = await ask('PUT', at('trail-news'), user);
    assert.deepEqual([first.status, first.body.data.topic], [200, 'trail-news']);
    server.clock.advance(HOUR_MS);
    const again = await ask('PUT', at('trail-news'), user);
    assert.deepEqual([again.status, again.body.data], [200, first.body.data]);
    for (const topic of ['A%2F~b.c_d', longest, '__proto__']) {
      assert.equal((await ask('PUT', at(topic), user)).body.data.topic, topic);
    }
    assert.deepEqual(await topicsOf(user), ['A%2F~b.c_d', '__proto__', 'trail-news', longest]);
    assert.deepEqual(await topicsOf(other), []);
    const { records } = await takeOut(server, user);
    assert.deepEqual(
      records('topics.json').map(({ topic }) => topic),
      await topicsOf(user),
    );

    assert.equal((await ask('DELETE', at('trail-news'), other)).status, 404, 'each their own');
    assert.equal((await ask('DELETE', at('trail-news'), user)).status, 200);
    assert.equal((await ask('DELETE', at('trail-news'), user)).status, 404);
    assert.deepEqual(await topicsOf(user), ['A%2F~b.c_d', '__proto__', longest]);
  });

  test('that are none, or come by themselves, are refused', async () => {
    const user = await signUp(server);
    const club = await createOrganization(server);
    for (const method of ['PUT', 'DELETE']) {
      for (const topic of ['trail news', 'ä', 'a/b', 'a\0', 'z'.repeat(901)]) {
        const { status, body } = await ask(method, at(topic), user);
        assert.equal(status, 400, topic);
        assert.match(body.error, /^topic: must have 1 to 900 characters/);
      }
      for (const topic of ['general', 'org-', `org-${club.org_id}`]) {
        const { status, body } = await ask(method, at(topic), user);
        assert.equal(status, 400, topic);
        assert.match(body.error, /^topic: must be another than general/);
      }
    }
    assert.deepEqual(await topicsOf(user), []);
  });

  test('are fifty at the most, also when many are chosen at once', async () => {
    const user = await signUp(server);
    const names = Array.from({ length: 49 }, (_, index) => `topic-${index}`);
    for (const name of names) assert.equal((await ask('PUT', at(name), user)).status, 200);
    const more = await Promise.all(['a', 'b', 'c'].map((name) => ask('PUT', at(name), user)));
    assert.deepEqual(more.map(({ status }) => status).toSorted(), [200, 409, 409]);
    assert.match(more.find(({ status }) => status === 409)?.body.error, /leave one of them first/);
    assert.equal((await topicsOf(user)).length, 50);
    assert.equal((await ask('PUT', at('topic-1'), user)).status, 200, 'one of them already');
    await ask('DELETE', at('topic-1'), user);
    assert.equal((await ask('PUT', at('topic-1'), user)).status, 200);
  });
});
