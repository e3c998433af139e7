import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** What a stand-in says: a status, headers besides, and JSON. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

export type Call = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/**
 * What goes wrong with a call: another answer instead, or the line is cut before anything is done (`drop`) or behind it (`lost`), or
 * nobody ever answers (`silence`).
 */
export type Misfortune = Answer | 'drop' | 'lost' | 'silence';

export type LoopbackApi = {
  readonly url: string;
  /** The next calls meet with these, one each. */
  meetWith(...misfortunes: readonly Misfortune[]): void;
  /** How many there were, misfortunes and all. */
  calls(): number;
  /** Everything goes well again. */
  clear(): void;
  stop(): Promise<void>;
};

/** An API on loopback, answered by a function. */
export async function serveApi(
  answer: (call: Call) => Answer,
  options: { readonly port?: number | undefined } = {},
): Promise<LoopbackApi> {
  let misfortunes: Misfortune[] = [];
  let calls = 0;
  const server = createServer((request, response) => {
    void readText(request).then(
      (body) => {
        calls += 1;
        const { method = '', url: path = '', headers } = request;
        const misfortune = misfortunes.shift();
        const said =
          misfortune === undefined || misfortune === 'lost'
            ? answer({ method, path, headers, body })
            : misfortune;
        if (said === 'silence') return;
        if (said === 'drop' || misfortune === 'lost') response.destroy();
        else write(response, said);
      },
      // Whoever asked went away in the middle.
      () => response.destroy(),
    );
  });
  const { url, close } = await listen(server, options.port);
  return {
    url,
    meetWith: (...more) => {
      misfortunes.push(...more);
    },
    calls: () => calls,
    clear: () => {
      misfortunes = [];
    },
    stop: async () => {
      await close();
    },
  };
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  const type = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' };
  response
    .writeHead(status, { ...type, ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The object that a body holds; null when it holds none. */
export function readObject(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null;
  } catch {
    return null;
  }
}
