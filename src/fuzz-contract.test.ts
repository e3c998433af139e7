import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type DescribedOperation, describedOperations } from './test/fuzz/described-operations.ts';
import { judgeAnswer, type Received } from './test/fuzz/judge-answer.ts';
import { asCurl, type MadeRequest, makeRequest } from './test/fuzz/make-request.ts';
import { createRandom } from './test/fuzz/random.ts';
import { newWorld, type World } from './test/fuzz/world.ts';

/**
 * Makes requests from the two OpenAPI documents alone, valid ones and ones with one fault, as every kind of caller, about
 * what earlier requests created. `npm run fuzz` sends ten thousand; `npm run fuzz -- --runs 50000 --seed 7` sends more
 * and others.
 */
const runs = Number(process.env.EKIDEN_CONTRACT_RUNS ?? 300);
const seed = Number(process.env.EKIDEN_FUZZ_SEED ?? 20_260_701);

/** This many requests are sent at once; later ones know what these created. */
const AT_ONCE = 6;
/** After this many requests the club is checked and made again if it is gone. */
const RENEWED_EVERY = 120;
const MOST_REPORTED = 30;

describe(`${runs} requests made from the OpenAPI documents (seed ${seed})`, () => {
  const random = createRandom(seed);
  let world: World;
  let operations: readonly DescribedOperation[];
  before(async () => {
    world = await newWorld(random);
    operations = await describedOperations(world.server);
  });
  after(async () => {
    await world.server.stop();
  });

  test('random requests are answered as the documents say', async () => {
    const faults = new Map<string, string>();
    for (let sent = 0; sent < runs; sent += AT_ONCE) {
      if (sent % RENEWED_EVERY === 0 && sent > 0) await world.renewWhereNeeded();
      const requests = Array.from({ length: Math.min(AT_ONCE, runs - sent) }, (_, index) =>
        // Operations take turns, so that none is left out.
        makeRequest(nth(operations, sent + index), { random, ...world }),
      );
      const answers = await Promise.all(requests.map(send));
      const isOver = answers.some(
        ({ status }, index) => status === 401 && nth(requests, index).intent !== 'nobody',
      );
      // The caller may just have revoked their own key or closed their own account.
      if (isOver && (await world.renewWhereNeeded())) continue;
      for (const [index, answer] of answers.entries()) note(nth(requests, index), answer, faults);
    }
    const report = [...faults.values()].slice(0, MOST_REPORTED).join('\n\n');
    assert.equal(
      faults.size,
      0,
      `${faults.size} kinds of faults, of which each is shown once:\n\n${report}\n`,
    );
  });

  function note(request: MadeRequest, answer: Received, faults: Map<string, string>): void {
    for (const fault of judgeAnswer(request, answer)) {
      const { operation, intent, what } = request;
      const kind = `${operation.operation_id} ${intent} ${fault}`;
      if (faults.has(kind)) continue;
      const wrong = what === '' ? '' : ` (${what})`;
      const shown = answer.text.slice(0, 400);
      faults.set(
        kind,
        `${operation.operation_id}, ${intent}${wrong}: ${fault}\n${answer.status} ${shown}\n${asCurl(request).slice(0, 4_000)}`,
      );
    }
    const isOfHead = request.intent === 'valid' && answer.status < 300;
    if (isOfHead && answer.headers.get('content-type')?.startsWith('application/json') === true)
      world.remember(JSON.parse(answer.text));
  }
});

function nth<T>(of: readonly T[], index: number): T {
  const one = of[index % of.length];
  assert.ok(one !== undefined);
  return one;
}

async function send({ method, url, headers, body }: MadeRequest): Promise<Received> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
