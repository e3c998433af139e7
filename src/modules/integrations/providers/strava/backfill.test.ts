import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { steadyRun } from '../../../../../sandbox/recordings/plan-session.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { type StravaStage, stravaStage } from '../../../../test/strava-stage.ts';
import type { ActivityReport } from '../../../activities/index.ts';
import type { Notice } from '../../notice.ts';
import { PlatformError, type PlatformFault } from '../../platform-error.ts';
import type { Session } from '../../provider.ts';

const rejectsWith = (fault: PlatformFault) => (error: unknown) =>
  error instanceof PlatformError && error.fault === fault;

function reportsOf(notices: readonly Notice[]): ActivityReport[] {
  return notices.flatMap((notice) => (notice.kind === 'activity' ? [notice.report] : []));
}

/** A short run with few samples, since most tests are not about those. */
const SHORT = { session: steadyRun(1_500), resolution_s: 5 };

describe("an athlete's past at Strava", () => {
  const RANGE = { from: new Date('2026-05-01T08:07:00Z'), until: new Date('2026-07-01T08:07:00Z') };

  type Walk = { steps: number; reports: ActivityReport[]; notices: Notice[]; remarks: string[] };

  async function walk(at: StravaStage, session: Session, cursor: unknown = null): Promise<Walk> {
    const found: Walk = { steps: 0, reports: [], notices: [], remarks: [] };
    for (let here = cursor; ; ) {
      const step = await at.provider.backfill(session, RANGE, here);
      found.steps += 1;
      found.notices.push(...step.notices);
      found.reports.push(...reportsOf(step.notices));
      if (step.remark !== undefined) found.remarks.push(step.remark);
      if (step.next === null) return found;
      here = JSON.parse(JSON.stringify(step.next));
      assert.ok(found.steps < 1_000);
    }
  }

  const last = (reports: readonly ActivityReport[]) =>
    new Map(reports.map((report) => [report.external_id, report]));

  const stageWithPast = async (
    options: Parameters<typeof stravaStage>[0] = {},
    count = 12,
  ): Promise<{ at: StravaStage; athlete_id: number; ids: string[] }> => {
    const at = await stravaStage({ limits: 'extended', ...options });
    const athlete_id = at.strava.addAthlete({ timezone: 'Asia/Taipei' }).id;
    const season = { weeks: 8, per_week: count / 8, resolution_s: 60 };
    const activities = at.strava.addSeason(athlete_id, season);
    return { at, athlete_id, ids: activities.map(({ id }) => String(id)) };
  };

  test('comes in outline first, then one by one with everything', async () => {
    const { at, athlete_id, ids } = await stageWithPast();
    try {
      const session = await at.connect(athlete_id);
      const first = await at.provider.backfill(session, RANGE, null);
      assert.deepEqual(new Set(reportsOf(first.notices).map(({ external_id }) => external_id)), new Set(ids));
      assert.ok(reportsOf(first.notices).every(({ packed_streams }) => packed_streams === undefined));
      const { reports, remarks, steps } = await walk(at, session);
      assert.equal(steps, 2 + ids.length);
      const whole = last(reports);
      assert.deepEqual([...whole.keys()].sort(), ids.toSorted());
      for (const one of at.strava.activitiesOf(athlete_id)) {
        const report = whole.get(String(one.id));
        assert.equal(report?.told.private, one.visibility === 'only_me');
        assert.equal(report.told.start_is, one.start_hidden ? 'day' : 'exact');
        assert.equal(report.packed_streams !== null, one.recording !== null);
        assert.notEqual(report.packed_streams, undefined);
      }
      assert.deepEqual(remarks, []);
    } finally {
      await at.stop();
    }
  });

  test('goes on from any step, as it is after a restart', async () => {
    const { at, athlete_id, ids } = await stageWithPast({}, 8);
    try {
      const session = await at.connect(athlete_id);
      let cursor: unknown = null;
      for (let step = 0; step < 5; step++) cursor = (await at.provider.backfill(session, RANGE, cursor)).next;
      const { reports } = await walk(at, session, cursor);
      assert.equal(reports.length, ids.length - 3, 'two pages and three activities were there');
      for (const strange of [7, {}, { page: 'x' }, { page: 1, ids: [7], later: [] }, { page: null, ids: [] }])
        assert.equal((await at.provider.backfill(session, RANGE, strange)).notices.length, ids.length);
    } finally {
      await at.stop();
    }
  });

  test('over pages that are short, in either order', async () => {
    for (const after_is_oldest_first of [true, false]) {
      const ways = { short_pages: true, after_is_oldest_first };
      const { at, athlete_id } = await stageWithPast({ ways }, 0);
      try {
        for (let index = 0; index < 230; index++) {
          const start = new Date(RANGE.from.getTime() + index * 0.2 * DAY_MS);
          at.strava.addActivity(athlete_id, {
            start,
            manual: { distance_m: 1_000, duration_s: 300 },
            visibility: index % 100 === 7 ? 'only_me' : 'everyone',
          });
        }
        const session = await at.connect(athlete_id, ['activity:read']);
        let cursor: unknown = null;
        const seen = new Set<string | null>();
        for (let page = 1; page <= 3; page++) {
          const step = await at.provider.backfill(session, RANGE, cursor);
          for (const { external_id } of reportsOf(step.notices)) seen.add(external_id);
          cursor = step.next;
        }
        assert.equal(seen.size, 227);
        assert.deepEqual(Object(cursor).page, null);
        assert.equal(Object(cursor).ids.length, 227);
        const one = await at.provider.backfill(session, RANGE, cursor);
        const newest = at.strava
          .activitiesOf(athlete_id)
          .filter(({ visibility }) => visibility !== 'only_me');
        const largest = Math.max(...newest.map(({ id }) => id));
        assert.equal(reportsOf(one.notices)[0]?.external_id, String(largest), 'the newest first');
      } finally {
        await at.stop();
      }
    }
  });

  test('only what began in the range, borders included', async () => {
    const { at, athlete_id } = await stageWithPast({}, 0);
    try {
      const manual = { distance_m: 1_000, duration_s: 300 };
      const begun = (start: Date) => at.strava.addActivity(athlete_id, { start, manual }).id;
      begun(new Date(RANGE.from.getTime() - 2_000));
      const inside = [begun(RANGE.from), begun(RANGE.until)].map(String);
      const { reports } = await walk(at, await at.connect(athlete_id));
      assert.deepEqual([...last(reports).keys()].sort(), inside.toSorted());
    } finally {
      await at.stop();
    }
  });

  test('where there is none', async () => {
    const { at, athlete_id } = await stageWithPast({}, 0);
    try {
      const { steps, notices } = await walk(at, await at.connect(athlete_id));
      assert.deepEqual([steps, notices], [1, []]);
    } finally {
      await at.stop();
    }
  });

  test('without Only You, where the athlete does not show it: and says so', async () => {
    const { at, athlete_id } = await stageWithPast({}, 8);
    try {
      const manual = { distance_m: 1_000, duration_s: 300 };
      const start = new Date(RANGE.until.getTime() - DAY_MS);
      const hidden = at.strava.addActivity(athlete_id, { start, manual, visibility: 'only_me' });
      const session = await at.connect(athlete_id, ['activity:read']);
      const { reports, remarks } = await walk(at, session);
      assert.equal(last(reports).has(String(hidden.id)), false);
      assert.ok(reports.every(({ told }) => !told.private));
      assert.equal(remarks.length, 1);
    } finally {
      await at.stop();
    }
  });

  test('one activity that cannot be had keeps none of the others back', async () => {
    const { at, athlete_id, ids } = await stageWithPast({}, 8);
    try {
      const session = await at.connect(athlete_id);
      at.strava.faults.add('activity', { kind: 'status', status: 500, skip: 2, times: 1 });
      const { reports } = await walk(at, session);
      const whole = last(reports.filter(({ packed_streams }) => packed_streams !== undefined));
      assert.deepEqual([...whole.keys()].sort(), ids.toSorted());
    } finally {
      await at.stop();
    }
  });

  test('a platform that is away is left alone', async () => {
    const { at, athlete_id } = await stageWithPast({}, 8);
    try {
      const session = await at.connect(athlete_id);
      let cursor = (await at.provider.backfill(session, RANGE, null)).next;
      cursor = (await at.provider.backfill(session, RANGE, cursor)).next;
      at.strava.faults.add('activity', { kind: 'status', status: 503 });
      at.strava.requests.forget();
      for (let step = 0; step < 3; step++) cursor = (await at.provider.backfill(session, RANGE, cursor)).next;
      await assert.rejects(at.provider.backfill(session, RANGE, cursor), rejectsWith('unavailable'));
      assert.equal(at.strava.requests.list().length, 4);
      at.strava.faults.clear();
      const { reports } = await walk(at, session, cursor);
      assert.equal(last(reports).size, 8);
      at.strava.faults.add('activities', { kind: 'says', body: '{}' });
      await assert.rejects(at.provider.backfill(session, RANGE, null), rejectsWith('unavailable'));
    } finally {
      await at.stop();
    }
  });

  test('what was deleted since it was listed is gone', async () => {
    const { at, athlete_id } = await stageWithPast({}, 0);
    try {
      const run = at.strava.addActivity(athlete_id, {
        ...SHORT,
        start: new Date(RANGE.until.getTime() - DAY_MS),
      });
      const session = await at.connect(athlete_id);
      const listed = await at.provider.backfill(session, RANGE, null);
      at.strava.deleteActivity(run.id);
      const { notices } = await walk(at, session, listed.next);
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ['activity_deleted'],
      );
    } finally {
      await at.stop();
    }
  });

  test('summaries that make no sense, or are of nobody, keep none of the others back', async () => {
    const { at, athlete_id } = await stageWithPast({}, 0);
    try {
      const athlete = { id: athlete_id };
      const good = { id: 5, athlete, start_date: '2026-06-01T00:00:00Z', elapsed_time: 60, manual: true };
      const page = [null, 'x', good, { ...good, id: null }, { ...good, id: 6, athlete: { id: 1 } }, {}];
      at.strava.faults.add('activities', { kind: 'says', body: JSON.stringify(page), times: 1 });
      const { notices, next } = await at.provider.backfill(await at.connect(athlete_id), RANGE, null);
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        ['activity', 'unreadable'],
      );
      assert.deepEqual(next, { page: 2, ids: ['5'], later: [] });
    } finally {
      await at.stop();
    }
  });
});
