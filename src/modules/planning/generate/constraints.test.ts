import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { type PlanStage, planStage, THREE_WEEKS } from '../../../test/plan-stage.ts';
import { constraintsOf } from '../../../training/plan-request/field-faults.ts';

const RACE = { date: '2026-09-13', distance_m: 10_000, priority: 'c' };
const AWAY = { from: '2026-09-12', to: '2026-09-14' };
const WEDNESDAY = { from: '2026-09-16', to: '2026-09-16' };
const INJURY = { area: 'calf', from: '2026-09-12', running: 'none' };
const GOAL = { goal: { event: '10k', race_date: '2026-09-27' } };
const HARD = ['tempo', 'intervals', 'race-pace', 'fartlek'];

/** Faulty constraints with the paths of their faults. */
const WRONG: readonly (readonly [what: string, constraints: unknown, at: readonly string[]])[] = [
  ['a text instead of fields', 'no hills', ['constraints']],
  ['a field that there is not', { day_off: ['monday'] }, ['constraints.day_off']],
  ['a day that there is not', { days_off: ['moonday'] }, ['constraints.days_off.0']],
  ['a day off twice', { days_off: ['monday', 'monday'] }, ['constraints.days_off']],
  ['a number of days as a text', { days_per_week: '4' }, ['constraints.days_per_week']],
  ['no days a week', { days_per_week: 0 }, ['constraints.days_per_week']],
  ['eight days a week', { days_per_week: 8 }, ['constraints.days_per_week']],
  ['two days for the long run', { long_run_day: ['sunday'] }, ['constraints.long_run_day']],
  ['a week of 100 m', { max_weekly_distance_m: 100 }, ['constraints.max_weekly_distance_m']],
  ['a first week that is negative', { first_week_distance_m: -5 }, ['constraints.first_week_distance_m']],
  ['a run of half a metre more', { longest_run_m: 10_000.5 }, ['constraints.longest_run_m']],
  ['no easy runs', { exclude: ['hills', 'easy-run'] }, ['constraints.exclude.1']],
  ['no long runs', { exclude: ['long-run'] }, ['constraints.exclude.0']],
  ['no races', { exclude: ['race'] }, ['constraints.exclude.0']],
  ['a kind that there is not', { exclude: ['sprints'] }, ['constraints.exclude.0']],
  ['a thousand days off', { days_off: Array(1_000).fill('monday') }, ['constraints.days_off']],
  ['a thousand kinds', { exclude: Array(1_000).fill('hills') }, ['constraints.exclude']],
  ['a thousand absences', { unavailable: Array(1_000).fill(AWAY) }, ['constraints.unavailable']],
  ['a thousand races', { races: Array(1_000).fill(RACE) }, ['constraints.races']],
  ['a thousand injuries', { injuries: Array(1_000).fill(INJURY) }, ['constraints.injuries']],
  ['an absence without an end', { unavailable: [{ from: '2026-09-12' }] }, ['constraints.unavailable.0.to']],
  [
    'a day that is none',
    { unavailable: [AWAY, { from: '2026-02-30', to: '2026-09-14' }] },
    ['constraints.unavailable.1.from'],
  ],
  [
    'an absence that ends before it begins',
    { unavailable: [AWAY, AWAY, { from: '2026-09-14', to: '2026-09-12' }] },
    ['constraints.unavailable.2.to'],
  ],
  [
    'an absence before the plan',
    { unavailable: [{ from: '2026-09-06', to: '2026-09-08' }] },
    ['constraints.unavailable.0.from'],
  ],
  [
    'an absence after the plan',
    { unavailable: [{ from: '2026-09-28', to: '2026-09-29' }] },
    ['constraints.unavailable.0.from'],
  ],
  ['a race before the plan', { races: [{ ...RACE, date: '2026-09-06' }] }, ['constraints.races.0.date']],
  ['a race after the plan', { races: [{ ...RACE, date: '2026-09-28' }] }, ['constraints.races.0.date']],
  ['a race of both', { races: [{ ...RACE, event: '10k' }] }, ['constraints.races.0']],
  ['a race of neither', { races: [{ date: RACE.date, priority: 'a' }] }, ['constraints.races.0']],
  ['a race of no priority', { races: [{ date: RACE.date, event: '5k' }] }, ['constraints.races.0.priority']],
  [
    'a race that nobody runs so fast',
    { races: [{ ...RACE, target_time_s: 1_000 }] },
    ['constraints.races.0.target_time_s'],
  ],
  [
    'an injury that is over',
    { injuries: [{ ...INJURY, from: '2026-08-01', to: '2026-09-06' }] },
    ['constraints.injuries.0.to'],
  ],
  [
    'an injury of long ago',
    { injuries: [{ ...INJURY, from: '2020-01-01' }] },
    ['constraints.injuries.0.from'],
  ],
  [
    'an injury after the plan',
    { injuries: [{ ...INJURY, from: '2026-10-01' }] },
    ['constraints.injuries.0.from'],
  ],
  [
    'an injury that ends before it begins',
    { injuries: [{ ...INJURY, to: '2026-09-11' }] },
    ['constraints.injuries.0.to'],
  ],
  [
    'an injury without its name',
    { injuries: [{ from: '2026-09-12', running: 'none' }] },
    ['constraints.injuries.0.area'],
  ],
];

/** Requests that contradict themselves, with the names of the two fields. */
const CONTRADICTING: readonly (readonly [request: object, one: string, other: string])[] = [
  [
    { constraints: { days_off: ['sunday'], long_run_day: 'sunday' } },
    'constraints.days_off',
    'constraints.long_run_day',
  ],
  [{ constraints: { long_run_day: 'monday' } }, 'workout_days', 'constraints.long_run_day'],
  [{ constraints: { days_per_week: 5 } }, 'workout_days', 'constraints.days_per_week'],
  [
    { constraints: { days_per_week: 4, days_off: ['sunday'] } },
    'constraints.days_off',
    'constraints.days_per_week',
  ],
  [{ constraints: { days_off: [...THREE_WEEKS.workout_days] } }, 'workout_days', 'constraints.days_off'],
  [
    { constraints: { longest_run_m: 20_000, max_weekly_distance_m: 15_000 } },
    'constraints.longest_run_m',
    'constraints.max_weekly_distance_m',
  ],
  [
    { constraints: { first_week_distance_m: 20_000, max_weekly_distance_m: 15_000 } },
    'constraints.first_week_distance_m',
    'constraints.max_weekly_distance_m',
  ],
  [
    { constraints: { first_week_distance_m: 41_000, longest_run_m: 10_000 } },
    'constraints.first_week_distance_m',
    'constraints.longest_run_m',
  ],
  [
    { constraints: { races: [RACE], unavailable: [AWAY] } },
    'constraints.races.0',
    'constraints.unavailable.0',
  ],
  [{ constraints: { races: [RACE], injuries: [INJURY] } }, 'constraints.races.0', 'constraints.injuries.0'],
  [
    { constraints: { races: [RACE], injuries: [{ ...INJURY, running: 'easy_only' }] } },
    'constraints.races.0',
    'constraints.injuries.0',
  ],
  [
    { constraints: { races: [RACE, { ...RACE, distance_m: 5_000 }] } },
    'constraints.races.0',
    'constraints.races.1',
  ],
  [
    { ...GOAL, constraints: { races: [{ ...RACE, date: '2026-09-27' }] } },
    'goal.race_date',
    'constraints.races.0',
  ],
  [
    { ...GOAL, constraints: { unavailable: [AWAY, { from: '2026-09-26', to: '2026-09-27' }] } },
    'goal.race_date',
    'constraints.unavailable.1',
  ],
  [{ ...GOAL, constraints: { injuries: [INJURY] } }, 'goal.race_date', 'constraints.injuries.0'],
  [
    { goal: { event: '10k', race_date: '2026-09-27', target_time_s: 3_000 }, constraints: { exclude: HARD } },
    'goal.target_time_s',
    'constraints.exclude',
  ],
  [
    {
      constraints: { first_week_distance_m: 20_000, unavailable: [{ from: '2026-09-07', to: '2026-09-13' }] },
    },
    'constraints.first_week_distance_m',
    'constraints.unavailable',
  ],
  [
    { constraints: { first_week_distance_m: 20_000, injuries: [{ ...INJURY, from: '2026-09-01' }] } },
    'constraints.first_week_distance_m',
    'constraints.injuries',
  ],
  [
    { constraints: { unavailable: [{ from: '2026-09-07', to: '2026-10-30' }] } },
    'weeks',
    'constraints.unavailable',
  ],
  [
    { constraints: { max_weekly_distance_m: 40_000 }, instructions: 'Max 50 km per week.' },
    'constraints.max_weekly_distance_m',
    '“Max 50 km per week”',
  ],
  [
    { constraints: { long_run_day: 'sunday' }, instructions: '週日不跑' },
    '“週日不跑”',
    'constraints.long_run_day',
  ],
  [{ instructions: 'Long run on Sunday. Sundays off.' }, '“Sundays off”', '“Long run on Sunday”'],
  [{ instructions: 'Four days a week. Three days a week.' }, '“Four days a week”', '“Three days a week”'],
  [{ instructions: '每週最多30公里。從每週40公里開始。' }, '“從每週40公里開始”', '“每週最多30公里”'],
  [{ instructions: 'ロング走は日曜日。日曜は休み。' }, '“日曜は休み”', '“ロング走は日曜日”'],
];

test('a race has metres, whichever way it was said', () => {
  const { races, long_run_day } = constraintsOf({
    long_run_day: null,
    races: [
      { date: '2026-09-13', event: 'half_marathon', priority: 'a' },
      { date: '2026-09-20', distance_m: 15_000, priority: 'c', target_time_s: 4_000 },
    ],
  });
  assert.equal(long_run_day, null);
  assert.deepEqual(races, [
    { date: '2026-09-13', distance_m: 21_097.5, priority: 'a', target_time_s: null },
    { date: '2026-09-20', distance_m: 15_000, priority: 'c', target_time_s: 4_000 },
  ]);
});

describe('what a coach asks for in fields', () => {
  let server: TestServer;
  let stage: PlanStage;
  before(async () => {
    server = await testServer();
    stage = await planStage(server);
  });

  const draft = async (body: object) => await stage.ask('/draft', { ...THREE_WEEKS, ...body });

  for (const [what, constraints, at] of WRONG)
    test(`is refused by name: ${what}`, async () => {
      const { status, body } = await draft({ constraints });
      assert.deepEqual([status, body.code], [400, 'validation_error'], JSON.stringify(body));
      const named = body.details.map(({ path }: { path: string }) => path);
      assert.deepEqual(new Set(named), new Set(at), JSON.stringify(body));
    });

  test('is refused where two contradict each other, and both are named', async () => {
    for (const [request, one, other] of CONTRADICTING) {
      const { status, body } = await draft(request);
      assert.deepEqual([status, body.code], [400, 'validation_error'], JSON.stringify(body));
      const expected = `${one} and ${other} contradict each other: `;
      assert.ok(body.error.startsWith(expected), `${body.error}\n${expected}`);
      assert.equal(body.details.length, 1);
    }
  });

  test('is refused in the language of the caller', async () => {
    const constraints = { days_off: ['sunday'], long_run_day: 'sunday' };
    const texts = await Promise.all(
      ['zh-TW', 'ja'].map(async (language) => {
        const { ask } = await planStage(server, { language });
        return (await ask('/draft', { ...THREE_WEEKS, constraints })).body.error;
      }),
    );
    assert.match(
      texts[0] ?? '',
      /constraints\.days_off 與 constraints\.long_run_day 互相矛盾：長跑會落在休息日/,
    );
    assert.match(texts[1] ?? '', /constraints\.days_off と constraints\.long_run_day が矛盾しています/);
  });

  test('comes back as it was understood, with what the texts add and where each is from', async () => {
    const { status, body } = await draft({
      constraints: {
        days_off: ['tuesday'],
        long_run_day: null,
        exclude: ['hills'],
        unavailable: [WEDNESDAY],
        injuries: [{ area: 'calf', from: '2026-09-08', to: '2026-09-09', running: 'no_hills' }],
      },
      instructions: 'Thursdays off. No fartlek. Be kind.',
      training_principle: 'ロング走は日曜日。火曜日にロング走。',
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.data.understood_as, {
      constraints: {
        days_off: ['tuesday', 'thursday'],
        days_per_week: null,
        long_run_day: 'sunday',
        first_week_distance_m: null,
        max_weekly_distance_m: null,
        longest_run_m: null,
        exclude: ['hills', 'fartlek'],
        unavailable: [{ ...WEDNESDAY, reason: null }],
        races: [],
        injuries: [{ area: 'calf', from: '2026-09-08', to: '2026-09-09', running: 'no_hills' }],
      },
      sources: [
        { field: 'days_off', from: 'fields', text: null },
        { field: 'days_off', from: 'instructions', text: 'Thursdays off' },
        { field: 'long_run_day', from: 'training_principle', text: 'ロング走は日曜日' },
        { field: 'exclude', from: 'fields', text: null },
        { field: 'exclude', from: 'instructions', text: 'No fartlek' },
        { field: 'unavailable', from: 'fields', text: null },
        { field: 'injuries', from: 'fields', text: null },
      ],
    });
    assert.deepEqual(body.data.not_acted_on, [
      { text: 'Be kind', from: 'instructions', field: null },
      { text: '火曜日にロング走', from: 'training_principle', field: 'long_run_day' },
    ]);
    const again = await draft({ constraints: body.data.understood_as.constraints });
    assert.deepEqual(again.body.data.understood_as.constraints, body.data.understood_as.constraints);
  });

  test('holds in the plan', async () => {
    const constraints = { days_off: ['thursday'], exclude: HARD, max_weekly_distance_m: 30_000 };
    const { data } = (await draft({ constraints })).body;
    const { body } = await stage.ask('/generate', { ...THREE_WEEKS, constraints, refined_draft: data.draft });
    const days = body.data.content.map(({ day }: { day: string }) => day);
    assert.ok(days.length > 0 && !days.includes('thursday'), days.join());
    for (const { workout_type } of body.data.content) assert.ok(!HARD.includes(workout_type), workout_type);
    for (const week of Object.values<{ training_distance_m: number }>(body.data.weekly_info))
      assert.ok(week.training_distance_m <= 30_000);
  });
});

describe('words that nothing is made of', () => {
  let server: TestServer;
  let stage: PlanStage;
  before(async () => {
    server = await testServer();
    stage = await planStage(server);
  });

  const INSTRUCTIONS = 'Achilles tendinopathy: no hills, no speed work. Likes trails. No fartlek.';

  test('stand at the top of the draft, whole, and go with the plan as a note of the coach', async () => {
    const asked = { ...THREE_WEEKS, instructions: INSTRUCTIONS };
    const { data } = (await stage.ask('/draft', asked)).body;
    const top = data.draft.slice(0, data.draft.indexOf('## Week 1'));
    assert.match(top, /Not acted on.*: “Achilles tendinopathy: no hills, no speed work” “Likes trails”\n/);
    assert.match(top, /Understood and followed: “No fartlek”\n/);
    const { body } = await stage.ask('/generate', { ...asked, refined_draft: data.draft });
    assert.equal(body.data.coach_notes, 'Achilles tendinopathy: no hills, no speed work\nLikes trails');
    assert.deepEqual(body.data.not_acted_on, [
      { text: 'Achilles tendinopathy: no hills, no speed work', from: 'instructions', field: 'injuries' },
      { text: 'Likes trails', from: 'instructions', field: null },
    ]);
  });

  test('and tell of an injury are a warning with the quotation, once, in the language of the plan', async () => {
    const quotation = 'Achilles tendinopathy: no hills, no speed work';
    for (const [language, words] of [
      ['en', /injury or an illness/],
      ['zh-TW', /受傷或疾病/],
      ['ja', /けがや病気/],
    ] as const) {
      const asked = { ...THREE_WEEKS, instructions: INSTRUCTIONS, language };
      const drafted = (await stage.ask('/draft', asked)).body.data;
      const plan = await stage.ask('/generate', { ...asked, refined_draft: drafted.draft });
      for (const { findings } of [drafted, plan.body.data]) {
        assert.equal(findings.length, 1, JSON.stringify(findings));
        const [{ text, ...finding }] = findings;
        const expected = { code: 'health_mentioned', rank: 'warning' };
        assert.deepEqual(finding, { ...expected, evidence: { quotation }, source: 'specification' });
        assert.match(text, words);
        assert.ok(text.includes(quotation));
      }
    }
  });

  test('that a coach wrote into the draft are read for health alone', async () => {
    const { draft } = (await stage.ask('/draft', THREE_WEEKS)).body.data;
    const plan = async (refined_draft: string) =>
      (await stage.ask('/generate', { ...THREE_WEEKS, refined_draft })).body.data.findings;
    assert.deepEqual(await plan(draft), []);
    const [finding] = await plan(draft.replace('## Week 1', 'Sprained ankle in August.\n\n## Week 1'));
    assert.equal(finding.evidence.quotation, 'Sprained ankle in August');
  });
});
