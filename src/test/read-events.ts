import assert from 'node:assert/strict';
import { createParser } from 'eventsource-parser';
import { parseServerSentEvents } from 'parse-sse';

// biome-ignore lint/suspicious/noExplicitAny: tests look into events whose shape the server has checked already
export type ReadEvent = { readonly type: string } & Readonly<Record<string, any>>;

/**
 * The events of a whole stream, as two readers of the standard that know nothing of each other find them: the same ones, each
 * with its type in its data as well, and `done` once and last.
 */
export async function readEvents(text: string): Promise<ReadEvent[]> {
  const events = await parseEvents(text);
  assert.equal(events.at(-1)?.type, 'done', text.slice(-200));
  assert.equal(events.filter(({ type }) => type === 'done').length, 1);
  return events;
}

/** The same of a stream that may not be at its end. */
export async function parseEvents(text: string): Promise<ReadEvent[]> {
  const one: [string, string][] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => one.push([event, data]),
    onError: (error) => assert.fail(error),
  });
  parser.feed(text);
  const other: [string, string][] = [];
  const response = new Response(text, { headers: { 'content-type': 'text/event-stream' } });
  for await (const { type, data } of parseServerSentEvents(response)) other.push([type, data]);
  assert.deepEqual(one, other);
  return one.map(([type, data]) => {
    const event = JSON.parse(data);
    assert.equal(event.type, type);
    return event;
  });
}
