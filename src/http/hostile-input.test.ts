import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { answerOf, assertErrorAnswer, assertNothingLeaks, SURFACES } from '../test/envelopes.ts';
import { createApiKey, createOrganization, signUp, type TestUser } from '../test/factories.ts';
import { type TestServer, testServer } from '../test/harness.ts';
import { naughtyStrings, withNaughtyStrings } from '../test/naughty-strings.ts';
import { startToyServer, TOY_KEY, TOY_TOKEN, type ToyServer } from '../test/toy-server.ts';

/** Third parties' test vectors, which lie beside the repository where available. */
const VECTORS = new URL('../../../shared/facts/vectors/', import.meta.url);
const JSON_FILES = new URL('json-parsing/', VECTORS);

const vectorOptions = existsSync(JSON_FILES) ? {} : { skip: 'the vectors of JSONTestSuite are not here' };
describe('the bodies of JSONTestSuite', vectorOptions, () => {
  let server: ToyServer;
  before(async () => {
    server = await startToyServer();
  });
  after(() => server.close());

  for (const { prefix: surface } of SURFACES) {
    test(`are read or refused below ${surface}, as they should be`, async () => {
      const files = readdirSync(JSON_FILES).filter((name) => name.endsWith('.json'));
      assert.ok(files.length > 300);
      for (const file of files) {
        const body = new Uint8Array(readFileSync(new URL(encodeURIComponent(file), JSON_FILES)));
        const credentials: Record<string, string> =
          surface === '/api/v1' ? { authorization: `Bearer ${TOY_TOKEN}` } : { 'x-api-key': TOY_KEY };
        const headers = { 'content-type': 'application/json', ...credentials };
        const answer = await answerOf(
          await fetch(`${server.url}${surface}/echo`, { method: 'POST', headers, body }),
        );
        const unreadable = /not valid (?:JSON|UTF-8)/.test(answer.text);
        if (answer.status !== 200) {
          assertErrorAnswer(answer, { surface, status: 400, code: 'validation_error' });
        }
        if (file.startsWith('n_')) assert.equal(answer.status, 400, file);
        if (file.startsWith('y_')) assert.ok(!unreadable, `${file}: ${answer.text}`);
        // Valid JSON with two meanings.
        if (file.startsWith('y_object_duplicated_key'))
          assert.match(answer.text, /"a: is given more than once/);
      }
    });
  }
});

describe('naughty strings', withNaughtyStrings, () => {
  let server: TestServer;
  let coach: TestUser;
  let secret: string;
  let strings: string[];
  before(async () => {
    server = await testServer();
    coach = await signUp(server, { membership_role: 'coach' });
    ({ secret } = await createApiKey(server, await createOrganization(server, { coach }), {
      scopes: ['admin'],
    }));
    strings = naughtyStrings();
  });

  type Send = (text: string) => Promise<{ status: number; body: unknown }>;

  /** Sends each string through one of several inputs, some at once. */
  async function throwAll(...sends: readonly [Send, ...Send[]]): Promise<void> {
    assert.ok(strings.length > 500);
    const left = strings.map((text, index) => ({ text, send: sends[index % sends.length] ?? sends[0] }));
    const worker = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const { text, send } = next;
        const { status, body } = await send(text);
        assert.ok(status < 500, `${status} for ${JSON.stringify(text)}`);
        if (status >= 400) assertNothingLeaks(JSON.stringify(body));
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
  }

  test('hostile texts in bodies do no harm', async () => {
    await throwAll(
      (text) =>
        server.request('POST', '/api/v1/organizations', {
          token: coach.token,
          body: { name: text, description: text, settings: { [text]: text }, [text]: text },
        }),
      (text) =>
        server.request('POST', '/developer/v1/exports', {
          apiKey: secret,
          body: { athlete_ids: [text], format: text, [text]: null },
        }),
      (text) => server.request('POST', '/api/v1/auth/verify-token', { body: { token: text } }),
    );
  });

  test('hostile texts in queries and paths do no harm', async () => {
    const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
    await throwAll(
      (text) => {
        const part = encoded(text);
        const query = `athlete_id=${part}&limit=${part}&${part}=${part}`;
        return server.request('GET', `/developer/v1/activities?${query}`, { apiKey: secret });
      },
      (text) => {
        const part = encoded(text);
        return server.request('GET', `/api/v1/activities/x${part}?limit=${part}`, { token: coach.token });
      },
      (text) => {
        const part = encoded(text);
        return server.request('GET', `/files/x${part}?expires=${part}&signature=${part}`);
      },
    );
  });

  test('hostile texts as credentials do no harm', async () => {
    await throwAll((text) => {
      const printable = text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').trim();
      const headers = { authorization: `Bearer ${printable}`, 'x-api-key': printable, range: printable };
      return server.request('GET', '/developer/v1/org', { headers });
    });
  });
});
