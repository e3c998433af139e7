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

  test('guidance that the draft contradicts is refused, and both are named', async () => {
    for (const extra_guidance of [
      'No running on Sunday.',
      'Long run on Saturday.',
      'Max 10 km per week.',
      'Long run at most 5 km.',
      'Three days a week.',
      '週日不跑。',
      '日曜は休み。',
    ]) {
      const faults = await refusedFor({ extra_guidance });
      const quote = extra_guidance.replace(/[.。]$/, '');
      assert.ok(
        faults.some(
          (fault) =>
            fault.startsWith('extra_guidance: ') &&
            fault.includes(quote) &&
            /week \d+ of the draft/.test(fault),
        ),
        faults.join('\n'),
      );
    }
    const said = draft.replace(/- \*\*Thursday.*/, '- **Thursday**: Hills, 10 km');
    assert.match(
      (await refusedFor({ refined_draft: said, extra_guidance: 'No hills' })).join(),
      /“No hills”/,
    );
  });

  test('instructions and principle give way to the draft, which was made after them', async () => {
    const training_principle = 'Sundays off. Be patient.';
    const instructions = 'Long run on Saturday. No strength.';
    const { body } = await make({ instructions, training_principle });
    const contradicting = 'Max 10 km per week. At least 50 km per week.';
    assert.equal((await refusedFor({ instructions: contradicting })).length, 1);
    assert.deepEqual(body.data.instructions_read, {
      understood: ['No strength'],
      overruled: ['Long run on Saturday', 'Sundays off'],
      not_understood: ['Be patient'],
    });
  });

  test('what a draft was made for is understood of its plan, too', async () => {
    for (const instructions of [
      'Sundays off. Long run on Saturday.',
      'Max 35 km per week. Long run at most 12 km.',
      'No intervals. No hills. Three days a week.',
    ]) {
      const drafted = await stage.ask('/draft', { ...BASE, instructions });
      const plan = await make({ instructions, refined_draft: drafted.body.data.draft });
      assert.equal(plan.status, 200, JSON.stringify(plan.body));
      assert.deepEqual(plan.body.data.instructions_read, drafted.body.data.instructions_read);
      assert.deepEqual(plan.body.data.instructions_read.overruled, [], instructions);
    }
  });

  test('so many days a week as the instructions say are trained on', async () => {
    const asked = { ...NO_DAYS, experience_level: 'beginner', instructions: 'Four days a week.' };
    const { data } = (await stage.ask('/draft', asked)).body;
    assert.equal(data.workout_days.length, 4);
    assert.deepEqual(data.instructions_read.understood, ['Four days a week']);
    for (const instructions of ['Two days a week', '每週跑兩天', '週2日走る']) {
      const { body } = await stage.ask('/draft', { ...BASE, instructions });
      assert.deepEqual(body.data.workout_days, ['thursday', 'sunday'], instructions);
    }
    const { status, body } = await stage.ask('/draft', { ...BASE, instructions: 'Five days a week.' });
    assert.deepEqual([status, body.details[0].path], [400, 'instructions']);
    assert.match(body.error, /Five days a week.*Tuesday, Thursday, Saturday, Sunday/);
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
    // Also one that starts on no Monday, and one without dates.
    const start_date = '2026-11-26';
    const thursday = (await stage.ask('/draft', { ...BASE, start_date })).body.data.draft;
    const later = await stage.ask('/generate', { ...NO_START, refined_draft: thursday });
    assert.equal(later.body.data.start_date, start_date);
    const undated = draft.replace(/ \(\d{4}-\d\d-\d\d\)/g, '');
    assert.equal((await make({ refined_draft: undated, start_date: '2026-12-07' })).status, 200);
  });
});
