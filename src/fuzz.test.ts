import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { exchange } from './test/bad-input/exchange.ts';
import { randomRequest } from './test/bad-input/random-requests.ts';
import {
  assertDocumented,
  type ServedOperation,
  servedOperations,
} from './test/bad-input/served-operations.ts';
import { badInputStage, newStage, type Stage } from './test/bad-input/stage.ts';
import { assertErrorAnswer, SURFACES } from './test/envelopes.ts';

/** Random requests for every operation; `EKIDEN_FUZZ_RUNS=20000 EKIDEN_FUZZ_SEED=7` sends more and others. */
const numRuns = Number(process.env.EKIDEN_FUZZ_RUNS ?? 100);
const seed = Number(process.env.EKIDEN_FUZZ_SEED ?? 20_260_701);

/** These are answered before the operation and the key are known. */
const BEFORE_KEY =
  /^(?:The URL is not valid(?!: check its percent-encoding)|Send one Host header|HTTP\/1\.1 requests need|A header is not)/;

for (const { prefix: surface } of SURFACES) {
  describe(`random requests below ${surface}`, () => {
    let stage: Stage;
    let operations: Map<string, ServedOperation>;
    before(async () => {
      // Only writes of the application API can change the stage.
      stage = surface === '/api/v1' ? await newStage() : await badInputStage();
      const served = await servedOperations(stage.server, surface);
      operations = new Map(served.map((operation) => [operation.title, operation]));
    });
    after(async () => {
      if (surface === '/api/v1') await stage.server.stop();
    });

    test('are answered as the document says, and never by a fault of ours', async () => {
      const requests = [...operations.entries()].map(([title, operation]) =>
        randomRequest(stage, operation).map((request) => ({ title, request })),
      );
      await fc.assert(
        fc.asyncProperty(fc.oneof(...requests), async ({ title, request }) => {
          const [answer] = await exchange(stage.server.url, [request]);
          const operation = operations.get(title);
          assert.ok(answer !== undefined && operation !== undefined);
          const { status, text } = answer;
          if (status === 431) {
            assertErrorAnswer(answer, { surface, status, code: 'headers_too_large' });
            return;
          }
          const error = status < 400 ? '' : JSON.parse(text).error;
          assertDocumented(operation, answer, { beforeKey: BEFORE_KEY.test(error) });
        }),
        { numRuns, seed },
      );
    });
  });
}
