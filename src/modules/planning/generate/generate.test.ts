import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays, weekdayOf } from '../../../shared/calendar.ts';
import { setTier } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { athleteOf, type PlanStage, planStage, THREE_WEEKS } from '../../../test/plan-stage.ts';
import { setVdot } from '../../../test/saved-plans.ts';
import type { PlannedWorkout, PlanWeek, Segment, Target } from '../../../training/planning/plan.ts';

type Content = readonly PlannedWorkout[];

const ORIGIN_KEYS = [
  'training_principle',
  'weeks',
  'experience_level',
  'org_id',
  'instructions',
  'start_date',
  'content_sourcing',
  'athlete_id',
  'goal',
  'workout_days',
  'language',
  'seed',
  'paces_from',
  'understood_as',
  'not_acted_on',
  'generated_at',
  'engine',
];

describe('making plans', () => {
  let server: TestServer;
  let stage: PlanStage;
  before(async () => {
    server = await testServer();
    stage = await planStage(server, { timezone: 'Asia/Taipei' });
  });

  async function dataOf(path: string, body: object) {
    const answer = await stage.ask(path, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(Object.keys(answer.body), ['status', 'data']);
    return answer.body.data;
  }

  const draftOf = async (body: object): Promise<string> => (await dataOf('/draft', body)).draft;

  test('a draft is words with a heading a week, and says what it was made from', async () => {
    const asked = { ...THREE_WEEKS, instructions: 'Long runs on Sunday.', seed: 7, language: 'en' };
    const data = await dataOf('/draft', asked);
    assert.deepEqual(Object.keys(data), ['draft', 'readiness', 'findings', ...ORIGIN_KEYS]);
    const headings = data.draft.match(/^## Week \d+:/gm);
    assert.deepEqual(headings, ['## Week 1:', '## Week 2:', '## Week 3:']);
    const { draft: _, readiness: __, generated_at, understood_as, not_acted_on, findings, ...origin } = data;
    assert.deepEqual(origin, {
      ...asked,
      org_id: stage.club.org_id,
      training_principle: null,
      content_sourcing: 'ai_generate',
      athlete_id: null,
      goal: { event: 'general', race_date: null, target_time_s: null },
      paces_from: 'level',
      engine: 'rules',
    });
    const { sources, constraints } = understood_as;
    assert.deepEqual(sources, [{ field: 'long_run_day', from: 'instructions', text: 'Long runs on Sunday' }]);
    assert.equal(constraints.long_run_day, 'sunday');
    assert.deepEqual([not_acted_on, findings], [[], []]);
    assert.match(generated_at, /^\d{4}-.*Z$/);
  });

  test('without a day it starts on the next Monday where the coach lives', async () => {
    const data = await dataOf('/draft', { weeks: 1, experience_level: 'beginner' });
    assert.equal(weekdayOf(data.start_date), 'monday');
    const today = Temporal.Instant.fromEpochMilliseconds(server.clock.now().getTime())
      .toZonedDateTimeISO('Asia/Taipei')
      .toPlainDate()
      .toString();
    assert.ok(data.start_date > today && data.start_date <= addDays(today, 7), data.start_date);
    assert.deepEqual(data.workout_days, ['tuesday', 'thursday', 'sunday']);
  });

  test('a draft that nobody edited makes its plan: a workout a training day, and sums that are sums', async () => {
    const refined_draft = await draftOf(THREE_WEEKS);
    const data = await dataOf('/generate', { ...THREE_WEEKS, refined_draft, extra_guidance: 'Be kind.' });
    assert.deepEqual(Object.keys(data), [
      'content',
      'weekly_info',
      'readiness',
      'findings',
      'adjusted_weeks',
      'coach_notes',
      ...ORIGIN_KEYS,
      'extra_guidance',
    ]);
    assert.deepEqual(data.adjusted_weeks, []);
    const content: Content = data.content;
    for (const number of [1, 2, 3]) {
      const ofWeek = content.filter(({ week_number }) => week_number === number);
      assert.deepEqual(
        ofWeek.map(({ day }) => day),
        THREE_WEEKS.workout_days,
      );
      const week: PlanWeek = data.weekly_info[number];
      const sum = (measure: 'distance_m' | 'duration_s'): number =>
        ofWeek.reduce((total, workout) => total + workout[measure], 0);
      assert.deepEqual(
        [week.total_distance_m, week.total_duration_s, week.workout_count],
        [sum('distance_m'), sum('duration_s'), 4],
      );
    }
    for (const { date, day, week_number } of content) {
      assert.equal(weekdayOf(date), day);
      const first = addDays(THREE_WEEKS.start_date, 7 * (week_number - 1));
      assert.ok(date >= first && date <= addDays(first, 6), date);
    }
    assert.deepEqual(targetTypes(content), ['effort']);
  });

  test('the same request makes the same plan', async () => {
    const body = { ...THREE_WEEKS, refined_draft: await draftOf(THREE_WEEKS) };
    const [one, other] = [await dataOf('/generate', body), await dataOf('/generate', body)];
    const withoutIds = (content: Content) => content.map(({ id: _, ...workout }) => workout);
    assert.deepEqual(withoutIds(one.content), withoutIds(other.content));
  });

  test('what a coach changed in the draft comes back in the plan', async () => {
    const draft = await draftOf(THREE_WEEKS);
    const week = ['## Week 3: Mine', '', '- Monday: Easy run, 6 km', '- Friday: Easy run, 40 min', ''];
    const refined_draft = draft.slice(0, draft.indexOf('## Week 3')) + week.join('\n');
    const { content } = await dataOf('/generate', { ...THREE_WEEKS, refined_draft });
    const third = (content as Content).filter(({ week_number }) => week_number === 3);
    assert.deepEqual(
      third.map(({ day, workout_type }) => [day, workout_type]),
      [
        ['monday', 'easy-run'],
        ['friday', 'easy-run'],
      ],
    );
    assert.equal(third[0]?.distance_m, 6_000);
    assert.equal(third[1]?.duration_s, 2_400);
  });

  test('for an athlete it has their paces and heart rates, their race and their days', async () => {
    const athlete_id = await athleteOf(server, stage.club, {
      next_race: { name: 'Run', date: '2026-09-27', distance_m: 10_000, goal_time_s: 2_700 },
      workout_days: ['sunday', 'monday', 'wednesday'],
    });
    const { workout_days: _, ...asked } = { ...THREE_WEEKS, athlete_id };
    const draft = await dataOf('/draft', asked);
    assert.deepEqual(draft.goal, { event: '10k', race_date: '2026-09-27', target_time_s: 2_700 });
    assert.deepEqual(draft.workout_days, ['monday', 'wednesday', 'sunday']);
    assert.equal(draft.athlete_id, athlete_id);
    const { content } = await dataOf('/generate', { ...asked, refined_draft: draft.draft });
    assert.equal((content as Content).at(-1)?.workout_type, 'race');
    const types = targetTypes(content);
    assert.ok(types.includes('heart_rate') && types.includes('pace'), types.join());
  });

  test('what the athlete does not share is in no plan', async () => {
    const next_race = { name: 'Run', date: '2026-09-27', distance_m: 10_000, goal_time_s: 2_700 };
    const athlete_id = await athleteOf(server, stage.club, {
      next_race,
      off: ['share_pace_data', 'share_race_goal'],
    });
    const asked = { ...THREE_WEEKS, athlete_id };
    const draft = await dataOf('/draft', asked);
    assert.deepEqual(draft.goal, { event: 'general', race_date: null, target_time_s: null });
    const { content } = await dataOf('/generate', { ...asked, refined_draft: draft.draft });
    assert.deepEqual(targetTypes(content), ['effort']);
  });

  const TEN_KM = { event: '10k', race_date: '2026-09-27', target_time_s: 2_700 };

  test('a time in mind says nothing of today’s paces where none are known', async () => {
    const asked = { ...THREE_WEEKS, goal: TEN_KM };
    const draft = await draftOf({ ...asked, language: 'en' });
    assert.match(draft, /intermediate/i);
    const { content } = await dataOf('/generate', { ...asked, refined_draft: draft });
    assert.deepEqual(targetTypes(content), ['effort']);
  });

  test('of an athlete who does not share paces it tells nothing but the time in mind', async () => {
    const made: unknown[] = [];
    for (const vdot of [null, 30, 75]) {
      const athlete_id = await athleteOf(server, stage.club, { off: ['share_pace_data'] });
      if (vdot !== null) await setVdot(server, athlete_id, vdot);
      const asked = { ...THREE_WEEKS, language: 'en', goal: TEN_KM, athlete_id };
      const draft = await draftOf(asked);
      const { content, weekly_info } = await dataOf('/generate', { ...asked, refined_draft: draft });
      made.push({ draft, weekly_info, content: content.map(({ id: _, ...rest }: PlannedWorkout) => rest) });
    }
    assert.deepEqual(made[1], made[0]);
    assert.deepEqual(made[2], made[0]);
    const [first] = made as readonly { content: Content }[];
    assert.deepEqual(targetTypes(first?.content ?? []), ['effort']);
  });

  test('a known athlete trains at their own paces, and the draft says where the time is far from them', async () => {
    const athlete_id = await athleteOf(server, stage.club);
    const plans: Content[] = [];
    // At VDOT 50 a race of 10 km takes 41:21, at VDOT 55 38:06.
    for (const [target_time_s, language, says] of [
      [2_700, 'en', null],
      [2_300, 'en', null],
      [2_200, 'en', /To keep in mind: the target time is ambitious/],
      [2_200, 'zh-TW', /請注意：目標時間相當有挑戰性/],
      [2_200, 'ja', /注意点：目標タイムはかなり意欲的/],
    ] as const) {
      const asked = { ...THREE_WEEKS, athlete_id, language, goal: { ...TEN_KM, target_time_s } };
      const draft = await draftOf(asked);
      const introduction = draft.slice(0, draft.indexOf('## Week 1'));
      if (says === null) assert.doesNotMatch(introduction, /ambitious/);
      else assert.match(introduction, says);
      if (language !== 'en') continue;
      assert.match(introduction, /the athlete’s own paces/);
      const { content } = await dataOf('/generate', { ...asked, refined_draft: draft });
      plans.push(content.map(({ id: _, ...rest }: PlannedWorkout) => rest));
    }
    const easy = plans.map((content) => targetsOf(content, 'easy'));
    assert.deepEqual(easy[1], easy[0]);
    assert.deepEqual(easy[2], easy[0]);
    assert.deepEqual(targetsOf(plans[2] ?? [], '10k'), targetsOf(plans[1] ?? [], '10k'));
  });

  test('an organization whose tier has no coach_agent makes none', async () => {
    const other = await planStage(server);
    await setTier(server, other.club.org_id, 'free');
    const draft = '## Week 1: Base\n\n- Sunday: Easy run, 5 km\n';
    for (const path of [
      '/draft',
      '/draft/stream',
      '/generate',
      '/generate/stream',
      '/generate/stream/batch',
    ]) {
      const { status, body } = await other.ask(path, { ...THREE_WEEKS, weeks: 1, refined_draft: draft });
      assert.deepEqual([status, body.code], [403, 'feature_not_enabled'], path);
    }
  });
});

function targetsIn(segments: readonly Segment[]): Target[] {
  return segments.flatMap(({ target, repeat }) => [
    ...(target === undefined ? [] : [target]),
    ...targetsIn(repeat?.segments ?? []),
  ]);
}

function targetTypes(content: Content): Target['type'][] {
  return [...new Set(content.flatMap(({ segments }) => targetsIn(segments)).map(({ type }) => type))].sort();
}

function targetsOf(content: Content, zone: string): Target[] {
  const found = content.flatMap(({ segments }) => targetsIn(segments)).filter((one) => one.zone === zone);
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
