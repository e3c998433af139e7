import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS } from '../../shared/time.ts';
import {
  addMember,
  createGroup,
  createOrganization,
  invite,
  signUp,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { startTestServer, TEST_APP_KEY, type TestResponse, type TestServer } from '../../test/harness.ts';

/** A recording of two points, 300 bytes long; another one for each minute. */
function recording(minute: number): string {
  const time = (second: number) => new Date(Date.UTC(2024, 4, 1, 6, minute, second)).toISOString();
  const point = (lat: string, second: number) =>
    `<trkpt lat="${lat}" lon="15.6"><time>${time(second)}</time></trkpt>`;
  const track = `<gpx creator="test"><trk><type>running</type><trkseg>${point('46.50', 0)}${point('46.51', 50)}</trkseg></trk></gpx>`;
  return track.padEnd(300);
}

const refused = (answer: TestResponse | undefined, quota: { name: string; used: number; limit: number }) => {
  assert.ok(answer !== undefined, 'nothing was refused');
  assert.deepEqual([answer.status, answer.body.code, answer.body.quota], [429, 'quota_exceeded', quota]);
};
const statuses = (answers: readonly TestResponse[]) => answers.map(({ status }) => status).toSorted();
const refusedOf = (answers: readonly TestResponse[]) => answers.find(({ status }) => status === 429);

describe('quotas', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({
      QUOTA_RECORDING_BYTES: '900',
      QUOTA_UPLOADS_PER_DAY: '5',
      QUOTA_ORGANIZATIONS_FOUNDED: '2',
      QUOTA_GROUPS: '2',
      QUOTA_LABELS: '4',
      QUOTA_LABELS_PER_MEMBER: '3',
      QUOTA_DRAFTS: '2',
      QUOTA_CAMPAIGNS: '3',
      QUOTA_SAMPLES: '4',
    });
  });
  after(() => server.stop());

  const upload = (user: TestUser, minute: number) => uploadFile(server, user, recording(minute), 'run.gpx');
  const uploaded = async (user: TestUser, minute: number): Promise<string> => {
    const answer = await upload(user, minute);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data.activities[0].id;
  };
  const remove = async ({ token }: TestUser, id: string) =>
    assert.equal((await server.request('DELETE', `/api/v1/activities/${id}`, { token })).status, 200);

  describe('of an account', () => {
    test('bytes of recordings: the last that fits is taken, also of two at once; the same file again costs nothing', async () => {
      const user = await signUp(server);
      const first = await uploaded(user, 1);
      await uploaded(user, 2);
      const atOnce = await Promise.all([upload(user, 3), upload(user, 4)]);
      assert.deepEqual(statuses(atOnce), [201, 429]);
      refused(refusedOf(atOnce), { name: 'recording_bytes', used: 900, limit: 900 });
      assert.equal(refusedOf(atOnce)?.headers.get('retry-after'), null, 'waiting does not help');
      assert.equal((await upload(user, 1)).status, 200);
      const stored = await Array.fromAsync(server.deps.store.list(`uploads/${user.user_id}/`));
      assert.equal(stored.length, 3, 'nothing is left of what was refused');
      await remove(user, first);
      assert.equal((await upload(user, 5)).status, 201, 'deleting gives room back');
      assert.equal((await upload(await signUp(server), 1)).status, 201, 'others have their own');
    });

    test('uploads of a day: deleting gives none back, the next day does', async () => {
      server.clock.advance(DAY_MS + DAY_MS / 2 - (server.clock.now().getTime() % DAY_MS));
      const user = await signUp(server);
      for (const minute of [1, 2, 3, 4, 5]) await remove(user, await uploaded(user, minute));
      const sixth = await upload(user, 6);
      refused(sixth, { name: 'uploads_per_day', used: 5, limit: 5 });
      const seconds = Number(sixth.headers.get('retry-after'));
      assert.ok(seconds >= 1 && seconds <= 86_400, `${seconds} s`);
      const kept = await uploadFile(server, user, 'no recording', 'run.gpx');
      assert.equal(kept.status, 429, 'nothing is read any more');
      server.clock.advance(seconds * 1_000);
      assert.equal((await upload(user, 6)).status, 201);
      server.clock.reset();
    });

    test('of two uploads at once that are the last of a day, one is taken', async () => {
      server.clock.advance(DAY_MS + DAY_MS / 2 - (server.clock.now().getTime() % DAY_MS));
      const user = await signUp(server);
      for (const minute of [1, 2, 3, 4]) await remove(user, await uploaded(user, minute));
      const atOnce = await Promise.all([upload(user, 6), upload(user, 7)]);
      server.clock.reset();
      assert.deepEqual(statuses(atOnce), [201, 429]);
      refused(refusedOf(atOnce), { name: 'uploads_per_day', used: 5, limit: 5 });
    });

    test('what is refused as no recording, or was uploaded before in another file, counts for nothing', async () => {
      const user = await signUp(server);
      await uploaded(user, 1);
      assert.equal((await uploadFile(server, user, 'no recording', 'run.gpx')).status, 400);
      assert.equal((await upload(user, 1)).status, 200);
      const used = await server.deps.db.query(sql`
        SELECT quota, used FROM account_usage WHERE user_id = ${user.user_id} ORDER BY quota`);
      assert.deepEqual(used, [
        { quota: 'recording_bytes', used: 300 },
        { quota: 'uploads_per_day', used: 1 },
      ]);
    });

    test('organizations that somebody founded, deleted ones too; what an app founds for others counts for nobody', async () => {
      const coach = await signUp(server, { membership_role: 'coach' });
      const { token, user_id: mark } = coach;
      const found = (name: string) =>
        server.request('POST', '/api/v1/organizations', { token, body: { name } });
      const first = await createOrganization(server, { coach });
      const path = `/api/v1/organizations/${first.org_id}`;
      const gone = await server.request('DELETE', path, { token, body: { org_name: first.name } });
      assert.equal(gone.status, 200, JSON.stringify(gone.body));
      const atOnce = await Promise.all([found(`Second ${mark}`), found(`Third ${mark}`)]);
      assert.deepEqual(statuses(atOnce), [201, 429]);
      refused(refusedOf(atOnce), { name: 'organizations_founded', used: 2, limit: 2 });
      const byApp = await server.request('POST', '/api/v1/organizations', {
        apiKey: TEST_APP_KEY,
        body: { name: `By app ${mark}`, head_coach_user_id: coach.user_id },
      });
      assert.equal(byApp.status, 201);
    });

    test('samples of a phone: the same again cost nothing, and of two syncs at once that fill it one is taken whole', async () => {
      const user = await signUp(server);
      const day = new Date(server.clock.now().getTime() - 2 * DAY_MS).toISOString().slice(0, 10);
      const beats = (...minutes: number[]) =>
        minutes.map((minute) => ({ date: `${day}T07:0${minute}:00Z`, value: 60 + minute }));
      const sync = (samples: object[]) =>
        server.request('POST', '/api/v1/apple-health/sync', {
          token: user.token,
          body: { heart_rate_samples: samples },
        });
      assert.equal((await sync(beats(1, 2))).status, 200);
      const atOnce = await Promise.all([sync(beats(3, 4)), sync(beats(5, 6))]);
      assert.deepEqual(statuses(atOnce), [200, 429]);
      refused(refusedOf(atOnce), { name: 'samples', used: 4, limit: 4 });
      assert.equal((await sync(beats(1, 2))).status, 200);
      const { count } = await server.deps.db.one<{ count: number }>(
        sql`SELECT count(*) AS count FROM health_samples WHERE user_id = ${user.user_id}`,
      );
      assert.equal(count, 4);
    });
  });

  describe('of an organization', () => {
    let club: TestOrganization;
    const ask = (method: string, path: string, body?: object) =>
      server.request(method, `/api/v1/organizations/${club.org_id}${path}`, {
        token: club.coach.token,
        body,
      });
    before(async () => {
      club = await createOrganization(server);
    });

    test('groups: of two at once that are the last one is made, and deleting one makes room', async () => {
      const { id } = await createGroup(server, club);
      const atOnce = await Promise.all(['Track', 'Trail'].map((name) => ask('POST', '/groups', { name })));
      assert.deepEqual(statuses(atOnce), [201, 429]);
      refused(refusedOf(atOnce), { name: 'groups', used: 2, limit: 2 });
      assert.equal((await ask('DELETE', `/groups/${id}`)).status, 200);
      assert.equal((await ask('POST', '/groups', { name: 'Hills' })).status, 201);
    });

    test('labels: different ones count, of members and of those who are invited, and of a member all', async () => {
      const [first, second] = [await addMember(server, club), await addMember(server, club)];
      const label = ({ user_id }: TestUser, ...labels: string[]) =>
        ask('PATCH', `/members/${user_id}`, { labels });
      assert.equal((await label(first, 'a', 'b', 'c')).status, 200);
      refused(await label(first, 'a', 'b', 'c', 'd'), { name: 'labels_per_member', used: 3, limit: 3 });
      assert.equal((await label(second, 'a', 'c')).status, 200, 'they are known');
      assert.equal((await label(second, 'd')).status, 200);
      refused(await label(second, 'e', 'f'), { name: 'labels', used: 4, limit: 4 });
      const newcomer = await signUp(server);
      const body = { user_id: newcomer.user_id, labels: ['e'] };
      refused(await ask('POST', '/members', body), { name: 'labels', used: 4, limit: 4 });
      refused(await ask('POST', '/invitations', { labels: ['e'] }), { name: 'labels', used: 4, limit: 4 });
      assert.equal((await label(second)).status, 200);
      await invite(server, club, { labels: ['e'] });
      refused(await ask('POST', '/invitations', { labels: ['f'] }), { name: 'labels', used: 3, limit: 4 });
    });

    test('of two members who get a new label at once, where there is room for one, one gets it', async () => {
      const own = await createOrganization(server);
      const members = [
        await addMember(server, own),
        await addMember(server, own),
        await addMember(server, own),
      ];
      const label = (member: TestUser | undefined, labels: string[]) =>
        server.request('PATCH', `/api/v1/organizations/${own.org_id}/members/${member?.user_id}`, {
          token: own.coach.token,
          body: { labels },
        });
      assert.equal((await label(members[0], ['a', 'b', 'c'])).status, 200);
      const atOnce = await Promise.all([label(members[1], ['d']), label(members[2], ['e'])]);
      assert.deepEqual(statuses(atOnce), [200, 429]);
      refused(refusedOf(atOnce), { name: 'labels', used: 4, limit: 4 });
    });

    test('drafts of campaigns, and campaigns in all', async () => {
      await addMember(server, club);
      const write = (draft: boolean) =>
        ask('POST', '/campaigns', {
          title: 'Saturday',
          body: 'We meet.',
          channels: ['push'],
          audience: 'all',
          draft,
          ...(draft ? {} : { scheduled_at: new Date(server.clock.now().getTime() + DAY_MS).getTime() }),
        });
      const made = await write(true);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const atOnce = await Promise.all([write(true), write(true)]);
      assert.deepEqual(statuses(atOnce), [201, 429]);
      refused(refusedOf(atOnce), { name: 'drafts', used: 2, limit: 2 });
      assert.equal((await write(false)).status, 201, 'a scheduled one is no draft');
      refused(await write(false), { name: 'campaigns', used: 3, limit: 3 });
    });
  });
});
