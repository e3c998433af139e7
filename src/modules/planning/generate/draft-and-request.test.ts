import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '../../../shared/calendar.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { type PlanStage, planStage } from '../../../test/plan-stage.ts';

const BASE = {
  weeks: 4,
  experience_level: 'advanced',
  workout_days: ['tuesday', 'thursday', 'saturday', 'sunday'],
  start_date: '2026-11-23',
};
const { workout_days: _, ...NO_DAYS } = BASE;
const { start_date: __, ...NO_START } = BASE;

describe('a plan of a draft and of words', () => {
  let server: TestServer;
  let stage: PlanStage;
  let draft: string;
  before(async () => {
    server = await testServer();
    stage = await planStage(server);
    draft = (await stage.ask('/draft', BASE)).body.data.draft;
  });

  const make = async (body: object) =>
    await stage.ask('/generate', { ...BASE, refined_draft: draft, ...body });
  const refusedFor = async (body: object): Promise<string[]> => {
    const answer = await make(body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation_error'], JSON.stringify(body));
    return answer.body.details.map(
      ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
    );
  };

  test('a sentence that the draft contradicts gives way to it, and comes back', async () => {
    for (const [extra_guidance, field] of [
      ['No running on Sunday.', 'days_off'],
      ['Long run on Saturday.', 'long_run_day'],
      ['Max 10 km per week.', 'max_weekly_distance_m'],
      ['Long run at most 5 km.', 'longest_run_m'],
      ['Three days a week.', 'days_per_week'],
      ['週日不跑。', 'days_off'],
      ['日曜は休み。', 'days_off'],
    ] as const) {
      const { status, body } = await make({ extra_guidance });
      assert.equal(status, 200, JSON.stringify(body));
      const text = extra_guidance.replace(/[.。]$/, '');
      assert.deepEqual(body.data.not_acted_on, [{ text, from: 'extra_guidance', field }]);
      assert.deepEqual(body.data.understood_as.sources, []);
      assert.equal(body.data.coach_notes, text);
    }
  });

  test('a field that the draft contradicts is refused, and both are named', async () => {
    for (const [constraints, field] of [
      [{ days_off: ['sunday'] }, 'days_off'],
      [{ long_run_day: 'saturday' }, 'long_run_day'],
      [{ max_weekly_distance_m: 10_000 }, 'max_weekly_distance_m'],
      [{ longest_run_m: 5_000 }, 'longest_run_m'],
      [{ days_per_week: 3 }, 'days_per_week'],
      [{ unavailable: [{ from: '2026-11-24', to: '2026-11-24' }] }, 'unavailable'],
      [{ injuries: [{ area: 'calf', from: '2026-11-24', running: 'none' }] }, 'injuries'],
    ] as const) {
      const faults = await refusedFor({ constraints });
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', new RegExp(`^refined_draft: constraints\\.${field} .*week \\d+`));
    }
    const said = draft.replace(/- \*\*Thursday.*/, '- **Thursday**: Hills, 10 km');
    const faults = await refusedFor({ refined_draft: said, constraints: { exclude: ['hills'] } });
    assert.match(faults.join(), /constraints\.exclude .*week 1 \(Thursday\)/);
  });

  test('instructions and principle give way to the draft, which was made after them', async () => {
    const training_principle = 'Sundays off. Be patient.';
    const instructions = 'Long run on Saturday. No strength.';
    const { body } = await make({ instructions, training_principle });
    const { understood_as, not_acted_on } = body.data;
    assert.deepEqual(understood_as.sources, [
      { field: 'exclude', from: 'instructions', text: 'No strength' },
    ]);
    assert.deepEqual(not_acted_on, [
      { text: 'Be patient', from: 'training_principle', field: null },
      { text: 'Long run on Saturday', from: 'instructions', field: 'long_run_day' },
      { text: 'Sundays off', from: 'training_principle', field: 'days_off' },
    ]);
  });

  test('what a draft was made for is understood of its plan, too', async () => {
    for (const asked of [
      { instructions: 'Sundays off. Long run on Saturday.' },
      { instructions: 'Max 35 km per week. Long run at most 12 km.' },
      { instructions: 'No intervals. No hills. Three days a week.' },
      { constraints: { days_off: ['tuesday'], exclude: ['hills'], long_run_day: 'sunday' } },
    ]) {
      const drafted = await stage.ask('/draft', { ...BASE, ...asked });
      const plan = await make({ ...asked, refined_draft: drafted.body.data.draft });
      assert.equal(plan.status, 200, JSON.stringify(plan.body));
      assert.deepEqual(plan.body.data.understood_as, drafted.body.data.understood_as);
      assert.deepEqual(plan.body.data.not_acted_on, []);
    }
  });

  test('so many days a week as were asked for are trained on', async () => {
    const asked = { ...NO_DAYS, experience_level: 'beginner', instructions: 'Four days a week.' };
    const { data } = (await stage.ask('/draft', asked)).body;
    assert.equal(data.workout_days.length, 4);
    for (const said of [
      { constraints: { days_per_week: 2 } },
      { instructions: '每週跑兩天' },
      { instructions: '週2日走る' },
    ]) {
      const { body } = await stage.ask('/draft', { ...BASE, ...said });
      assert.deepEqual(body.data.workout_days, ['thursday', 'sunday'], JSON.stringify(said));
    }
    const { status, body } = await stage.ask('/draft', { ...BASE, instructions: 'Five days a week.' });
    assert.deepEqual([status, body.details[0].path], [400, 'instructions']);
    assert.match(body.error, /workout_days.*Five days a week/);
  });

  test('days that nobody asked for give way to the day of the long run and to days off', async () => {
    const asked = { ...NO_DAYS, experience_level: 'beginner' };
    const daysOf = async (constraints: object) =>
      (await stage.ask('/draft', { ...asked, constraints })).body.data.workout_days;
    assert.deepEqual(await daysOf({ long_run_day: 'saturday' }), ['tuesday', 'saturday', 'sunday']);
    assert.deepEqual(await daysOf({ days_off: ['sunday'] }), ['tuesday', 'thursday']);
    assert.equal((await daysOf({ days_off: ['sunday'], days_per_week: 3 })).length, 3);
  });

  test('a draft on other days than those asked for is refused; its own days count where none are', async () => {
    const faults = await refusedFor({ workout_days: ['monday', 'wednesday', 'friday'] });
    assert.equal(faults.length, 1);
    assert.match(
      faults[0] ?? '',
      /^workout_days: .*Tuesday, Thursday, Saturday, Sunday.*Monday, Wednesday, Friday/,
    );
    const { body } = await stage.ask('/generate', { ...NO_DAYS, refined_draft: draft });
    assert.deepEqual(body.data.workout_days, BASE.workout_days);
    const days = body.data.content.map(({ day }: { day: string }) => day);
    assert.deepEqual(new Set(days), new Set(BASE.workout_days));
  });

  test('a draft of other dates is refused; its own start counts where none is asked for', async () => {
    for (const days of [-7, 1, 7]) {
      const start_date = addDays(BASE.start_date, days);
      const faults = await refusedFor({ start_date });
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', new RegExp(`^start_date: .*${BASE.start_date}.*${start_date}`));
    }
    const untitled = draft.slice(draft.indexOf('## Week 1'));
    assert.match(
      (await refusedFor({ refined_draft: untitled, start_date: '2026-12-07' })).join(),
      /2026-11-23/,
    );
    for (const refined_draft of [draft, untitled]) {
      const { body } = await stage.ask('/generate', { ...NO_START, refined_draft });
      assert.deepEqual([body.data.start_date, body.data.content[0].date], ['2026-11-23', '2026-11-24']);
    }
    const start_date = '2026-11-26';
    const thursday = (await stage.ask('/draft', { ...BASE, start_date })).body.data.draft;
    const later = await stage.ask('/generate', { ...NO_START, refined_draft: thursday });
    assert.equal(later.body.data.start_date, start_date);
    const undated = draft.replace(/ \(\d{4}-\d\d-\d\d\)/g, '');
    assert.equal((await make({ refined_draft: undated, start_date: '2026-12-07' })).status, 200);
  });
});
