import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

/** What a browser keeps of a subscription and shows nobody; and of the body of a push, what is not encrypted (RFC 8188). */
export type BrowserKeys = { readonly pair: ECDH; readonly auth: Buffer };
type MessageHeader = {
  readonly salt: Buffer;
  readonly record_size: number;
  readonly sender_key: Buffer;
  readonly ciphertext: Buffer;
};

const SALT = 16;
const HEADER = SALT + 4 + 1;
const POINT = 65;
const TAG = 16;
const DELIMITER_OF_LAST = 2;

/** @returns null for a body that does not begin as RFC 8291 has it: one record, the sender's key as the key's id */
export function readHeader(body: Buffer): MessageHeader | null {
  const end = HEADER + POINT;
  // The tag and the delimiter of an empty message come behind it.
  if (body.length <= end + TAG || body[HEADER - 1] !== POINT || body[HEADER] !== 4) return null;
  const record_size = body.readUInt32BE(SALT);
  const ciphertext = body.subarray(end);
  if (ciphertext.length > record_size) return null;
  return { salt: body.subarray(0, SALT), record_size, sender_key: body.subarray(HEADER, end), ciphertext };
}

/**
 * What the browser reads, by RFC 8291 and nobody's library.
 *
 * @returns null where it was encrypted for another browser, or changed on the way
 */
export function decryptMessage(
  { pair, auth }: BrowserKeys,
  { salt, sender_key, ciphertext }: MessageHeader,
): Buffer | null {
  try {
    const secret = pair.computeSecret(sender_key);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender_key]);
    const input = derive(secret, auth, info, 32);
    const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(ciphertext.subarray(-TAG));
    const padded = Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    return padded[end] === DELIMITER_OF_LAST ? padded.subarray(0, end) : null;
  } catch {
    return null;
  }
}

function derive(input: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, bytes));
}
