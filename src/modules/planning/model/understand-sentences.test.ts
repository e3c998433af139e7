import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { OBEDIENT } from '../../../../sandbox/model/obedient-model.ts';
import { elements, type ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import { type ModelSandbox, startModel } from '../../../../sandbox/model/start-model.ts';
import { speakInProcess } from '../../../test/adversarial-model/speak-in-process.ts';
import { QUIET } from '../../../test/adversarial-model/stage.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type PlanStage, planStage, THREE_WEEKS } from '../../../test/plan-stage.ts';
import { chosenRuns } from '../../../test/property.ts';
import { createUnderstanding } from './understand-sentences.ts';

/** The result where the model answers with these elements; sentences are numbered as they are asked. */
async function understood(sentences: readonly string[], ...said: readonly unknown[]) {
  const understand = createUnderstanding({ model: speakInProcess('m', [[elements(said)]]), logger: QUIET });
  return Object.fromEntries(await understand(sentences, '2026-11-23', new AbortController().signal));
}

const CALF = 'My left calf is sore, no hills until 5 December';
const SAID: readonly (readonly [text: string, said: object, fields: object])[] = [
  ['Mondays are choir', { days_off: ['monday'] }, { days_off: ['monday'] }],
  ['Three runs a week will do', { days_per_week: 3 }, { days_per_week: 3 }],
  ['Nobody needs more than 50 km', { max_weekly_distance_m: 50_000 }, { max_weekly_distance_m: 50_000 }],
  ['Top out at 40 miles', { max_weekly_distance_m: 64_374 }, { max_weekly_distance_m: 64_374 }],
  ['長跑最多１８公里', { longest_run_m: 18_000 }, { longest_run_m: 18_000 }],
  [
    'I fly to Rome from 1 to 4 December',
    { unavailable: [{ from: '12-01', to: '12-04' }] },
    { unavailable: [{ from: '2026-12-01', to: '2026-12-04' }] },
  ],
  [
    'Holidays from 20 to 28 January',
    { unavailable: [{ from: '01-20', to: '01-28' }] },
    { unavailable: [{ from: '2027-01-20', to: '2027-01-28' }] },
  ],
  [
    'Week 2 is for my exams',
    { unavailable: [{ from: 'week 2', to: 'week 2' }] },
    { unavailable: [{ from: '2026-11-30', to: '2026-12-06' }] },
  ],
  [
    'There is a parkrun on 12 December 2026',
    { races: [{ date: '2026-12-12', event: '5k', distance_m: null, priority: 'c' }] },
    { races: [{ date: '2026-12-12', event: '5k', priority: 'c' }] },
  ],
  [
    CALF,
    { injuries: [{ area: 'left calf', from: null, to: '12-05', running: 'no_hills' }] },
    { injuries: [{ area: 'left calf', from: '2026-11-23', to: '2026-12-05', running: 'no_hills' }] },
  ],
];

for (const [text, said, fields] of SAID)
  test(`“${text}” is said in the fields of a request`, async () => {
    assert.deepEqual(await understood([text], { sentence: 1, exclude: null, ...said }), { [text]: fields });
  });

const injury = { area: 'left calf', from: null, to: null, running: 'easy_only' };
const INVENTED: readonly (readonly [what: string, text: string, said: object])[] = [
  ['a distance', 'Not too much please', { max_weekly_distance_m: 50_000 }],
  ['another distance', 'At most 50 km', { max_weekly_distance_m: 80_000 }],
  ['kilometres for miles', 'At most 50 miles', { max_weekly_distance_m: 50_000 }],
  ['words of its own', CALF, { injuries: [{ ...injury, area: 'Mail evil.example' }] }],
  [
    'the distance of a race',
    'A race on 12 December',
    { races: [{ date: '12-12', distance_m: 90_000, priority: 'a' }] },
  ],
  ['a kind of workout', 'No yoga', { exclude: ['yoga'] }],
  ['nothing', 'Have fun', {}],
  ['more running for a calf that hurts', CALF, { injuries: [injury], days_per_week: 7 }],
  ['more running instead of an injury', 'My knee hurts, give me 7 days', { days_per_week: 7 }],
  ['a first week after an illness', 'After the flu start with 60 km', { first_week_distance_m: 60_000 }],
  [
    'a race in spite of an injury',
    '膝蓋受傷，12月12日照跑',
    { races: [{ date: '12-12', event: '10k', priority: 'a' }] },
  ],
];
for (const [what, text, said] of INVENTED)
  test(`${what} is not taken from a model, and nothing else of the sentence`, async () => {
    assert.deepEqual(await understood([text], { sentence: 1, ...said }), {});
  });

test('of sentences that nobody asked about nothing is heard, and no value stops the reading', async () => {
  const off = { days_off: ['monday'] };
  assert.deepEqual(await understood(['a'], { sentence: 2, ...off }, { sentence: 0, ...off }, 'hm', null), {});
  const { seed, runs } = chosenRuns(100);
  const { area, ...rest } = injury;
  await fc.assert(
    fc.asyncProperty(
      fc.anything(),
      fc.constantFrom('days_off', 'races', 'injuries'),
      async (value, member) => {
        const said = JSON.parse(JSON.stringify({ sentence: 1, [member]: [value ?? null] }));
        assert.deepEqual(await understood(['Mondays off'], said, { sentence: 1, injuries: [rest] }), {});
      },
    ),
    { seed, numRuns: runs },
  );
});

describe('a server with a model', () => {
  let model: ModelSandbox;
  let server: TestServer;
  let stage: PlanStage;
  before(async () => {
    model = await startModel();
    server = await startTestServer({ ROLES: 'api', ...model.env() });
    stage = await planStage(server);
  });
  after(async () => {
    await server.stop();
    await model.stop();
  });

  /** The answer to a request for a draft, where the model answers this about its sentences. */
  async function draft(said: readonly object[] | ScriptedAnswer, request: object) {
    model.requests.forget();
    model.answerAlways((asked) => {
      if (!asked.prompt.includes('<data name="sentences">'))
        return typeof OBEDIENT === 'function' ? OBEDIENT(asked) : OBEDIENT;
      return typeof said === 'function'
        ? said(asked)
        : Array.isArray(said)
          ? [elements(said)]
          : (said as never);
    });
    const { status, body } = await stage.ask('/draft', { ...THREE_WEEKS, ...request });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);

  test('what a model understood is held to, echoed with its sentence, and not among what was not acted on', async () => {
    const instructions = 'Nobody needs more than 21 km. Sing while you run. Long runs on Saturday.';
    const made = await draft([{ sentence: 1, max_weekly_distance_m: 21_000 }], { instructions });
    const { constraints, sources } = made.understood_as;
    assert.deepEqual([constraints.max_weekly_distance_m, constraints.long_run_day], [21_000, 'saturday']);
    assert.deepEqual(
      sources.map(({ field, from, text }: Record<string, string>) => [field, from, text]),
      [
        ['long_run_day', 'instructions', 'Long runs on Saturday'],
        ['max_weekly_distance_m', 'instructions', 'Nobody needs more than 21 km'],
      ],
    );
    assert.deepEqual(texts(made.not_acted_on), ['Sing while you run']);
    const weeks = [...made.draft.matchAll(/^## Week \d+: \w+, ([\d.]+) km/gm)].map(([, km]) => Number(km));
    assert.ok(weeks.length === 3 && weeks.every((km) => km <= 21), `${weeks}`);
    const [{ prompt, system } = { prompt: '', system: '' }] = model.requests.list();
    assert.match(prompt, /"text":"Nobody needs more than 21 km"/);
    assert.doesNotMatch(`${prompt}${system}`, /Saturday|2026-0|intermediate/);
  });

  test('what contradicts a field of the request, or would be no request, gives way and is said', async () => {
    const contradicts = {
      instructions: 'Nobody needs more than 30 km.',
      constraints: { first_week_distance_m: 35_000 },
    };
    const said = [{ sentence: 1, max_weekly_distance_m: 30_000 }];
    const { understood_as, not_acted_on } = await draft(said, contradicts);
    assert.equal(understood_as.constraints.max_weekly_distance_m, null);
    assert.deepEqual(not_acted_on, [
      { text: 'Nobody needs more than 30 km', from: 'instructions', field: 'max_weekly_distance_m' },
    ]);
    for (const [text, fields] of [
      ['I was in Rome on 1 May 2020', { unavailable: [{ from: '2020-05-01', to: '2020-05-01' }] }],
      ['I fly to Rome in September', { unavailable: [{ from: '09-10', to: '09-14' }] }],
      // No week with this distance is possible, which only the engine finds out.
      ['My taste would be 150 km to begin with', { first_week_distance_m: 150_000 }],
      ['Just 1 km', { max_weekly_distance_m: 1_000 }],
      ['Nothing easy', { exclude: ['easy-run'] }],
      ['Away from 20 to 16 September', { unavailable: [{ from: '09-20', to: '09-16' }] }],
    ] as const) {
      const made = await draft([{ sentence: 1, ...fields }], { instructions: text });
      assert.deepEqual(texts(made.not_acted_on), [text]);
      assert.deepEqual(made.understood_as.sources, []);
    }
  });

  test('a sentence of injury is never more running, and comes back with its warning', async () => {
    const instructions = 'My Achilles tendon hurts, so 7 days a week.';
    const made = await draft([{ sentence: 1, days_per_week: 7 }], { instructions });
    assert.equal(made.understood_as.constraints.days_per_week, null);
    assert.deepEqual(texts(made.not_acted_on), ['My Achilles tendon hurts, so 7 days a week']);
    assert.ok(made.findings.some(({ code }: { code: string }) => code === 'health_mentioned'));
  });

  test('a model that fails understands nothing, and the plan is made', async () => {
    for (const answer of [{ status: 500 }, ['Sure!'], [{ drop: true }]] as const) {
      const made = await draft(() => answer as never, { instructions: 'Nobody needs more than 21 km.' });
      assert.deepEqual(texts(made.not_acted_on), ['Nobody needs more than 21 km']);
    }
  });

  test('where the forms fit all sentences, no model is asked about any', async () => {
    await draft([], { instructions: 'Long runs on Saturday.' });
    assert.ok(model.requests.list().every(({ prompt }) => !prompt.includes('<data name="sentences">')));
  });
});
