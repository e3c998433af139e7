import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newId } from '../../../shared/ids.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { addMember } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { athleteOf, type PlanStage, planStage, THREE_WEEKS } from '../../../test/plan-stage.ts';

const weeks = (...numbers: number[]): string =>
  numbers.map((number) => `## Week ${number}: Base\n\n- Sunday: Easy run, 8 km\n`).join('\n');

const GOOD = { ...THREE_WEEKS, refined_draft: weeks(1, 2, 3) };
const BOTH = ['/draft', '/generate'];
const PLAN = ['/generate'];

const WRONG: readonly (readonly [
  what: string,
  paths: readonly string[],
  body: object,
  at: readonly string[],
])[] = [
  ['no weeks', BOTH, { weeks: 0 }, ['weeks']],
  ['53 weeks', BOTH, { weeks: 53 }, ['weeks']],
  ['half a week', BOTH, { weeks: 2.5 }, ['weeks']],
  ['weeks as a text', BOTH, { weeks: '8' }, ['weeks']],
  ['a level that there is not', BOTH, { experience_level: 'elite' }, ['experience_level']],
  ['a day that there is not', BOTH, { start_date: '2026-02-30' }, ['start_date']],
  ['a start in words', BOTH, { start_date: 'monday' }, ['start_date']],
  ['a sourcing that there is not', BOTH, { content_sourcing: 'copy' }, ['content_sourcing']],
  ['a draft of nine characters', PLAN, { refined_draft: '## Week 1' }, ['refined_draft']],
  ['a draft of ten characters that is none', PLAN, { refined_draft: 'Run a lot!' }, ['refined_draft']],
  ['a draft that lacks a week', PLAN, { refined_draft: weeks(1, 3) }, ['refined_draft']],
  ['a draft with a week more', PLAN, { refined_draft: weeks(1, 2, 3, 4) }, ['refined_draft']],
  ['a draft with a week twice', PLAN, { refined_draft: weeks(1, 2, 2, 3) }, ['refined_draft']],
  ['a draft out of order', PLAN, { refined_draft: weeks(1, 3, 2) }, ['refined_draft']],
  ['a draft that is too long', PLAN, { refined_draft: 'x'.repeat(200_001) }, ['refined_draft']],
  ['a race before the start', BOTH, race('2026-09-06'), ['goal.race_date']],
  ['a race on the next day', BOTH, race('2026-09-08'), ['goal.race_date']],
  ['a race on the sixth day', BOTH, race('2026-09-12'), ['goal.race_date']],
  ['a race two years and a day after the start', BOTH, race('2028-09-07'), ['goal.race_date']],
  ['a race in thousands of years', BOTH, race('8999-12-31'), ['goal.race_date']],
  ['a race without an event', BOTH, race('2026-09-27', 'general'), ['goal.race_date']],
  [
    'a time without an event',
    BOTH,
    { goal: { event: 'general', target_time_s: 3_000 } },
    ['goal.target_time_s'],
  ],
  [
    'a marathon in an hour',
    BOTH,
    { goal: { event: 'marathon', target_time_s: 3_600 } },
    ['goal.target_time_s'],
  ],
  ['5 km in a day', BOTH, { goal: { event: '5k', target_time_s: 86_400 } }, ['goal.target_time_s']],
  ['no training days', BOTH, { workout_days: [] }, ['workout_days']],
  ['a training day twice', BOTH, { workout_days: ['monday', 'monday'] }, ['workout_days']],
  [
    'instructions that contradict the days',
    ['/draft'],
    { instructions: 'Rest on Tuesday, Thursday, Saturday and Sunday.' },
    ['instructions'],
  ],
  [
    'an empty library that nothing else may be taken from',
    PLAN,
    { content_sourcing: 'strict_existing' },
    ['content_sourcing'],
  ],
  [
    'several things at once',
    PLAN,
    { ...race('2026-09-08'), refined_draft: weeks(1, 1), workout_days: [] },
    ['goal.race_date', 'workout_days', 'refined_draft'],
  ],
];

function race(race_date: string, event = '10k') {
  return { goal: { event, race_date } };
}

describe('plans that can not be made', () => {
  let server: TestServer;
  let stage: PlanStage;
  before(async () => {
    server = await testServer();
    stage = await planStage(server);
  });

  for (const [what, paths, body, at] of WRONG) {
    test(what, async () => {
      for (const path of paths) {
        const answer = await stage.ask(path, { ...GOOD, ...body });
        assert.deepEqual(
          [answer.status, answer.body.code],
          [400, 'validation_error'],
          JSON.stringify(answer.body),
        );
        const named = answer.body.details.map((detail: { path: string }) => detail.path);
        assert.deepEqual(new Set(named), new Set(at), JSON.stringify(answer.body));
      }
    });
  }

  test('are refused in the language of the caller, with words for each fault', async () => {
    const texts: string[] = [];
    for (const [language, script] of [
      ['en', /^[\x20-\x7e\u2000-\u206f]+$/],
      ['zh-TW', /[\u4e00-\u9fff]/],
      ['ja', /[\u3040-\u30ff]/],
    ] as const) {
      const { ask } = await planStage(server, { language });
      const { body } = await ask('/draft', { ...GOOD, ...race('2026-09-06') });
      assert.match(body.error, script);
      assert.equal(body.details[0].message, body.error);
      texts.push(body.error);
    }
    assert.equal(new Set(texts).size, 3);
  });

  test('forty periods that end before they begin are refused within the limits of an answer', async () => {
    const period = { from: '2026-09-17', to: '2026-09-16' };
    for (const language of LANGUAGES) {
      const { ask } = await planStage(server, { language });
      const constraints = { unavailable: Array.from({ length: 40 }, () => period) };
      const { status, body } = await ask('/draft', { ...GOOD, constraints });
      assert.deepEqual([status, body.code, body.details.length], [400, 'validation_error', 20], body.error);
      assert.ok(body.error.startsWith(body.details[0].message), body.error);
      assert.ok(body.error.length <= 1_000, `${body.error.length} characters`);
      const named = body.error.split(body.details[0].message).length - 1;
      assert.match(body.error.split(body.details[0].message).at(-1), new RegExp(`${40 - named}`));
    }
  });

  test('a race two years after the start can be planned for', async () => {
    const { status, body } = await stage.ask('/draft', { ...THREE_WEEKS, ...race('2028-09-06') });
    assert.deepEqual([status, body.data.goal.race_date], [200, '2028-09-06']);
  });

  test('a body of two megabytes is not even read', async () => {
    const answer = await stage.ask('/generate', { ...GOOD, refined_draft: 'x'.repeat(2_000_000) });
    assert.deepEqual([answer.status, answer.body.code], [413, 'payload_too_large']);
  });

  test('an organization or athlete of somebody else looks like none', async () => {
    const other = await planStage(server);
    const member = await athleteOf(server, other.club);
    for (const path of BOTH) {
      const [foreign, unknown] = [
        await stage.ask(path, { ...GOOD, org_id: other.club.org_id }),
        await stage.ask(path, { ...GOOD, org_id: newId() }),
      ];
      assert.deepEqual([foreign.status, foreign.body.error], [404, unknown.body.error]);
      const [theirs, nobody] = [
        await stage.ask(path, { ...GOOD, athlete_id: member }),
        await stage.ask(path, { ...GOOD, athlete_id: newId() }),
      ];
      assert.deepEqual([theirs.status, theirs.body.error], [404, nobody.body.error]);
    }
  });

  test('whoever is no coach of the organization may not', async () => {
    const member = await addMember(server, stage.club);
    for (const path of BOTH) {
      const refused = await stage.ask(path, GOOD, member.token);
      assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
      const nobody = await server.request('POST', `/api/v1/plans${path}`, { body: GOOD });
      assert.equal(nobody.status, 401);
    }
  });

  test('an athlete’s race that is too soon or too far, or of no event, is left out instead', async () => {
    for (const next_race of [
      { name: 'Run', date: '2026-09-09', distance_m: 10_000, goal_time_s: null },
      { name: 'Run', date: '2028-09-07', distance_m: 10_000, goal_time_s: null },
      { name: 'Run', date: '2026-12-09', distance_m: 15_000, goal_time_s: null },
    ]) {
      const athlete_id = await athleteOf(server, stage.club, { next_race });
      const { status, body } = await stage.ask('/draft', { ...THREE_WEEKS, athlete_id });
      assert.deepEqual([status, body.data.goal.event, body.data.goal.race_date], [200, 'general', null]);
    }
  });
});
