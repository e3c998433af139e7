import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exchange, type RawRequest } from './test/bad-input/exchange.ts';
import { HOSTILE_BODIES, type HostileBody, LARGE_BODIES } from './test/bad-input/hostile-bodies.ts';
import {
  assertDocumented,
  type ServedOperation,
  servedOperations,
} from './test/bad-input/served-operations.ts';
import { badInputStage, changingNothing, requestFor, type Stage } from './test/bad-input/stage.ts';
import { wrongFields } from './test/bad-input/wrong-fields.ts';
import { type Answer, SURFACES } from './test/envelopes.ts';

const CODES = { 400: 'validation_error', 413: 'payload_too_large', 415: 'unsupported_media_type' } as const;
const JSON_TYPE = 'Content-Type: application/json';

for (const { prefix: surface } of SURFACES) {
  describe(`bad bodies below ${surface}`, () => {
    let stage: Stage;
    let writes: ServedOperation[];
    before(async () => {
      stage = await badInputStage();
      const operations = await servedOperations(stage.server, surface);
      writes = operations.filter(({ body }) => body !== undefined);
      assert.ok(writes.length > 0);
    });

    const send = (requests: readonly RawRequest[]): Promise<Answer[]> => exchange(stage.server.url, requests);

    function requestWith(
      operation: ServedOperation,
      { headers = [], body }: Pick<HostileBody, 'headers' | 'body'>,
    ): RawRequest {
      return { ...requestFor(stage, operation, { headers }), ...(body === undefined ? {} : { body }) };
    }

    async function check(operation: ServedOperation, bodies: readonly HostileBody[]): Promise<void> {
      const answers = await send(bodies.map((one) => requestWith(operation, one)));
      const wrong = bodies.flatMap(({ what, status, says }, index) => {
        const answer = answers[index];
        const error = assertDocumented(operation, answer);
        const isRight =
          answer?.status === status && JSON.parse(answer.text).code === CODES[status] && says.test(error);
        return isRight ? [] : [`${what.slice(0, 100)}: ${answer?.status} ${error.slice(0, 200)}`];
      });
      assert.deepEqual(wrong, [], operation.title);
    }

    test('a body that is no JSON object in UTF-8 is refused', async () => {
      await changingNothing(stage, async () => {
        for (const [index, operation] of writes.entries()) {
          // Bodies do not depend on the operation, so each operation gets some of many.
          const some = HOSTILE_BODIES.filter((_, at) => (at + index) % 10 === 0);
          await check(operation, index === 0 ? HOSTILE_BODIES : some);
        }
      });
    });

    test('a body of more than 1 MiB is refused', async () => {
      await changingNothing(stage, async () => {
        for (const operation of surface === '/api/v1' ? writes.slice(0, 2) : writes) {
          // Each body has a connection of its own because the server does not read it to the end.
          for (const body of LARGE_BODIES) await check(operation, [body]);
        }
      });
    });

    test('each value that a field does not take is refused by the name of the field', async () => {
      await changingNothing(stage, async () => {
        for (const operation of writes) {
          const wrong = wrongFields(operation.body ?? {});
          assert.ok(wrong.length > 0, operation.title);
          const bodies = wrong.map(({ json }) =>
            requestWith(operation, { headers: [JSON_TYPE], body: json }),
          );
          const answers = await send(bodies);
          const missed = wrong.flatMap(({ path, json }, index) => {
            const error = assertDocumented(operation, answers[index]);
            const { status, text } = answers[index] ?? { status: 0, text: '{}' };
            const { details = [] } = JSON.parse(text);
            const paths = [error, ...details.map((one: { path: string }) => `${one.path}:`)];
            const isNamed = paths.some((one) => one.startsWith(`${path}:`) || one.startsWith(`${path}.`));
            // The message names the first fault, such as a missing required field. The application API lists every fault, except for a large body.
            const isLarge = surface === '/api/v1' && json.length > 100_000;
            return status === 400 && (isNamed || isLarge)
              ? []
              : [`${json.slice(0, 100)}: ${status} ${text.slice(0, 200)}`];
          });
          assert.deepEqual(missed, [], operation.title);
        }
      });
    });
  });
}
