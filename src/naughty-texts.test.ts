import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ServedOperation, servedOperations } from './test/bad-input/served-operations.ts';
import { newStage, requestFor, type Stage } from './test/bad-input/stage.ts';
import { assertNothingLeaks } from './test/envelopes.ts';
import { naughtyStrings, withNaughtyStrings } from './test/naughty-strings.ts';
import { parseEvents } from './test/read-events.ts';

type Json = Readonly<Record<string, unknown>>;
type Reply = { readonly status: number; readonly body: unknown };

/** Each operation gets one string of so many, others than its neighbours: together they get all of them. */
const SHARE = 32;

describe('naughty strings in each text that the application API takes', withNaughtyStrings, () => {
  let stage: Stage;
  let operations: ServedOperation[];
  let strings: string[];
  before(async () => {
    strings = naughtyStrings();
    assert.ok(strings.length > 500);
    stage = await newStage();
    operations = await servedOperations(stage.server, '/api/v1');
  });
  after(() => stage.server.stop());

  test('come back as they were sent, or are refused by the name of their field', async () => {
    const writes = operations.filter(
      (operation) =>
        operation.method !== 'DELETE' && operation.path !== READS_ALONE && textsOf(operation).length > 0,
    );
    assert.ok(writes.length >= SHARE, 'each string is thrown at one operation at least');
    // One after the other where several write to the same thing: each reads back what it wrote itself.
    const byPath = Map.groupBy([...writes.entries()], ([, { path }]) => path);
    const taken = await Promise.all(
      [...byPath.values()].map(async (some) => {
        const names = [];
        for (const [place, operation] of some) names.push(...(await throwAt(operation, place)));
        return names;
      }),
    );
    const fields = taken.flat();
    for (const field of ['bio', 'display_name', 'first_name', 'description', 'name']) {
      assert.ok(fields.includes(field), `${field} has taken some`);
    }
  });

  /** @returns the names of the fields that have taken some of the strings */
  async function throwAt(operation: ServedOperation, place: number): Promise<string[]> {
    const texts = textsOf(operation);
    const some = strings.filter((_, index) => (index + place) % SHARE === 0);
    const taken = new Set<string>();
    for (const text of some) {
      const { reply, sent } = await offer(operation, texts, text);
      assert.ok(reply.status < 500, `${operation.title}: ${reply.status} for ${JSON.stringify(text)}`);
      if (reply.status >= 400) {
        assertNothingLeaks(JSON.stringify(reply.body));
        continue;
      }
      const seen = operation.method === 'POST' ? reply.body : await readBack(operation, reply);
      for (const name of sent) {
        assertCameBack(seen, name, text);
        taken.add(name);
      }
    }
    return [...taken];
  }

  async function offer(
    operation: ServedOperation,
    texts: readonly string[],
    text: string,
  ): Promise<{ reply: Reply; sent: ReadonlySet<string> }> {
    const sent = new Set(texts);
    const reply = await send(operation, bodyOf(operation, sent, text));
    if (reply.status !== 400) return { reply, sent };
    for (const name of refusedOf(reply)) sent.delete(name);
    return { reply: await send(operation, bodyOf(operation, sent, text)), sent };
  }

  async function readBack(operation: ServedOperation, reply: Reply): Promise<unknown> {
    const reader = operations.find(({ method, path }) => method === 'GET' && path === operation.path);
    return reader === undefined ? reply.body : (await send(reader)).body;
  }

  async function send(operation: ServedOperation, body?: Json): Promise<Reply> {
    const { method, target, headers = [] } = requestFor(stage, operation);
    const response = await fetch(stage.server.url + target, {
      method,
      headers: [
        ...headers.map((line) => line.split(': ') as [string, string]),
        ...(body === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
      ],
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const received = isStream ? await parseEvents(await response.text()) : await response.json();
    return { status: response.status, body: received };
  }

  function bodyOf({ body }: ServedOperation, texts: ReadonlySet<string>, text: string): Json {
    const required = (body?.required ?? []) as string[];
    const good = required.map((name) => [name, stage.ids[name] ?? firstExample(propertiesOf(body)[name])]);
    return { ...Object.fromEntries(good), ...Object.fromEntries([...texts].map((name) => [name, text])) };
  }
});

/** Stores nothing, and answers with the parts of the text that it could not read. */
const READS_ALONE = '/organizations/{org_id}/typed-workouts';

function propertiesOf(schema: Json | undefined): Readonly<Record<string, Json>> {
  return (schema?.properties ?? {}) as Record<string, Json>;
}

function firstExample(schema: Json | undefined): unknown {
  return Array.isArray(schema?.examples) ? schema.examples[0] : undefined;
}

function textsOf({ body }: ServedOperation): string[] {
  return Object.entries(propertiesOf(body))
    .filter(([, { type, enum: words, format }]) => [type].flat().includes('string') && !words && !format)
    .map(([name]) => name);
}

function refusedOf({ body }: Reply): string[] {
  const { details = [] } = body as { details?: readonly { path: string }[] };
  return details.map(({ path }) => path);
}

/** Byte for byte, but for blanks around it. A blank text is none: what stands in for it is the operation's business. */
function assertCameBack(seen: unknown, name: string, text: string): void {
  const { message: _, ...rest } = name === 'message' ? Object(seen) : { message: null };
  const found = valuesOf(name === 'message' ? rest : seen, name);
  if (found.length === 0 || text.trim() === '') return;
  assert.ok(
    found.includes(text) || found.includes(text.trim()),
    `${name}: ${JSON.stringify(text)} came back as ${JSON.stringify(found)}`,
  );
}

function valuesOf(json: unknown, name: string): unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...valuesOf(value, name),
  ]);
}
