import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { activityCeiling, DEFAULT_PRIVACY, DEFAULT_SOURCE_POLICIES } from '../../privacy/index.ts';
import { createOrganization } from '../../test/factories.ts';
import { testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { pageReader } from './read-rows.ts';

test('laps that are written in another way than ours have their place in laps.json all the same', async () => {
  const server = await testServer();
  const { db } = server.deps;
  const { user_id } = await seedAthlete(server, (await createOrganization(server)).org_id);
  const activity = makeActivity(user_id);
  await insertActivities(db, [activity]);
  const [lap] = activity.laps;
  assert.ok(lap);
  const { index, ...others } = lap;
  const written = [
    JSON.stringify({ ...others, index }),
    JSON.stringify(lap, null, 2),
    JSON.stringify({ index: 7 }),
    JSON.stringify(lap),
  ];
  await db.execute(
    sql`UPDATE activities SET laps = ${` [ ${written.join(' , ')} ] `}::json WHERE user_id = ${user_id}`,
  );
  const range = { start_date_ms: null, end_date_ms: null };
  const settings = { ...DEFAULT_PRIVACY, share_pace_data: true };
  const ceiling = activityCeiling({ settings, policies: DEFAULT_SOURCE_POLICIES, audience: 'export' });
  assert.deepEqual(ceiling.lap_fields.hidden, []);
  const slice = { ceiling, user_ids: [user_id], without_races: [], range };
  let text = '';
  for await (const chunk of pageReader(db)({ table: 'laps', as: 'json', slice }, () => undefined))
    text += chunk;
  const [first, second, third, fourth] = JSON.parse(`[${text.slice(1)}]`);
  const expected = { activity_id: activity.id, athlete_id: user_id, lap_index: index, ...others };
  assert.deepEqual([first, second, fourth], [expected, expected, expected]);
  assert.deepEqual([third.activity_id, third.lap_index], [activity.id, 7]);
});
