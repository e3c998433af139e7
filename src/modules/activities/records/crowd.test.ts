import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_SOURCE_POLICIES } from '../../../privacy/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import { signUp } from '../../../test/factories.ts';
import { testServer } from '../../../test/harness.ts';
import { MORNING, reportOf, secondsLater, toldRun } from '../../../test/tell-workouts.ts';
import { findUser } from '../../users/index.ts';
import type { IncomingReport } from './activity-record.ts';
import { clusterRecords } from './cluster.ts';
import { crowdedDays, MAX_RECORDS_A_DAY } from './crowd.ts';
import { type Candidate, findEdges } from './find-edges.ts';
import { compareRecords } from './match.ts';
import { forgetReport, storeReports } from './store-reports.ts';

const record = (source: Candidate['source'], id: number, start_time = MORNING): Candidate => ({
  ...toldRun({ start_time }),
  source,
  key: source === 'upload' ? `upload::${String(id).padStart(64, '0')}:0` : `${source}:${id}`,
});
const many = (count: number, make: (index: number) => Candidate): Candidate[] =>
  Array.from({ length: count }, (_, index) => make(index));

function comparisons(records: readonly Candidate[], crowded = crowdedDays(records)): number {
  let count = 0;
  findEdges(records, crowded, (a, b) => {
    count += 1;
    return compareRecords(a, b);
  });
  return count;
}

describe('any number of workouts at the same time', () => {
  test('are compared with few others', () => {
    const ofOne = many(5_000, (index) => record('garmin', index));
    assert.equal(comparisons(ofOne), 0);
    assert.equal(comparisons(ofOne, new Set()), 0, 'one source tells of each workout once');
    assert.equal(comparisons(many(5_000, (index) => record('upload', index))), 0);
    const full = many(MAX_RECORDS_A_DAY, (index) => record('upload', index));
    assert.equal(comparisons(full), (MAX_RECORDS_A_DAY * (MAX_RECORDS_A_DAY - 1)) / 2);
    const years = many(10_000, (index) => {
      const day = Math.floor(index / MAX_RECORDS_A_DAY);
      const start = new Date(MORNING.getTime() + day * DAY_MS + (index % MAX_RECORDS_A_DAY) * MINUTE_MS);
      return record(index % 2 === 0 ? 'garmin' : 'strava', index, start);
    });
    assert.ok(comparisons(years) < years.length * 2 * MAX_RECORDS_A_DAY);
  });

  test('are grouped as long as they may be somebody’s, and then by hand only', () => {
    const full = many(MAX_RECORDS_A_DAY, (index) => record('upload', index));
    assert.equal(clusterRecords(full, []).length, 1);
    const tooMany = [...full, record('upload', MAX_RECORDS_A_DAY)];
    assert.equal(clusterRecords(tooMany, []).length, tooMany.length);
    const [a, b] = [tooMany[0]?.key ?? '', tooMany[1]?.key ?? ''];
    assert.equal(clusterRecords(tooMany, [{ a, b, same: true }]).length, tooMany.length - 1);
    const nextDay = [record('garmin', 1, new Date(MORNING.getTime() + DAY_MS))];
    const copied = [...nextDay, record('strava', 1, new Date(MORNING.getTime() + DAY_MS))];
    assert.equal(clusterRecords([...tooMany, ...copied], []).length, tooMany.length + 1);
  });

  test('stay workouts of their own while there are too many, hidden as they were, and are one again after', async () => {
    const server = await testServer();
    const person = await signUp(server);
    const user = await findUser(server.deps.db, person.user_id);
    assert.ok(user);
    const [policies, now] = [DEFAULT_SOURCE_POLICIES, server.clock.now()];
    const tell = (...reports: IncomingReport[]) =>
      server.deps.db.transaction((tx) =>
        storeReports(tx, { user, reports, policies, now, events: server.deps.events }),
      );
    const shown = async () => {
      const { rows } = await server.deps.db.executeSql(
        'SELECT count(*)::int AS count, count(*) FILTER (WHERE private)::int AS hidden FROM activities WHERE user_id = $1',
        [person.user_id],
      );
      return rows[0];
    };
    const pairs = Array.from({ length: MAX_RECORDS_A_DAY / 2 }, (_, index) => {
      const start_time = secondsLater(index * 600);
      return [
        reportOf('garmin', `${index}`, { start_time }),
        reportOf('strava', `${index}`, { start_time, private: index < 10 }),
      ];
    });
    await tell(...pairs.flat());
    assert.deepEqual(await shown(), { count: 50, hidden: 10 });
    const { activity_ids } = await tell(
      ...Array.from({ length: 200 }, (_, index) => reportOf('apple_health', `${index}`)),
    );
    assert.equal(new Set(activity_ids).size, 200);
    assert.deepEqual(await shown(), { count: 300, hidden: 20 });
    const away = { start_time: new Date(MORNING.getTime() + 30 * DAY_MS) };
    await tell(...Array.from({ length: 199 }, (_, index) => reportOf('apple_health', `${index}`, away)));
    assert.deepEqual(await shown(), { count: 300, hidden: 20 });
    const named = {
      user_id: user.user_id,
      source: 'apple_health',
      external_id: '199',
      policies,
      now,
      events: server.deps.events,
    } as const;
    await server.deps.db.transaction((tx) => forgetReport(tx, named));
    assert.deepEqual(await shown(), { count: 50 + 199, hidden: 10 });
  });
});
