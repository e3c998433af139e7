/** Requests as raw as they come, so that all of an answer can be looked through. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { unzip } from '../unzip.ts';
import type { Asker } from './model.ts';

/** The server under search. */
export type LeakStage = {
  readonly url: string;
  readonly deps: Pick<Deps, 'db' | 'clock' | 'events' | 'store'>;
  /** Where its mails and pushes are written. */
  readonly outbox: string;
  readonly app_key: string;
};

export type Call = { readonly method: string; readonly path: string; readonly body?: unknown };
export type Reply = {
  readonly status: number;
  /** Everything that came back: headers, the body, and of an archive each file. */
  readonly text: string;
  /** Of JSON, else null. */
  // biome-ignore lint/suspicious/noExplicitAny: what is looked for in it is looked for by name
  readonly json: any;
};

/** Headers whose numbers are of the transport. */
const NOT_CONTENT = /^(content-length|date|etag|x-request-id|x-ratelimit-.*)$/;

export async function send(stage: LeakStage, asker: Asker, call: Call): Promise<Reply> {
  const headers: Record<string, string> = credentialsOf(stage, asker);
  const { body } = call;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const url = call.path.startsWith('http') ? call.path : `${stage.url}${call.path}`;
  const answer = await fetch(url, {
    method: call.method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const told = [...answer.headers].filter(([name]) => !NOT_CONTENT.test(name)).map((pair) => pair.join(': '));
  const texts = bytes.subarray(0, 2).toString() === 'PK' ? await filesOf(bytes) : [bytes.toString('utf8')];
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: answer.status,
    text: [...told, ...texts].join('\n'),
    json: isJson ? JSON.parse(bytes.toString('utf8')) : null,
  };
}

async function filesOf(archive: Buffer): Promise<string[]> {
  return [...(await unzip(archive))].flatMap(([name, file]) => [name, file.toString('utf8')]);
}

function credentialsOf(stage: LeakStage, asker: Asker): Record<string, string> {
  switch (asker.kind) {
    case 'nobody':
      return {};
    case 'invalid':
      return { authorization: `Bearer ${asker.token}` };
    case 'app':
      return { 'x-api-key': stage.app_key };
    case 'person':
      return { authorization: `Bearer ${asker.person.token}` };
    case 'key': {
      const { secret } = asker.key;
      return asker.as === 'header' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` };
    }
  }
}

/** @returns what a request that has to succeed was answered with */
export async function succeed(stage: LeakStage, asker: Asker, call: Call): Promise<Reply['json']> {
  const { status, text, json } = await send(stage, asker, call);
  assert.equal(Math.floor(status / 100), 2, `${call.method} ${call.path}: ${text}`);
  return json;
}

const EXPORT_WAIT_MS = 60_000;

/** The link to the archive of an export that has ended, or null where it has failed. */
export async function linkWhenDone(stage: LeakStage, asker: Asker, id: string): Promise<string | null> {
  const deadline = performance.now() + EXPORT_WAIT_MS;
  const path = `/developer/v1/exports/${id}`;
  for (;;) {
    const { status } = (await succeed(stage, asker, { method: 'GET', path })).data.export;
    if (status === 'failed') return null;
    if (status === 'completed') break;
    if (performance.now() > deadline) throw new Error(`The export is still ${status}.`);
    await sleep(15);
  }
  const { data } = await succeed(stage, asker, { method: 'GET', path: `${path}/download` });
  return data.download_url;
}

/** A request as somebody can type it again; credentials are told by whose they are. */
export function asCurl({ method, path, body }: Call, who: string): string {
  const data = body === undefined ? '' : ` -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  const url = path.startsWith('http') ? path : `$URL${path}`;
  return `curl -X ${method} "${url}" -H "$CREDENTIALS"${data}   # as ${who}`;
}
