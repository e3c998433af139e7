import { createHmac, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { DamagedBackupError } from './errors.ts';
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
/** Beside each its hash, by which damage is told from a wrong passphrase. Places of earlier versions get it with the next backup. */
const SUM = '.sha256';

/**
 * @param name_key 32 bytes that only this server knows, from which the names of encrypted content are made
 * @throws Error that says what to do where the passphrase does not open the keys that are there, DamagedBackupError where one is damaged
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
  const failures: Error[] = [];
  for await (const { key } of place.list(KEYS)) {
    if (key.endsWith(SUM)) continue;
    const recipient = key.slice(KEYS.length);
    const opened = await openKey(place, recipient, passphrase);
    if (opened === null) continue;
    if (!(opened instanceof Error)) {
      if (!opened.isNoted) await noteSum(place, recipient, opened.sha256);
      return recipient;
    }
    failures.push(opened);
  }
  if (failures.length > 0) throw noneOpened(failures);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const content = await encrypter.encrypt(identity);
  await place.put(KEYS + recipient, content);
  await noteSum(place, recipient, hash('sha256', content));
  return recipient;
}

/** What may be mended is told first. */
function noneOpened(failures: readonly Error[]): Error {
  const damaged = failures.find((error) => error instanceof DamagedBackupError);
  const unsure = failures.find((error) => !(error instanceof WrongPassphraseError));
  if (damaged !== undefined && failures.some((error) => error instanceof WrongPassphraseError)) {
    return new DamagedBackupError(
      `The passphrase is not the one of the keys that are whole. ${damaged.message}`,
    );
  }
  return (
    damaged ??
    unsure ??
    new Error(
      'The passphrase is not the one that the backups there were made with. Give that one, or choose another place.',
    )
  );
}

type OpenedKey = {
  readonly identity: string;
  readonly sha256: string;
  /** Whether the hash of the file stands beside it. */
  readonly isNoted: boolean;
};

class WrongPassphraseError extends Error {}

/** By the passphrase: null where the place does not have it, and an error where it cannot be opened. */
async function openKey(
  place: PlaceFiles,
  recipient: string,
  passphrase: string,
): Promise<OpenedKey | Error | null> {
  const stored = await place.get(KEYS + recipient);
  if (stored === null) return null;
  const content = await buffer(stored);
  const sha256 = hash('sha256', content);
  const noted = await readSum(place, recipient);
  const file = place.locate(KEYS + recipient);
  const damaged = (cause?: unknown): Error =>
    new DamagedBackupError(
      `The key of the encrypted backups there is damaged: ${file} is not what was written. Put back a copy of it, without which they cannot be opened. If there is none, move that file away, and the next backup makes a new key.`,
      { cause },
    );
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const identity = await decrypter.decrypt(content, 'text');
    // Whoever can write to the place could else give the key another name, and have backups encrypted to themselves.
    if ((await identityToRecipient(identity)) !== recipient) return damaged();
    return { identity, sha256, isNoted: noted === sha256 };
  } catch (error) {
    if (!isNotMatched(error)) return damaged(error);
    if (noted === null) {
      return new Error(
        `The passphrase does not open ${file}. Either it is not the one that the backups there were made with, or that file is damaged: which of them is not known, since its hash was never noted.`,
      );
    }
    return noted === sha256 ? new WrongPassphraseError() : damaged(error);
  }
}

/**
 * All that age tells of another passphrase, and of a salt or a wrapped key that is damaged: these cannot be told apart by the file alone.
 * Any other error says that the file is no file of age, or that what the right passphrase opened is not whole.
 */
function isNotMatched(error: unknown): boolean {
  return error instanceof Error && error.message === "no identity matched any of the file's recipients";
}

async function readSum(place: PlaceFiles, recipient: string): Promise<string | null> {
  const stored = await place.get(KEYS + recipient + SUM);
  if (stored === null) return null;
  const [, sum, name] = /^([0-9a-f]{64}) {2}(\w+)\n$/.exec(await text(stored)) ?? [];
  return name === recipient && sum !== undefined ? sum : null;
}

/** As `sha256sum` writes it, and checks it. */
async function noteSum(place: PlaceFiles, recipient: string, sha256: string): Promise<void> {
  await place.put(KEYS + recipient + SUM, Buffer.from(`${sha256}  ${recipient}\n`));
}

/**
 * Opens what was encrypted to a recipient, or not at all.
 *
 * @throws Error that says what is missing, or that it is the wrong one, DamagedBackupError where the key is damaged
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
      `This backup is encrypted to ${recipient}: give the file of its identity with --identity; or, if it was made with a passphrase, put back ${place.locate(KEYS + recipient)}, which is missing.`,
    );
  }
  stored.destroy();
  if (passphrase === undefined) {
    throw new Error('This backup is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.');
  }
  const opened = await openKey(place, recipient, passphrase);
  if (opened instanceof WrongPassphraseError) {
    throw new Error('The passphrase is not the one that this backup was made with.');
  }
  if (opened instanceof Error) throw opened;
  if (opened === null) throw new Error(`${place.locate(KEYS + recipient)} was removed meanwhile.`);
  return opened.identity;
}
