import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { PlaceFiles } from './place.ts';

/** By what a backup is encrypted, as it is configured. */
export type SealSettings =
  | { readonly by: 'nothing' }
  | { readonly by: 'passphrase'; readonly passphrase: string }
  /** An age recipient (`age1…`): its identity is needed to read a backup, and not to write one. */
  | { readonly by: 'recipient'; readonly recipient: string };

/** With what a backup is opened. */
export type OpenSettings = {
  readonly passphrase?: string | undefined;
  readonly identity?: string | undefined;
};

/** Encrypts what goes into a backup. */
export type Seal = {
  /** Null where nothing is encrypted. */
  readonly recipient: string | null;
  /** The name of content by its SHA-256: where it is encrypted, one that tells nobody which content it is. */
  nameOf(sha256: string): string;
  bytes(content: Uint8Array): Promise<Uint8Array>;
  stream(content: Readable): Promise<Readable>;
};

export type Unseal = {
  bytes(stored: Buffer): Promise<Buffer>;
  stream(stored: Readable): Promise<Readable>;
};

/** Keys of a place lie in it, under the name of their recipient, encrypted by the passphrase. */
const KEYS = 'keys/';

/**
 * @param name_key 32 bytes that only this server knows, from which the names of encrypted content are made
 * @throws Error that says what to do where the passphrase does not open the keys that are there
 */
export async function createSeal(
  settings: SealSettings,
  place: PlaceFiles,
  name_key: Uint8Array,
): Promise<Seal> {
  if (settings.by === 'nothing') {
    const same = async <T>(content: T): Promise<T> => content;
    return { recipient: null, nameOf: (sha256) => sha256, bytes: same, stream: same };
  }
  const recipient =
    settings.by === 'recipient' ? settings.recipient : await recipientOf(settings.passphrase, place);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return {
    recipient,
    nameOf: (sha256) => createHmac('sha256', name_key).update(`${recipient} ${sha256}`).digest('hex'),
    bytes: (content) => encrypter.encrypt(content),
    stream: async (content) =>
      Readable.from(await encrypter.encrypt(Readable.toWeb(content) as ReadableStream<Uint8Array>)),
  };
}

/** The key pair of a place: content is encrypted to it, which is a thousand times as fast as by a passphrase. */
async function recipientOf(passphrase: string, place: PlaceFiles): Promise<string> {
  const found: string[] = [];
  for await (const { key } of place.list(KEYS)) {
    const recipient = key.slice(KEYS.length);
    found.push(recipient);
    const identity = await openKey(place, recipient, passphrase);
    if (identity !== null) return recipient;
  }
  if (found.length > 0) {
    throw new Error(
      'The passphrase is not the one that the backups there were made with. Give that one, or choose another place.',
    );
  }
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  await place.put(KEYS + recipient, await encrypter.encrypt(identity));
  return recipient;
}

async function openKey(place: PlaceFiles, recipient: string, passphrase: string): Promise<string | null> {
  const stored = await place.get(KEYS + recipient);
  if (stored === null) return null;
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const content = await buffer(stored);
  return await decrypter.decrypt(content, 'text').catch(() => null);
}

/**
 * Opens what was encrypted to a recipient, or not at all.
 *
 * @throws Error that says what is missing, or that it is the wrong one
 */
export async function createUnseal(
  recipient: string | null,
  settings: OpenSettings,
  place: PlaceFiles,
): Promise<Unseal> {
  if (recipient === null) return { bytes: async (stored) => stored, stream: async (stored) => stored };
  const decrypter = new Decrypter();
  decrypter.addIdentity(await identityOf(recipient, settings, place));
  return {
    bytes: async (stored) => Buffer.from(await decrypter.decrypt(stored)),
    stream: async (stored) =>
      Readable.from(await decrypter.decrypt(Readable.toWeb(stored) as ReadableStream<Uint8Array>)),
  };
}

async function identityOf(recipient: string, settings: OpenSettings, place: PlaceFiles): Promise<string> {
  const { identity, passphrase } = settings;
  if (identity !== undefined) {
    const lines = identity.split(/\r?\n/).map((line) => line.trim());
    for (const line of lines.filter((one) => one.startsWith('AGE-SECRET-KEY-'))) {
      if ((await identityToRecipient(line).catch(() => null)) === recipient) return line;
    }
    throw new Error(`The identity is not the one of ${recipient}, to which this backup is encrypted.`);
  }
  const stored = await place.get(KEYS + recipient);
  if (stored === null) {
    throw new Error(
      `This backup is encrypted to ${recipient}: give the file of its identity with --identity.`,
    );
  }
  stored.destroy();
  if (passphrase === undefined) {
    throw new Error('This backup is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.');
  }
  const opened = await openKey(place, recipient, passphrase);
  if (opened === null) throw new Error('The passphrase is not the one that this backup was made with.');
  return opened;
}
