import { openConnection, parseResponses, type RawResponse } from '../raw-http.ts';

/** A request as it goes over the wire: `fetch` would put targets, headers and bodies right. */
export type RawRequest = {
  readonly method: string;
  /** Path and query, sent as they are: one character, one byte. */
  readonly target: string;
  /** Lines without their end. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
};

/** Few enough that no side waits for the other to read. */
const BATCH = 40;

/** Sends requests, many on one connection, and returns their answers in order. */
export async function exchange(url: string, requests: readonly RawRequest[]): Promise<RawResponse[]> {
  const answers: RawResponse[] = [];
  for (let start = 0; start < requests.length; ) {
    const batch = nextBatch(requests, start);
    const connection = openConnection(url);
    for (const [index, request] of batch.entries()) {
      connection.write(bytesOf(request, index === batch.length - 1));
    }
    const received = parseResponses(await connection.closed);
    if (received.length !== batch.length) {
      const { method, target } = batch[received.length] ?? { method: 'more than', target: 'was asked' };
      throw new Error(`${batch.length} requests have ${received.length} answers: ${method} ${target}`);
    }
    answers.push(...received);
    start += batch.length;
  }
  return answers;
}

/** The server closes the connection of a body it does not like, so each body has one of its own. */
function nextBatch(requests: readonly RawRequest[], start: number): readonly RawRequest[] {
  const batch = requests.slice(start, start + BATCH);
  const first = batch.findIndex(({ body }) => body !== undefined);
  return first === -1 ? batch : batch.slice(0, Math.max(first, 1));
}

function bytesOf({ method, target, headers = [], body }: RawRequest, isLast: boolean): Buffer {
  const bytes = Buffer.from(body ?? '');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: a',
    ...headers,
    ...(body === undefined ? [] : [`Content-Length: ${bytes.length}`]),
    ...(isLast ? ['Connection: close'] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
