import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ServedOperation, servedOperations } from './test/bad-input/served-operations.ts';
import { changingNothing } from './test/bad-input/stage.ts';
import type { TestResponse } from './test/harness.ts';
import { ACTORS, type ActorName, readRights } from './test/rights/read-rights.ts';
import { ASKABLE, type Asked, prepare } from './test/rights/requests.ts';
import { type RightsStage, rightsStage } from './test/rights/rights-stage.ts';
import { RIGHTS } from './test/rights/rights-table.ts';

/** Requests on their way at the same time. */
const AT_ONCE = 40;
/** In this order, after all others: what ends sessions of whoever asks, and what they are no more after. */
const LAST: readonly string[] = ['endOtherSessions', 'changePassword', 'deleteAccount'];
/** To whom the club is no business of theirs: to them it does not exist either. */
const UNTIED: readonly ActorName[] = ['stranger', 'left', 'elsewhere', 'foreign'];
const CODES: Readonly<Record<number, string>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
};

describe('who may do what over the application API', () => {
  const rights = readRights(RIGHTS);
  let stage: RightsStage;
  let operations: ServedOperation[];
  before(async () => {
    stage = await rightsStage();
    operations = await servedOperations(stage.server, '/api/v1');
  });
  after(() => stage.stop());

  test('the table has a line for each operation, and none for another', () => {
    const served = operations.map(({ operation_id }) => operation_id);
    assert.deepEqual([...new Set(rights.map(({ operation_id }) => operation_id))].sort(), served.sort());
    const labels = rights.map(({ label }) => label);
    assert.deepEqual(labels.toSorted(), ASKABLE.toSorted());
  });

  test('everybody gets what the table says, and who is refused changes nothing', async () => {
    const asked = await allRequests();
    const isGranted = ({ right, actor }: Asked): boolean => /ok|public/.test(right.outcomes[actor]);
    await changingNothing(stage, () => check(asked.filter((one) => !isGranted(one))));
    const granted = asked.filter(isGranted);
    await check(granted.filter(({ right }) => !LAST.includes(right.operation_id)));
    for (const last of LAST) await check(granted.filter(({ right }) => right.operation_id === last));
  });

  async function allRequests(): Promise<Asked[]> {
    const cells = rights.flatMap((right) => {
      const operation = operations.find(({ operation_id }) => operation_id === right.operation_id);
      return operation === undefined ? [] : ACTORS.map((actor) => ({ right, operation, actor }));
    });
    return await inTurns(cells, ({ right, operation, actor }) => prepare(stage, operation, right, actor));
  }

  async function check(asked: readonly Asked[]): Promise<void> {
    const wrong = await inTurns(asked, async ({ right, actor, isOfTheClub, send, sendInVain }) => {
      const answer = await send();
      const expected = right.outcomes[actor];
      const isRight = outcomeOf(answer) === expected;
      const what = `${right.label} by ${actor}: ${expected}`;
      if (!isRight) return [`${what}, not ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`];
      if (expected !== '404' || (isOfTheClub && !UNTIED.includes(actor))) return [];
      const [error, none] = [answer.body.error, (await sendInVain()).body.error];
      return error === none ? [] : [`${what}, but "${error}" is not "${none}"`];
    });
    assert.deepEqual(wrong.flat(), []);
  }
});

function outcomeOf({ status, body }: TestResponse): string {
  if (status < 400) return isPublic(body) ? 'public' : 'ok';
  return body.code === CODES[status] ? String(status) : `${status} ${body.code}`;
}

function isPublic(body: TestResponse['body']): boolean {
  return 'settings' in Object(body) && !('training_principle' in body.settings);
}

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += AT_ONCE) {
    done.push(...(await Promise.all(all.slice(start, start + AT_ONCE).map(work))));
  }
  return done;
}
