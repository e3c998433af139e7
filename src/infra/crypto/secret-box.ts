import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const FORMAT = 1;
const KEY_ID_BYTES = 4;
/** NIST SP 800-38D: 96-bit nonces, 128-bit tags; random nonces are safe for 2^32 boxes a key and purpose. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;
const KEY_BYTES = 32;

/** A box that cannot be opened. The message names neither the content nor the key. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
  readonly reason: 'malformed' | 'unknown_key' | 'forged';

  constructor(reason: 'malformed' | 'unknown_key' | 'forged', message: string) {
    super(message);
    this.reason = reason;
  }
}

export type SecretBox = {
  /**
   * Encrypts with the newest key (AES-256-GCM).
   *
   * @param purpose what the bytes are, such as `strava refresh token 0190…`. It is authenticated, not stored: a box
   *   opens only under the same purpose, so one cannot be moved to another row or column.
   * @returns format (1 byte), key id (4), nonce (12), ciphertext, tag (16)
   */
  seal(purpose: string, bytes: Uint8Array): Buffer;
  /** @throws SecretBoxError when the box is malformed, changed, of another purpose, or its key is not known */
  open(purpose: string, box: Uint8Array): Buffer;
  /** Whether the box was sealed with an older key and should be sealed anew. */
  needsReseal(box: Uint8Array): boolean;
  deriveKeys(purpose: string): readonly [Buffer, ...Buffer[]];
};

export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const ring = keys.map((key) => {
    if (key.length !== KEY_BYTES) throw new Error(`A secrets key must have ${KEY_BYTES} bytes.`);
    return { key, id: derive(key, 'key id', KEY_ID_BYTES), sealing: derive(key, 'seal', KEY_BYTES) };
  });
  const [newest, ...older] = ring;
  if (newest === undefined) throw new Error('At least one secrets key is needed.');

  return {
    seal(purpose, bytes) {
      const nonce = randomBytes(NONCE_BYTES);
      const header = Buffer.concat([Buffer.of(FORMAT), newest.id, nonce]);
      const cipher = createCipheriv('aes-256-gcm', newest.sealing, nonce);
      cipher.setAAD(associatedData(header, purpose));
      return Buffer.concat([header, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },

    open(purpose, box) {
      const bytes = Buffer.from(box.buffer, box.byteOffset, box.byteLength);
      if (bytes.length < HEADER_BYTES + TAG_BYTES || bytes[0] !== FORMAT) {
        throw new SecretBoxError('malformed', 'This is not a sealed box.');
      }
      const used = ring.find(({ id }) => id.equals(keyIdOf(bytes)));
      if (used === undefined) {
        throw new SecretBoxError(
          'unknown_key',
          'Sealed with a key that is no longer in SECRETS_KEY. Add the former key after the newest one.',
        );
      }
      const header = bytes.subarray(0, HEADER_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', used.sealing, header.subarray(1 + KEY_ID_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associatedData(header, purpose));
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(HEADER_BYTES, bytes.length - TAG_BYTES)),
          decipher.final(),
        ]);
      } catch {
        throw new SecretBoxError('forged', 'The sealed box was changed, or was sealed for another purpose.');
      }
    },

    needsReseal(box) {
      return !newest.id.equals(keyIdOf(Buffer.from(box.buffer, box.byteOffset, box.byteLength)));
    },

    deriveKeys(purpose) {
      const deriveOne = ({ key }: { key: Buffer }): Buffer => derive(key, `derived: ${purpose}`, KEY_BYTES);
      return [deriveOne(newest), ...older.map(deriveOne)];
    },
  };
}

function keyIdOf(box: Buffer): Buffer {
  return box.subarray(1, 1 + KEY_ID_BYTES);
}

/** HKDF-SHA-256 (RFC 5869). The secrets key is uniformly random, so no salt is needed. */
function derive(key: Buffer, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `ekiden ${info}`, length));
}

/** The header has a fixed length, so header and purpose cannot be confused. */
function associatedData(header: Buffer, purpose: string): Buffer {
  return Buffer.concat([header, Buffer.from(purpose, 'utf8')]);
}
