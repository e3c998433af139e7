/** Where a stream is: its id, and the number of the last event that came. */
export type StreamPlace = { readonly stream_id: string; readonly number: number };
export type ReadEvent<Event> = { readonly place: StreamPlace | null; readonly event: Event };

/** The events of a stream, those together that come together. `EventSource` sends no bodies, so that their text is read here. */
export async function* readEvents<Event>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<readonly ReadEvent<Event>[]> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      const events = blocks.map(readBlock<Event>).filter((read) => read !== null);
      if (events.length > 0) yield events;
    }
  } finally {
    // What is left of it is not wanted any more.
    await reader.cancel().catch(() => undefined);
  }
}

/** Null for a comment, by which the server says that it is still there. */
function readBlock<Event>(block: string): ReadEvent<Event> | null {
  const lines = block.split('\n');
  const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
  if (data === undefined) return null;
  const [stream_id, number] = (lines.find((line) => line.startsWith('id: '))?.slice(4) ?? '').split('.');
  const place = stream_id && number ? { stream_id, number: Number(number) } : null;
  return { place, event: JSON.parse(data) as Event };
}
