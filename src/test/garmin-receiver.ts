import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { startServer } from '../../sandbox/kit/server.ts';

/** What an app's server heard. */
type Received = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  /** Records by type; nothing where it was no JSON. */
  readonly body: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
};

export type Receiver = {
  readonly url: string;
  /** Read whole, oldest first. */
  readonly received: Received[];
  /** Statuses of the next answers; 200 when there is none, and 0 is no answer at all. */
  readonly answers: number[];
  stop(): Promise<void>;
};

/** Where an app hears of notifications, for tests of the stand-in. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const { url, stop } = await startServer('an app', 0, async (request, response) => {
    const { method = '', headers } = request;
    // Half a post: nobody is there to be answered.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    received.push({
      method,
      headers,
      bytes: body.length,
      body: body.startsWith('{') ? JSON.parse(body) : {},
    });
    const status = answers.shift() ?? 200;
    if (status !== 0) response.writeHead(status).end();
  });
  return { url: `${url}/push`, received, answers, stop };
}
