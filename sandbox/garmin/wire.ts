import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Parameter, readParameters } from './oauth1-signature.ts';

/** A request as the stand-in reads it: nothing decoded that a signature covers. */
export type Call = {
  readonly method: string;
  /** As it was sent. */
  readonly path: string;
  readonly host: string;
  readonly authorization: string;
  readonly query: readonly Parameter[];
  /** Empty unless the body is a form. */
  readonly form: readonly Parameter[];
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

/** What a call ends in that is not granted: `why` is the text of `errorMessage`. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/** Nobody sends a form of a megabyte. */
const MAX_BODY_BYTES = 1_000_000;

export async function readCall(request: IncomingMessage): Promise<Call> {
  const [path = '', search = ''] = splitOnce(request.url ?? '/', '?');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new Refused(413, 'body too large');
    chunks.push(chunk);
  }
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  try {
    return {
      method: request.method ?? 'GET',
      path,
      host: request.headers.host ?? '',
      authorization: request.headers.authorization ?? '',
      query: readParameters(search),
      form: isForm ? readParameters(Buffer.concat(chunks).toString('utf8')) : [],
    };
  } catch (error) {
    if (error instanceof URIError) throw new Refused(400, 'malformed percent-encoding');
    throw error;
  }
}

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** The first value of that name. */
export function firstValue(parameters: readonly Parameter[], name: string): string | undefined {
  return parameters.find(([known]) => known === name)?.[1];
}

/** @throws Refused with 400 when it is missing or empty */
export function requiredValue(parameters: readonly Parameter[], name: string): string {
  const value = firstValue(parameters, name);
  if (value === undefined || value === '') throw new Refused(400, `missing parameter ${name}`);
  return value;
}

/** The address with more parameters behind its own, which stay as they are; a fragment stays at the end. */
export function withQuery(address: string, more: Readonly<Record<string, string>>): string {
  const [before, fragment] = splitOnce(address, '#');
  const separator = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  const added = Object.entries(more).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `${before}${separator}${added.join('&')}${fragment === '' ? '' : `#${fragment}`}`;
}

export function json(status: number, value: unknown): Answer {
  const headers = { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' };
  return { status, headers, body: JSON.stringify(value) };
}

export function formText(values: Readonly<Record<string, string>>): Answer {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'cache-control': 'no-store' };
  return { status: 200, headers, body: new URLSearchParams(values).toString() };
}

export function html(status: number, body: string): Answer {
  // The page needs no script, and a form may lead anywhere: to the app's own address.
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return { status, headers, body };
}

export function redirect(location: string): Answer {
  // 303: what follows is a GET, also after the form of the consent page.
  return { status: 303, headers: { location }, body: '' };
}

export function empty(status: number): Answer {
  return { status, headers: {}, body: '' };
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
