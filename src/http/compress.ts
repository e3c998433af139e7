import compression, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from './route.ts';

/** Of an answer in bytes: what is shorter is about as long compressed. */
export const LEAST_COMPRESSED_BYTES = 1_024;

const COMPRESSION: FastifyCompressOptions = {
  // The fastest first, of what a client takes equally well.
  encodings: ['zstd', 'br', 'gzip'],
  threshold: LEAST_COMPRESSED_BYTES,
  // Up to so many bytes an answer is compressed in place, in some 0.1 ms; longer ones on libuv's threads.
  syncThreshold: 16_384,
  // Neither events, each of which is to be there at once, nor files, which mostly are compressed already.
  customTypes: /^application\/json(?:;|$)/,
};

/** Has routes compress their answers, those that say so (`compressionOf`). Nothing that is sent here is ever unpacked. */
export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compression, { ...COMPRESSION, global: false });
}

/**
 * How a route compresses its answers; false where it does not. Where a secret stands beside what somebody else can choose, the length of the compressed text
 * tells of the secret (BREACH), so those never are.
 */
export function compressionOf({ holds_secret, download, events, redirect, file }: Route) {
  const isText = download === undefined && events === undefined && redirect === undefined;
  return isText && file === undefined && holds_secret !== true ? COMPRESSION : false;
}

const ASKS = /\b(?:zstd|br|gzip)\b/i;

/**
 * Whether the client may get the answer compressed: then its tag is a weak one, which its encodings share (RFC 9110 §8.8.3). HEAD is
 * answered as if nobody had asked: Fastify says how long the whole is.
 */
export function asksForCompression({ method, headers }: FastifyRequest): boolean {
  return method !== 'HEAD' && ASKS.test(String(headers['accept-encoding'] ?? ''));
}

/** Says that the answer depends on what the client takes, besides what it depends on already. */
export function varyByEncoding(reply: FastifyReply): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? 'accept-encoding' : `${before}, accept-encoding`);
}
