import type { IncomingMessage } from 'node:http';
import { badRequest } from './answers.ts';

/** A request as it came, read to its end. */
export type PlatformRequest = {
  readonly method: string;
  readonly path: string;
  /** Of the query, and over it those of a form or a JSON object in the body. */
  readonly parameters: ReadonlyMap<string, string>;
  /** All values of a parameter: boxes that are ticked. */
  readonly all: (name: string) => string[];
  readonly authorization: string | undefined;
  readonly cookie: string;
};

/** Apps send a few hundred bytes. */
const LONGEST_BODY = 64 * 1_024;

/** @throws Refusal for a body that is too long or no JSON although it says so */
export async function readRequest(request: IncomingMessage): Promise<PlatformRequest> {
  const url = new URL(request.url ?? '/', 'http://platform.invalid');
  const body = bodyPairs(request.headers['content-type'] ?? '', await readBody(request));
  const pairs = [...url.searchParams, ...body];
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    parameters: new Map(pairs),
    all: (name) => pairs.flatMap(([key, value]) => (key === name ? [value] : [])),
    authorization: request.headers.authorization,
    cookie: request.headers.cookie ?? '',
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Read to its end in any case: whoever sends does not listen before.
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    length += bytes.length;
    if (length <= LONGEST_BODY) chunks.push(bytes);
  }
  if (length > LONGEST_BODY) throw badRequest('Application', 'body', 'too long');
  return Buffer.concat(chunks).toString('utf8');
}

function bodyPairs(contentType: string, body: string): [string, string][] {
  if (contentType.startsWith('application/x-www-form-urlencoded')) return [...new URLSearchParams(body)];
  if (!contentType.startsWith('application/json') || body === '') return [];
  return Object.entries(parseObject(body)).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, String(value)]]
      : [],
  );
}

function parseObject(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Answered like JSON that is no object.
  }
  throw badRequest('Application', 'body', 'invalid');
}
