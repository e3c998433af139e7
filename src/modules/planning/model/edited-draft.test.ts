import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT } from '../../../../sandbox/model/obedient-model.ts';
import { type ModelSandbox, startModel } from '../../../../sandbox/model/start-model.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type PlanStage, planStage } from '../../../test/plan-stage.ts';
import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';

const WORKOUT_DAYS = ['monday', 'tuesday', 'thursday', 'friday', 'saturday', 'sunday'];
const REQUEST = {
  weeks: 2,
  experience_level: 'advanced',
  start_date: '2026-09-07',
  goal: { event: 'marathon' },
};

type Made = { readonly content: readonly PlannedWorkout[]; readonly weekly_info: PlanContent['weekly_info'] };

/** The model does as it is told, and fills days with sessions of its own. */
describe('a draft that a coach edited goes to a server with a model', () => {
  let model: ModelSandbox;
  let server: TestServer;
  let stage: PlanStage;
  let draft: string;
  before(async () => {
    model = await startModel();
    server = await startTestServer({ ROLES: 'api', ...model.env() });
    stage = await planStage(server);
    model.answerAlways(OBEDIENT);
    draft = (await stage.ask('/draft', { ...REQUEST, workout_days: WORKOUT_DAYS })).body.data.draft;
  });
  after(async () => {
    await server.stop();
    await model.stop();
  });

  async function make(refined_draft: string): Promise<Made> {
    assert.notEqual(refined_draft, draft);
    model.requests.forget();
    const made = await stage.ask('/generate', { ...REQUEST, refined_draft });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const { engine, adjusted_weeks } = made.body.data;
    // Nothing of it is the rules' because the model failed, and the coach is not told that anything was.
    assert.deepEqual({ engine, adjusted_weeks }, { engine: MODEL_NAME, adjusted_weeks: [] });
    return made.body.data;
  }

  function workoutOn({ content }: Made, date: string): PlannedWorkout {
    return content.find((workout) => workout.date === date) ?? assert.fail(`nothing on ${date}`);
  }

  test('a session comes back as it was written, stretch by stretch', async () => {
    const made = await make(
      draft.replace(/^(- \*\*Tuesday\*\* \(2026-09-15\): ).*$/m, '$1Intervals, 11 km – 6 x 800 m'),
    );
    const tuesday = workoutOn(made, '2026-09-15');
    assert.deepEqual([tuesday.workout_type, tuesday.title], ['intervals', '6 × 800 m intervals']);
    assertAbout(tuesday.distance_m, 11_000);
    const sets = tuesday.segments.filter(({ repeat }) => repeat !== undefined);
    const [work] = sets[0]?.repeat?.segments ?? [];
    assert.deepEqual(
      [sets.length, sets[0]?.repeat?.times, work?.kind, work?.distance_m, work?.target?.zone],
      [1, 6, 'work', 800, 'interval'],
    );
  });

  test('sessions that nobody changed come back as well, and the other days are the model’s', async () => {
    const { content } = await make(`${draft}\n`);
    const titles = content.map(({ title }) => title);
    const sessions = [...draft.matchAll(/^- .*? – (.*)$/gm)].map(([, session]) => session ?? '');
    assert.ok(sessions.length >= 4, draft);
    assert.deepEqual(
      sessions.filter((session) => !titles.includes(session)),
      [],
    );
    assert.ok(titles.includes('As the model says'), `${titles}`);
    // What is decided is not paid for.
    const asked = model.requests.list().map(({ prompt }) => prompt);
    assert.doesNotMatch(asked.join('\n'), /"day":"tuesday"/);
  });

  test('a week’s phase and its line of focus come back, and the model may go by them', async () => {
    const made = await make(
      draft
        .replace(/^## Week 2: \w+/m, '## Week 2: Peak')
        .replace(/^(## Week 2:.*\n+)_.*_$/m, '$1_Speed before the club race_'),
    );
    const { phase, focus } = made.weekly_info['2'] ?? assert.fail();
    assert.deepEqual([phase, focus], ['peak', 'Speed before the club race']);
    assert.deepEqual(
      [workoutOn(made, '2026-09-14').phase, workoutOn(made, '2026-09-15').phase],
      [phase, phase],
    );
    const { prompt } = model.requests.list()[0] ?? assert.fail();
    assert.match(prompt, /^\{"week":2,"phase":"peak"/m);
    assert.match(prompt, /^\{.*\{"week":2,"focus":"Speed before the club race"\}/m);
  });

  test('distances come back, those of weeks that name no days too', async () => {
    const made = await make(
      draft
        .replace(/^(- \*\*Monday\*\* \(2026-09-07\): ).*$/m, '$1Easy run, 4.8 km')
        .replace(/^## Week 2[^_]*[\s\S]*$/m, '## Week 2: Build, 57.3 km\n'),
    );
    assertAbout(workoutOn(made, '2026-09-07').distance_m, 4_800);
    assertAbout(made.weekly_info['2']?.total_distance_m, 57_300);
  });

  test('days come back', async () => {
    const made = await make(draft.replace('**Monday** (2026-09-14)', '**Wednesday** (2026-09-16)'));
    const days = made.content.filter(({ week_number }) => week_number === 2).map(({ day }) => day);
    assert.deepEqual(days, ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
  });
});

const MODEL_NAME = 'openai-compatible/sandbox-model';

/** As far as a draft tells distances. */
function assertAbout(distance_m: number | undefined, said_m: number): void {
  assert.ok(Math.abs((distance_m ?? 0) - said_m) <= 60, `${distance_m} for ${said_m}`);
}
