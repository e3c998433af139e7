import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { type PlanStage, planStage, THREE_WEEKS } from '../../../test/plan-stage.ts';

describe('one week of a draft anew', () => {
  let server: TestServer;
  let stage: PlanStage;
  let draft: string;
  before(async () => {
    server = await testServer();
    stage = await planStage(server);
    draft = (await stage.ask('/draft', THREE_WEEKS)).body.data.draft;
  });
  const again = async (body: object) => await stage.ask('/draft/week', { ...THREE_WEEKS, ...body });
  /** Splits a draft into the parts before, within and after week 2. */
  const parted = (text: string): string[] => {
    const from = text.indexOf('## Week 2');
    const until = text.indexOf('\n## Week 3');
    return [text.slice(0, from), text.slice(from, until), text.slice(until)];
  };

  test('all the rest stays letter by letter, the week is the one that was made, and the draft makes a plan with it', async () => {
    const edited = draft
      .replace('## Week 3', 'Bring a torch.\n\n## Week 3')
      .replace('Week 1:', 'Week 1: Hello,');
    const seeds = await Promise.all(
      [1, 2, 3, 4].map((seed) => again({ refined_draft: edited, week_number: 2, seed })),
    );
    const texts = seeds.map(({ status, body }) => {
      assert.equal(status, 200, JSON.stringify(body));
      const [before = '', after = ''] = body.data.draft.split(body.data.week_text);
      assert.equal(before, parted(edited)[0]);
      assert.equal(after, `\n${parted(edited)[2]}`);
      return body.data.week_text;
    });
    assert.ok(new Set(texts).size > 1, 'another seed makes another week');
    const data = seeds[1]?.body.data;
    const plan = await stage.ask('/generate', { ...THREE_WEEKS, refined_draft: data.draft });
    assert.equal(plan.status, 200, JSON.stringify(plan.body));
    const inPlan = plan.body.data.content.filter((one: { week_number: number }) => one.week_number === 2);
    const facts = (list: { date: string; workout_type: string }[]) =>
      list.map(({ date, workout_type }) => [date, workout_type]);
    assert.deepEqual(facts(inPlan), facts(data.content));
  });

  test('a heading and line ends of the coach’s own stay, and what cannot be made is refused with its name', async () => {
    const own = draft.replace(/## Week 2: .*/u, '## Week 2: Our camp, 30 km').replaceAll('\n', '\r\n');
    const { body } = await again({ refined_draft: own, week_number: 2 });
    assert.match(body.data?.week_text ?? JSON.stringify(body), /^## Week 2: Our camp, 30 km\r\n/);
    assert.equal(/[^\r]\n/u.test(body.data.draft), false);
    for (const fields of [
      { week_number: 4 },
      { week_number: 2, refined_draft: draft.replace('## Week 3', '## Week 2') },
      { week_number: 2, refined_draft: 'No weeks at all.' },
    ]) {
      const refused = await again({ refined_draft: draft, ...fields });
      assert.deepEqual([refused.status, refused.body.details?.[0]?.path], [400, 'week_number']);
    }
  });
});
