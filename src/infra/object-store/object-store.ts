import type { Readable } from 'node:stream';
import { OutageError } from '../../shared/errors.ts';
import type { FileUrls } from './file-url.ts';
import type { SignedUrlOptions } from './signed-url-options.ts';

/** What is known of an object without reading it. */
export type ObjectInfo = {
  size_bytes: number;
  /** Strong validator in HTTP form, quotes included; another one after every put. */
  etag: string;
};

/** First and last byte, both inclusive, counted from 0; `end` past the last byte means up to the last byte. */
export type ByteRange = { start: number; end: number };

/** Text or bytes. An iterable that is no stream may reuse its buffer: it is the store's until the next request. */
export type ObjectBody = Readable | AsyncIterable<Uint8Array> | Uint8Array;

/**
 * Files by key. A key has 1 to 512 characters of `a-z 0-9 . _ -` in segments of at most 200, separated by `/`; no segment
 * is empty or all dots. An invalid key throws a `TypeError`; a failing store throws an `ObjectStoreError` for the
 * operator, without credentials.
 */
export type ObjectOperations = {
  /**
   * Streams `body` to the key with bounded memory. Readers see the whole old object or the whole new one. When the
   * promise resolves the object is durable; when it rejects nothing is left behind and the key is as it was.
   * The body is consumed in either case (let go of on failure); its own error is thrown as it is.
   * `contentType` is stored by S3 only. Returns the size and the SHA-256 as 64 hex digits.
   */
  put(
    key: string,
    body: ObjectBody,
    options?: { contentType?: string },
  ): Promise<{ size_bytes: number; sha256: string }>;
  /**
   * Opens the object, or a range of it; null when there is no such object. `size_bytes` is that of the whole object.
   * The body must be read to its end or destroyed. A range that starts at or after the end throws a `RangeError`.
   */
  get(key: string, options?: { range?: ByteRange }): Promise<(ObjectInfo & { body: Readable }) | null>;
  /** Null when there is no such object. */
  head(key: string): Promise<ObjectInfo | null>;
  /** Deletes the object; no error where there is none. */
  delete(key: string): Promise<void>;
  /** All objects whose key starts with `prefix` (any string prefix, also empty), in the order of their keys. */
  list(prefix: string): AsyncIterable<{ key: string; size_bytes: number; modified_at: Date }>;
  /** A URL that anyone may GET until it expires. Does not check that the object exists. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;
  /**
   * The same, but on this server whichever store it is: `/files/*` answers with `openDownload`, which can be asked for more
   * than a signature.
   */
  ownUrl(key: string, options: SignedUrlOptions): Promise<string>;
  /** Checks the links of `ownUrl`. */
  readonly fileUrls: FileUrls;
  /** Resolves when the store can be read and written, as far as can be told without leaving a trace. */
  ping(): Promise<void>;
  /** Frees what the store holds. Puts that are under way fail. */
  close(): Promise<void>;
};

export type DiskStore = ObjectOperations & { readonly kind: 'disk' };
/** Its signed URLs lead to the S3 service itself. */
export type S3Store = ObjectOperations & { readonly kind: 's3' };
export type ObjectStore = DiskStore | S3Store;

/** The store failed. The message is for the operator, holds no credentials and reaches no caller. */
export class ObjectStoreError extends OutageError {
  override readonly name = 'ObjectStoreError';
}
