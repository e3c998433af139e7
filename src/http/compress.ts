import compression, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from './route.ts';

/** A shorter body is about as long compressed. */
export const LEAST_COMPRESSED_BYTES = 1_024;

const COMPRESSION: FastifyCompressOptions = {
  // The fastest encoding first, among equally preferred ones.
  encodings: ['zstd', 'br', 'gzip'],
  threshold: LEAST_COMPRESSED_BYTES,
  // A body up to this size is compressed in place, in some 0.1 ms; longer ones on libuv's threads.
  syncThreshold: 16_384,
  // Event streams must be sent at once, and files are mostly compressed already.
  customTypes: /^application\/json(?:;|$)/,
};

/** Compresses the answers of routes that allow it (`compressionOf`). Request bodies are never unpacked. */
export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compression, { ...COMPRESSION, global: false });
}

/**
 * How a route compresses its answers; false where it does not. An answer that holds a secret beside text that another
 * person chooses is never compressed: its length would tell of the secret (BREACH).
 */
export function compressionOf({ holds_secret, download, events, redirect, file }: Route) {
  const isText = download === undefined && events === undefined && redirect === undefined;
  return isText && file === undefined && holds_secret !== true ? COMPRESSION : false;
}

const ASKS = /\b(?:zstd|br|gzip)\b/i;

/**
 * Whether the answer may be compressed: its tag is then a weak one that all encodings share (RFC 9110 §8.8.3). HEAD is
 * never compressed because Fastify sends the length of the whole.
 */
export function asksForCompression({ method, headers }: FastifyRequest): boolean {
  return method !== 'HEAD' && ASKS.test(String(headers['accept-encoding'] ?? ''));
}

/** Adds Accept-Encoding to `Vary`. */
export function varyByEncoding(reply: FastifyReply): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? 'accept-encoding' : `${before}, accept-encoding`);
}
