import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exchange, type RawRequest } from './test/bad-input/exchange.ts';
import { isRepeatable, judgeOf, type Verdict } from './test/bad-input/expected-verdict.ts';
import { decoded, FEW_HOSTILE_TEXTS, HOSTILE_TEXTS } from './test/bad-input/hostile-texts.ts';
import {
  assertDocumented,
  type ServedOperation,
  type ServedParameter,
  servedOperations,
} from './test/bad-input/served-operations.ts';
import {
  badInputStage,
  changingNothing,
  goodValueOf,
  requestFor,
  type Stage,
} from './test/bad-input/stage.ts';
import { type Answer, assertErrorAnswer, SURFACES } from './test/envelopes.ts';
import { goodBody } from './test/foreign-ids/id-places.ts';
import { sendRaw } from './test/raw-http.ts';

/**
 * Sends every parameter of the served documents every text that a client should not send. New operations and parameters
 * are covered without a line here; a new kind of parameter fails until `judgeOf` knows it.
 */
type Case = {
  readonly operation: ServedOperation;
  readonly parameter: ServedParameter;
  readonly request: RawRequest;
  readonly verdict: Verdict | 'unknown';
};

/** Platforms may add parameters to what they send, so unknown ones are ignored. */
const CALLED_BY_PLATFORMS = /\/oauth\/(?:token|callback)$|\/webhook\//;

/** Every message about a query parameter. A new message has to be reviewed and added here. */
const SAID = [
  'must be a whole number from \\d+ to \\d+',
  'must be epoch milliseconds \\(UTC\\), a whole number from 0 to 253402300799999, or an ISO 8601 time that ends in Z or an offset, such as 2026-07-01T06:30:00Z or 2026-07-01T14:30:00\\+08:00',
  'must be one of [\\w-]+(?:, [\\w-]+)+',
  'must be true or false',
  'must be a UUID',
  'must be a calendar day such as 2026-07-01(?:, from 1970 (?:on|to 8999))?',
  'must be a Monday(?: such as 2026-07-06|: the week of \\d{4}-\\d{2}-\\d{2} begins on \\d{4}-\\d{2}-\\d{2})',
  'is no day of any calendar',
  'must be 1 to 200 visible characters of ASCII',
  'must begin with one of the origins, or schemes of apps, that the operator has listed in RETURN_URLS',
  'must be an ISO 8601 time that ends in Z or an offset, such as 2026-07-01T06:30:00Z or 2026-07-01T14:30:00\\+08:00, or a day such as 2026-07-01',
  'must be the next_cursor of a page(?: with the same sort, order and filters)?',
  'must be the SHA-256 of the code_verifier in base64url without padding: 43 characters',
  'must not be empty',
  'must have 1 to 900 characters, each a letter \\(A–Z, a–z\\), a digit or one of - _ \\. ~ %',
  'must have 3 to 30 characters, each a letter, a digit or an underscore',
  'must have at most [\\d,]+ (?:characters|items)',
  'contains a NUL character',
  'is not percent-encoded UTF-8',
  'is given more than once: send it once',
  'is required',
].join('|');

for (const { prefix: surface } of SURFACES) {
  describe(`bad parameters below ${surface}`, () => {
    const seen = new Set<string>();
    /** The first parameter of each name and declaration gets all texts, the others some. */
    function textsFor({ in: where, name, schema }: ServedParameter): readonly string[] {
      const kind = JSON.stringify([where, name, schema]);
      const isNew = !seen.has(kind);
      seen.add(kind);
      if (surface === '/developer/v1') return isNew ? HOSTILE_TEXTS : FEW_HOSTILE_TEXTS;
      return isNew ? FEW_HOSTILE_TEXTS : FEW_HOSTILE_TEXTS.filter((_, index) => index % 4 === 0);
    }
    let stage: Stage;
    let operations: ServedOperation[];
    let good: Map<ServedOperation, Outcome>;
    before(async () => {
      stage = await badInputStage();
      operations = await servedOperations(stage.server, surface);
      const reads = operations.filter((operation) => operation.method === 'GET' || asksInBody(operation));
      const answers = await send(reads.map((operation) => soundRequest(operation)));
      good = new Map(
        reads.map((operation, index) => {
          const { status = 0, text = '' } = answers[index] ?? {};
          return [operation, [status, status < 400 ? '' : JSON.parse(text).code]];
        }),
      );
    });

    /** Operations with both a query and a body only read: some questions are too long for an address. */
    const asksInBody = ({ body, parameters }: ServedOperation): boolean =>
      body !== undefined && parameters.some(({ in: where }) => where === 'query');
    const soundRequest = (
      operation: ServedOperation,
      wrong: Parameters<typeof requestFor>[2] = {},
    ): RawRequest =>
      asksInBody(operation)
        ? {
            ...requestFor(stage, operation, { ...wrong, headers: ['Content-Type: application/json'] }),
            body: JSON.stringify(goodBody(operation.body ?? {}, stage.ids)),
          }
        : requestFor(stage, operation, wrong);
    const send = (requests: readonly RawRequest[]): Promise<Answer[]> => exchange(stage.server.url, requests);

    async function check(cases: readonly Case[]): Promise<void> {
      assert.ok(cases.length > 0);
      let answers: readonly Answer[] = [];
      await changingNothing(stage, async () => {
        answers = await send(cases.map(({ request }) => request));
      });
      const wrong = cases.flatMap((one, index) => {
        const answer = answers[index];
        const { status, code, error } = outcomeOf(one, answer);
        const isRight =
          allowed(one).some(([rightStatus, rightCode]) => status === rightStatus && code === rightCode) &&
          (one.verdict !== 'unknown' || /: is not a parameter of this request\b/.test(error)) &&
          (one.verdict !== 'refused' ||
            new RegExp(`^${one.parameter.name}(?:\\.\\d+)?: (?:${SAID})\\.$`).test(error));
        const { method, target } = one.request;
        return isRight
          ? []
          : [`${one.verdict}: ${method} ${target.slice(0, 200)}: ${answer?.text.slice(0, 200)}`];
      });
      assert.deepEqual(wrong, []);
    }

    function outcomeOf({ operation }: Case, answer: Answer | undefined) {
      const error = assertDocumented(operation, answer);
      return { status: answer?.status, code: error === '' ? '' : JSON.parse(answer?.text ?? '').code, error };
    }

    type Outcome = readonly [status: number | undefined, code: string];
    function allowed({ operation, verdict }: Case): readonly Outcome[] {
      // Writes with a query answer offers, and the stage has no offer.
      if (verdict === 'taken') return [good.get(operation) ?? [404, 'not_found']];
      if (verdict !== 'not_found') return [[400, 'validation_error']];
      return [
        [404, 'not_found'],
        // Profiles are public, so the answer is 403; an empty body may be valid, which is checked before existence.
        ...(surface === '/api/v1' ? ([[403, 'forbidden']] as const) : []),
        ...(operation.body !== undefined ? ([[400, 'validation_error']] as const) : []),
      ];
    }

    const casesOf = (
      where: 'path' | 'query',
      make: (operation: ServedOperation, parameter: ServedParameter) => Pick<Case, 'request' | 'verdict'>[],
    ): Case[] =>
      operations.flatMap((operation) =>
        operation.parameters
          .filter((parameter) => parameter.in === where)
          .flatMap((parameter) =>
            make(operation, parameter).map((one) => ({ operation, parameter, ...one })),
          ),
      );

    test('each read answers when nothing is wrong', () => {
      for (const [{ title }, [status]] of good) {
        // These are refused on the stage: its export is never made, nobody started a platform's consent, the caller is no platform admin, and its
        // only stream is of a draft.
        const isRefused =
          (title.includes('/api/v1/admin/') && status === 403) ||
          (title.endsWith('/download') && status === 409) ||
          (title.includes('/plans/generate/stream/') && status === 404) ||
          (/\/oauth\/(?:token|callback)$/.test(title) && status === 400);
        assert.ok(status === 200 || isRefused, `${title}: ${status}`);
      }
    });

    test('each value of each query parameter is taken or refused by name', async () => {
      await check(
        casesOf('query', (operation, parameter) => {
          const judge = judgeOf(parameter);
          return textsFor(parameter).map((text) => ({
            request: soundRequest(operation, { parameter, query: `${parameter.name}=${text}` }),
            verdict: judge(decoded(text, 'query')),
          }));
        }),
      );
    });

    test('each query parameter is read once, by its own name', async () => {
      await check(
        casesOf('query', (operation, parameter) => {
          const { name } = parameter;
          const value = goodValueOf(stage, parameter);
          const judge = judgeOf(parameter);
          // The largest number of repetitions that a request line of 16 KiB holds.
          const many = Math.min(300, Math.floor(15_000 / `${name}=${value}&`.length));
          const twice = isRepeatable(parameter) ? 'taken' : 'refused';
          const left = parameter.required ? 'refused' : 'taken';
          const isLenient = CALLED_BY_PLATFORMS.test(operation.path);
          const unless = (verdict: Verdict): Case['verdict'] => (isLenient ? verdict : 'unknown');
          const shapes: [query: string | undefined, verdict: Case['verdict']][] = [
            [undefined, left],
            [`${name}=${value}`, 'taken'],
            [`%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${value}`, 'taken'],
            [
              `&&=&=1&?&${name}=${value}&__proto__=1&constructor=2&__proto__[${name}]=&a%zz=%`,
              unless('taken'),
            ],
            [`${name}=${value}${'&unknown=1'.repeat(1_500)}`, unless('taken')],
            [`${name}=${value}&${name}=${value}`, twice],
            [`${name}=${value}&x=1&${name}=${value}&${name}=${value}`, unless(twice)],
            [Array.from({ length: many }, () => `${name}=${value}`).join('&'), 'refused'],
            [name, judge('')],
            [`${name}=`, judge('')],
            [`${name}==${value}`, judge(`=${value}`)],
            [`${name}=${value};${name}=${value}`, judge(`${value};${name}=${value}`)],
            [`${name}=${value}%26${name}=${value}`, judge(`${value}&${name}=${value}`)],
            ...['[]', '[0]', '%5B%5D', '[a]', '.0', '%00', '%20', '%zz', '+'].map(
              (end): [string, Case['verdict']] => [`${name}${end}=${value}`, unless(left)],
            ),
            [`${name.toUpperCase()}=${value}`, unless(left)],
            [`__proto__[${name}]=${value}&constructor[prototype][${name}]=${value}`, unless(left)],
          ];
          return shapes.map(([query, verdict]) => ({
            request: soundRequest(operation, { parameter, ...(query === undefined ? {} : { query }) }),
            verdict,
          }));
        }),
      );
    });

    test('each value of each path parameter names nothing', async () => {
      await check(
        casesOf('path', (operation, parameter) => {
          const judge = judgeOf(parameter);
          const headers = operation.body === undefined ? [] : ['Content-Type: application/json'];
          const body = operation.body === undefined ? {} : { body: '{}' };
          return (
            textsFor(parameter)
              .filter((text) => text !== '')
              .map((text) => ({
                request: { ...requestFor(stage, operation, { parameter, text, headers }), ...body },
                verdict: judge(decoded(text, 'path')),
              }))
              // A valid name creates something of the caller's own or belongs to nothing.
              .filter(({ verdict }) => verdict !== 'taken' || operation.method === 'GET')
          );
        }),
      );
    });

    test('addresses beside those of the operations name nothing', async () => {
      const ends = ['/', '/x', '%2F', ';a=1', '.json', '/.', '/../x', '%20', '%00'];
      const reads = operations.filter(({ method }) => method === 'GET');
      const beside = reads.flatMap((operation) => {
        const { method, target, headers = [] } = requestFor(stage, operation);
        const [path = ''] = target.split('?');
        return [
          ...ends.map((end) => `${path}${end}`),
          `/${path}`,
          path.toUpperCase(),
          `${surface}/.${path}`,
        ].map((other) => ({ method, target: other, headers, isOpen: operation.isOpen }));
      });
      for (const [index, answer] of (await send(beside)).entries()) {
        const { target = '', isOpen } = beside[index] ?? {};
        const at = target.startsWith(`${surface}/`) ? surface : '/api/v1';
        if (at === '/developer/v1' && isOpen === true) {
          // The developer API checks the key first, so a request without a key gets 401.
          assertErrorAnswer(answer, { surface: at, status: 401, code: 'invalid_key' });
          continue;
        }
        const status = answer.status === 405 ? 405 : 404;
        const code = status === 405 ? 'method_not_allowed' : 'not_found';
        assertErrorAnswer(answer, { surface: at, status, code });
      }
    });

    test('100,000 parameters, or one of 20 KB, are more than a request line holds', async () => {
      const many = Array.from({ length: 100_000 }, (_, index) => `p${index}=1`).join('&');
      for (const operation of operations) {
        const { method, target, headers = [] } = requestFor(stage, operation);
        for (const query of [many, `x=${'x'.repeat(20_000)}`]) {
          const lines = [`${method} ${target}?${query} HTTP/1.1`, 'Host: a', ...headers];
          const answers = await sendRaw(stage.server.url, `${lines.join('\r\n')}\r\n\r\n`);
          assert.equal(answers.length, 1);
          assertErrorAnswer(answers[0], { surface, status: 431, code: 'headers_too_large' });
        }
      }
    });
  });
}
