import type { Readable } from 'node:stream';
import { type AppError, defineError, forbidden, notFound } from '../../shared/errors.ts';
import { answerRange, type RangeAnswer } from './byte-range.ts';
import { attachmentDisposition } from './content-disposition.ts';
import type { SignedFile } from './file-url.ts';
import type { ObjectInfo, ObjectOperations, ObjectStore } from './object-store.ts';

export type DownloadRequest = {
  method: 'GET' | 'HEAD';
  key: string;
  query: Readonly<Record<string, unknown>>;
  headers: { readonly range?: string | undefined; readonly 'if-range'?: string | undefined };
  now: Date;
};

/**
 * Sent as it is. `error` is null for 200, 206 and 302 (to the S3 service); otherwise it carries status, text and headers
 * for the route's own envelope. `body` must be read to its end or destroyed.
 */
export type Download =
  | { status: 200 | 206; headers: Record<string, string>; body: Readable | null; error: null }
  | { status: 302; headers: Record<string, string>; body: null; error: null }
  | { status: 403 | 404 | 416; headers: Record<string, string>; body: null; error: AppError };

const rangeNotSatisfiable = defineError(
  'range_not_satisfiable',
  416,
  'The file has no bytes in the requested range.',
);

// Links are personal and short-lived, so neither shared caches nor the browser's keep the file.
const COMMON_HEADERS = { 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' };

/** A redirect is followed at once, and a link to the service cannot be revoked. */
const S3_LINK_LIFETIME_S = 15;

/**
 * Everything `/files/*` does, for GET and HEAD: checks the link, reads ranges, opens the file. With S3, GET is redirected
 * to the service by a link that lives some seconds.
 * @param mayOpen called with the key of a valid link; throws the refusal
 */
export async function openDownload(
  store: ObjectStore,
  request: DownloadRequest,
  mayOpen: (key: string) => Promise<void> = async () => {},
): Promise<Download> {
  const file = store.fileUrls.verify(request.key, request.query, request.now);
  if (file === null) {
    return refuse(forbidden, 'This link is not valid or has expired. Ask for a new one.');
  }
  await mayOpen(file.key);
  if (store.kind === 's3' && request.method === 'GET') return await sendOn(store, file);
  // The object may be replaced between the check and opening it; then the check is repeated.
  for (let attempt = 0; attempt < 5; attempt++) {
    const object = await store.head(file.key);
    if (object === null) break;
    const download = await openVersion(store, file, object, request);
    if (download !== null) return download;
  }
  return refuse(notFound, 'This file no longer exists.');
}

async function sendOn(store: ObjectOperations, file: SignedFile): Promise<Download> {
  const { key, file_name, content_type } = file;
  const Location = await store.signedUrl(key, { expires_in_s: S3_LINK_LIFETIME_S, file_name, content_type });
  return {
    status: 302,
    headers: { ...COMMON_HEADERS, Location, 'Referrer-Policy': 'no-referrer' },
    body: null,
    error: null,
  };
}

async function openVersion(
  store: ObjectOperations,
  file: SignedFile,
  object: ObjectInfo,
  request: DownloadRequest,
): Promise<Download | null> {
  // RFC 9110, 14.2: a Range of any method but GET is ignored.
  const range = request.method === 'GET' ? request.headers.range : undefined;
  const answer = answerRange(range, request.headers['if-range'], object);
  if (answer.kind === 'unsatisfiable') {
    return refuse(rangeNotSatisfiable, undefined, {
      'Accept-Ranges': 'bytes',
      'Content-Range': `bytes */${object.size_bytes}`,
    });
  }
  const status = answer.kind === 'part' ? 206 : 200;
  const headers = fileHeaders(file, object, answer);
  if (request.method === 'HEAD') return { status, headers, body: null, error: null };

  const opened = await openBody(store, file.key, answer);
  if (opened === null) return null;
  if (opened.etag !== object.etag) {
    opened.body.destroy();
    return null;
  }
  return { status, headers, body: opened.body, error: null };
}

async function openBody(
  store: ObjectOperations,
  key: string,
  answer: RangeAnswer,
): Promise<(ObjectInfo & { body: Readable }) | null> {
  try {
    return await store.get(key, answer.kind === 'part' ? { range: answer.range } : {});
  } catch (error) {
    if (error instanceof RangeError) return null; // replaced by a shorter one
    throw error;
  }
}

function fileHeaders(file: SignedFile, object: ObjectInfo, answer: RangeAnswer): Record<string, string> {
  const headers: Record<string, string> = {
    ...COMMON_HEADERS,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': attachmentDisposition(file.file_name),
    'Content-Length': String(object.size_bytes),
    'Content-Type': file.content_type,
    ETag: object.etag,
  };
  if (answer.kind === 'part') {
    const { start, end } = answer.range;
    headers['Content-Length'] = String(end - start + 1);
    headers['Content-Range'] = `bytes ${start}-${end}/${object.size_bytes}`;
  }
  return headers;
}

function refuse(
  definition: typeof forbidden,
  message: string = definition.message,
  extra: Record<string, string> = {},
): Download {
  const headers = { ...COMMON_HEADERS, ...extra };
  const status = definition.status === 403 ? 403 : definition.status === 416 ? 416 : 404;
  return { status, headers, body: null, error: definition({ message, headers }) };
}
