import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { insertActivities } from '../../../test/insert-activities.ts';
import { type PlanStage, planStage, THREE_WEEKS } from '../../../test/plan-stage.ts';
import { makeActivity } from '../../../test/random-activities.ts';
import { seedAthlete } from '../../../test/seed-athletes.ts';
import { planPaces } from '../../../training/planning/paces.ts';
import type { StoredActivity } from '../../activities/activity.ts';

type Given = Partial<Omit<StoredActivity, 'start_time'>> & { readonly days_ago?: number };

/** A race of 10 km in 40 minutes. */
const RACE: Given = { is_race: true, duration_s: 2_400 };
const VDOT_OF_RACE = 51.9;
/** A stretch of 5 km in 20 minutes within a run of an hour. */
const EFFORT: Given = {
  best_efforts: [{ name: '5 km', distance_m: 5_000, duration_s: 1_200, start_offset_s: 900 }],
};
const VDOT_OF_EFFORT = 49.8;
/** Runs at 6:00/km with a heart rate of 145 of 185, within six weeks. */
const EASY: readonly Given[] = [3, 9, 17, 30, 41].map((days_ago) => ({
  days_ago,
  average_heart_rate_bpm: 145,
}));
const VDOT_OF_EASY = 40.5;

const PACE_ZONES = { vdot: { method: 'value', value: 55, paces: {} } };
const MAX_HEART_RATE = { heartrate: { method: 'manual', max_bpm: 185, zones: [] } };
const THRESHOLD_HEART_RATE = { heartrate: { method: 'manual', threshold_bpm: 166.5, zones: [] } };

describe('where the paces of a plan come from', () => {
  let server: TestServer;
  let stage: PlanStage;
  before(async () => {
    server = await testServer();
    stage = await planStage(server);
  });

  async function runner(
    runs: readonly Given[],
    { zones = MAX_HEART_RATE, off = [] }: { zones?: object; off?: readonly string[] } = {},
  ): Promise<string> {
    const privacy = Object.fromEntries(
      ['share_race_history', 'share_pb', 'share_pace_data', 'share_activity_with_coach'].map((name) => [
        name,
        !off.includes(name),
      ]),
    );
    const { user_id } = await seedAthlete(server, stage.club.org_id, { privacy });
    const { db, clock } = server.deps;
    await db.execute(sql`UPDATE users SET zones = ${JSON.stringify(zones)} WHERE user_id = ${user_id}`);
    const activities = runs.map(({ days_ago = 20, ...values }) =>
      makeActivity(user_id, {
        ...{ sport_type: 'run', source: 'upload', external_id: null, private: false, is_race: false },
        ...{ distance_m: 10_000, duration_s: 3_600, moving_time_s: null, best_efforts: [], laps: [] },
        ...{
          elevation_gain_m: null,
          elevation_loss_m: null,
          average_heart_rate_bpm: null,
          average_cadence_spm: null,
        },
        ...values,
        start_time: new Date(clock.now().getTime() - days_ago * DAY_MS),
      }),
    );
    await db.transaction((tx) => insertActivities(tx, activities));
    return user_id;
  }

  async function drafted(athlete_id: string, language = 'en') {
    const { status, body } = await stage.ask('/draft', { ...THREE_WEEKS, athlete_id, language });
    assert.equal(status, 200, JSON.stringify(body));
    const { athlete_id: _, generated_at: __, ...rest } = body.data;
    return rest;
  }
  const sourceOf = async (athlete_id: string): Promise<string> => (await drafted(athlete_id)).paces_from;

  const SOURCES = [
    ['zones', PACE_ZONES, [...EASY, EFFORT, RACE], 55, /as their zones have them/],
    ['race', MAX_HEART_RATE, [...EASY, EFFORT, RACE], VDOT_OF_RACE, /best race of the last twelve weeks/],
    ['best_effort', MAX_HEART_RATE, [...EASY, EFFORT], VDOT_OF_EFFORT, /best effort in training/],
    ['easy_running', MAX_HEART_RATE, EASY, VDOT_OF_EASY, /heart rates of easy running.*within 4 points/],
    ['level', MAX_HEART_RATE, EASY.slice(1), null, /typical paces of intermediate runners/],
  ] as const;
  for (const [source, zones, runs, vdot, words] of SOURCES) {
    test(`with all before it unknown it is the ${source}, in drafts, plans and streams, and the plan has its paces`, async () => {
      const athlete_id = await runner(runs, { zones });
      const asked = { ...THREE_WEEKS, athlete_id };
      const { draft, paces_from } = await drafted(athlete_id);
      assert.equal(paces_from, source);
      assert.match(draft, words);
      const made = await stage.ask('/generate', { ...asked, refined_draft: draft });
      assert.equal(made.status, 200, JSON.stringify(made.body));
      assert.equal(made.body.data.paces_from, source);
      const targets = JSON.stringify(made.body.data.content).match(/"type":"pace"[^}]*"zone":"easy"/g) ?? [];
      const easy = vdot === null ? null : planPaces(vdot).zones.easy;
      assert.deepEqual(
        [...new Set(targets)],
        easy === null ? [] : [`"type":"pace","min":${easy.min},"max":${easy.max},"zone":"easy"`],
      );
      for (const path of ['/generate/stream', '/generate/stream/batch']) {
        const events = await stage.stream(path, { ...asked, refined_draft: draft });
        const result = Object(events.find(({ type }) => type === 'result'));
        assert.equal(result.paces_from ?? result.data?.paces_from, source, path);
      }
    });
  }

  test('it is said in the language of the plan', async () => {
    const athlete_id = await runner([RACE]);
    assert.match((await drafted(athlete_id, 'zh-TW')).draft, /依最近十二週最佳比賽成績推算的配速/);
    assert.match(
      (await drafted(athlete_id, 'ja')).draft,
      /直近 12 週間で最もよいレース結果から算出したペース/,
    );
  });

  test('the heart rate at the threshold stands for the highest, and without either easy running says nothing', async () => {
    assert.equal(await sourceOf(await runner(EASY, { zones: THRESHOLD_HEART_RATE })), 'easy_running');
    assert.equal(await sourceOf(await runner(EASY, { zones: {} })), 'level');
  });

  test('what is too old, to come, private or no run tells nothing', async () => {
    for (const no of [{ days_ago: 85 }, { days_ago: -1 }, { private: true }, { sport_type: 'ride' as const }])
      assert.equal(await sourceOf(await runner([{ ...RACE, ...no }])), 'level', JSON.stringify(no));
    const old = EASY.map((run, place) => ({ ...run, days_ago: 57 + place }));
    assert.equal(await sourceOf(await runner(old)), 'level');
  });

  test('of nobody in particular it is the level', async () => {
    const { body } = await stage.ask('/draft', THREE_WEEKS);
    assert.equal(body.data.paces_from, 'level');
  });

  test('what an athlete hides makes no difference to the plan, and what they share does', async () => {
    const slower = (runs: readonly Given[]) => runs.map((run) => ({ ...run, duration_s: 4_000 }));
    const withoutEfforts = (runs: readonly Given[]) => runs.map((run) => ({ ...run, best_efforts: [] }));
    const all = [...EASY, EFFORT, RACE];
    for (const [off, runs, without, left] of [
      ['share_race_history', all, all.slice(0, 6), 'best_effort'],
      ['share_pb', all.slice(0, 6), withoutEfforts(all.slice(0, 6)), 'easy_running'],
      ['share_pace_data', all, slower(withoutEfforts(all)), 'level'],
      ['share_activity_with_coach', all, [], 'level'],
    ] as const) {
      const hidden = await drafted(await runner(runs, { off: [off] }));
      assert.equal(hidden.paces_from, left, off);
      assert.deepEqual(hidden, await drafted(await runner(without, { off: [off] })), off);
      assert.notDeepEqual(hidden, await drafted(await runner(runs)), off);
    }
  });
});
