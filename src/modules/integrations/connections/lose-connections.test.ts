import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { writingDown } from '../../../test/count-statements.ts';
import { eventually } from '../../../test/eventually.ts';
import { connectAthlete, type SignedInAthlete, signUpAthlete } from '../../../test/fake-platform.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { loseConnections } from './lose-connections.ts';

describe('a platform that has forgotten everybody', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
    await loseConnections(server.deps, 'strava');
  });

  const signUpMany = async (many: number): Promise<SignedInAthlete[]> =>
    await Promise.all(Array.from({ length: many }, () => signUpAthlete(server, 'strava')));
  const connectionsOf = async ({ token }: SignedInAthlete) => {
    const { body } = await server.request('GET', '/api/v1/integrations', { token });
    return Object.fromEntries(
      body.data.integrations.map((one: { provider: string; connected: boolean }) => [
        one.provider,
        one.connected,
      ]),
    );
  };
  const profileOf = async ({ user_id, token }: SignedInAthlete) =>
    (await server.request('GET', `/api/v1/users/${user_id}`, { token })).body.data.integrations;
  const toldOf = async (athletes: readonly SignedInAthlete[]) =>
    await server.deps.db.query<{ user_id: string; data: unknown }>(sql`
      SELECT user_id, data FROM notifications
      WHERE user_id = ANY(${athletes.map(({ user_id }) => user_id)}::uuid[]) AND type = 'connection_lost'
      ORDER BY user_id`);
  const waitingEvents = async () => {
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pgboss.job
      WHERE name LIKE 'events/connection_lost%' AND state < 'completed'`);
    return count;
  };

  test('loses all connections to it, a few at once, and tells each owner once, however often that is found out', async () => {
    const athletes = await signUpMany(5);
    const [elsewhere] = athletes;
    await connectAthlete(server, elsewhere ?? assert.fail(), 'garmin');
    const lose = () => loseConnections(server.deps, 'strava', { batch: 2 });
    await Promise.all([lose(), lose()]);
    await lose();

    for (const athlete of athletes) {
      const { strava, ...others } = await connectionsOf(athlete);
      assert.equal(strava, false);
      assert.deepEqual(others, athlete === elsewhere ? { garmin: true } : {});
      assert.equal((await profileOf(athlete)).strava.connected, false);
    }
    await eventually(waitingEvents, (count) => count === 0);
    const told = await toldOf(athletes);
    const data = { provider: 'strava', reason: 'refused' };
    assert.deepEqual(
      told,
      athletes
        .map(({ user_id }) => user_id)
        .toSorted()
        .map((user_id) => ({ user_id, data })),
    );
  });

  test('costs as many statements for many people as for one', async () => {
    const statementsFor = async (many: number): Promise<number> => {
      await signUpMany(many);
      const sent: string[] = [];
      await loseConnections({ ...server.deps, db: writingDown(server.deps.db, sent) }, 'strava');
      return sent.length;
    };
    assert.equal(await statementsFor(4), await statementsFor(1));
  });
});
