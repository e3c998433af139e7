import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';

const KEY_BYTES = 32;

/**
 * Reads the value of SECRETS_KEY: keys of 32 bytes in base64, comma-separated, the newest first.
 *
 * @returns the keys in the order given, at least one
 * @throws Error that says what to change and never repeats the value
 */
export function parseSecretsKeys(text: string): Buffer[] {
  const keys = text.split(',').map((part, index) => {
    const trimmed = part.trim();
    const key = Buffer.from(trimmed, 'base64');
    const canonical = key.toString('base64') === trimmed || key.toString('base64url') === trimmed;
    if (!canonical || key.length !== KEY_BYTES) {
      throw new Error(
        `SECRETS_KEY: key ${index + 1} is not ${KEY_BYTES} bytes in base64. Make one with: openssl rand -base64 32`,
      );
    }
    return key;
  });
  if (new Set(keys.map((key) => key.toString('hex'))).size !== keys.length) {
    throw new Error('SECRETS_KEY: the same key stands there twice. Remove one of the two.');
  }
  return keys;
}

/**
 * Reads the keys from a file, and at the first start makes the file with one random key, readable by its owner only.
 * Processes that start at the same moment end up with the same key, and none sees a half-written file.
 *
 * @param options.formerly where the keys were kept before: no new key is made while they are still there, since it would not
 *   open what they sealed
 * @throws Error when the file holds no valid key: it is never overwritten, since what it sealed would be lost
 */
export async function loadOrCreateSecretsKey(
  file: string,
  { formerly }: { readonly formerly?: string } = {},
): Promise<Buffer[]> {
  const existing = await readKeyFile(file);
  if (existing !== null) return existing;
  if (formerly !== undefined && formerly !== file && (await readKeyFile(formerly)) !== null) {
    throw new Error(`SECRETS_KEY_FILE: there is no ${file}, but there is ${formerly}. Move that file there.`);
  }
  await createKeyFile(file);
  const created = await readKeyFile(file);
  if (created === null) throw new Error(`${file} vanished while the server started. Start it again.`);
  return created;
}

async function readKeyFile(file: string): Promise<Buffer[] | null> {
  const keys = await readSecretsKeyFile(file);
  if (keys !== null) await narrowMode(file);
  return keys;
}

export async function readSecretsKeyFile(file: string): Promise<Buffer[] | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    return parseSecretsKeys(text.trim());
  } catch (error) {
    throw new Error(
      `${file} holds no valid key. Restore it from a backup, or, if nothing is sealed with it yet, delete it.`,
      { cause: error },
    );
  }
}

/** Copies and restored backups are often readable by everyone; Windows has no such modes. */
async function narrowMode(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return;
  try {
    await chmod(file, 0o600);
  } catch (error) {
    // A file of another owner, such as a mounted secret, keeps its mode.
    if (!isErrno(error, 'EPERM') && !isErrno(error, 'EROFS')) throw error;
  }
}

async function createKeyFile(file: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Linking makes the file appear complete and, unlike renaming, fails when another process was first.
    await link(draft, file);
    await syncFolder(folder);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) {
      throw new Error(
        `Could not write ${file}. Make the folder writable, put a key into the file, or set SECRETS_KEY.`,
        {
          cause: error,
        },
      );
    }
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the file system journals the entry.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
