import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../shared/time.ts';
import { cleanFileName } from './content-disposition.ts';
import { assertObjectKey, isObjectKey } from './object-key.ts';
import type { SignedUrlOptions } from './signed-url-options.ts';

/** What a valid link grants: this object, offered under this name and type. */
export type SignedFile = { key: string; file_name: string; content_type: string };

/** Makes and checks the links `<base>/files/<key>?expires=…&name=…&type=…&signature=…`. */
export type FileUrls = {
  /** @throws TypeError or RangeError when the key, the type or the lifetime is out of bounds */
  sign(key: string, options: SignedUrlOptions, now: Date): string;
  /**
   * Null unless key and parameters are exactly the signed ones and the time has not passed. `query` holds decoded
   * parameters; missing, unknown or repeated ones (arrays) make the link invalid.
   */
  verify(key: string, query: Readonly<Record<string, unknown>>, now: Date): SignedFile | null;
};

const MIN_SECRET_BYTES = 16;
// The most that S3 grants; the same here, so that code which works on one store works on the other.
const MAX_LIFETIME_S = 604_800;
// type/subtype of RFC 9110 with simple parameters, such as `text/csv; charset=utf-8`.
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?: ?; ?[\w-]{1,40}=[\w.+-]{1,100}){0,3}$/;
const PARAMETERS = ['expires', 'name', 'type', 'signature'] as const;

export type LinkOptions = {
  baseUrl: string;
  /** At least 16 random bytes each; the first signs, all are accepted. */
  secrets: readonly Buffer[];
  clock: Clock;
};

/** `secrets`: newest first; the first signs, all are accepted. Each is at least 16 random bytes. */
export function createFileUrls(options: Omit<LinkOptions, 'clock'>): FileUrls {
  const keys = options.secrets.map(deriveKey);
  const [signingKey] = keys;
  if (signingKey === undefined) throw new RangeError('Signing file links takes at least one secret.');
  const base = options.baseUrl.replace(/\/+$/, '');

  return {
    sign: (key, { expires_in_s, file_name, content_type }, now) => {
      assertObjectKey(key);
      assertSignedUrlOptions({ expires_in_s, content_type });
      // Rounded up, so that the link lives at least as long as promised.
      const expires = String(Math.ceil(now.getTime() / 1000) + expires_in_s);
      const name = cleanFileName(file_name);
      const signature = sign(signingKey, [key, expires, name, content_type]);
      const query = [
        `expires=${expires}`,
        `name=${encodeURIComponent(name)}`,
        `type=${encodeURIComponent(content_type)}`,
        `signature=${signature}`,
      ];
      return `${base}/files/${key}?${query.join('&')}`;
    },
    verify: (key, query, now) => {
      const values = readParameters(query);
      if (values === null || !isObjectKey(key)) return null;
      const { expires, name, type, signature } = values;
      const signed = [key, expires, name, type];
      // Every key is tried, so that the time does not tell which is in use.
      const matches = keys.map((candidate) => equalText(sign(candidate, signed), signature));
      if (!matches.includes(true) || now.getTime() >= Number(expires) * 1000) return null;
      return { key, file_name: name, content_type: type };
    },
  };
}

/** @throws RangeError or TypeError when a signed URL cannot be made with these on every store */
export function assertSignedUrlOptions(options: { expires_in_s: number; content_type: string }): void {
  const { expires_in_s, content_type } = options;
  if (!Number.isInteger(expires_in_s) || expires_in_s < 1 || expires_in_s > MAX_LIFETIME_S) {
    throw new RangeError(`A signed URL lives 1 to ${MAX_LIFETIME_S} whole seconds, not ${expires_in_s}.`);
  }
  if (!MEDIA_TYPE.test(content_type)) {
    throw new TypeError(`${JSON.stringify(content_type)} is no media type such as "application/zip".`);
  }
}

function deriveKey(secret: Buffer): Buffer {
  if (secret.length < MIN_SECRET_BYTES) {
    throw new RangeError(`A secret that signs file links has at least ${MIN_SECRET_BYTES} bytes.`);
  }
  return Buffer.from(hkdfSync('sha256', secret, '', 'ekiden file url v1', 32));
}

function sign(key: Buffer, parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

/** Compares the texts because base64url has several spellings of the same bytes. */
function equalText(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

function readParameters(
  query: Readonly<Record<string, unknown>>,
): Record<(typeof PARAMETERS)[number], string> | null {
  if (Object.keys(query).length !== PARAMETERS.length) return null;
  const { expires, name, type, signature } = query;
  if (typeof expires !== 'string' || typeof name !== 'string') return null;
  if (typeof type !== 'string' || typeof signature !== 'string') return null;
  return { expires, name, type, signature };
}
