import { openBlob, readBlob } from './blobs.ts';
import { type BackupHeader, findBackup } from './catalogue.ts';
import { type BackedUpObject, readObjectList } from './objects.ts';
import { type BackupPlace, describePlace, openPlace, type PlaceFiles } from './place.ts';
import type { Progress } from './progress.ts';
import type { BackupManifest } from './run-backup.ts';
import { createUnseal, type OpenSettings, type Unseal } from './seal.ts';

/** A backup that can be read. */
export type OpenBackup = {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
  readonly files: PlaceFiles;
  readonly unseal: Unseal;
  close(): Promise<void>;
};

/**
 * Opens a backup, the newest where none is named, without writing anything.
 *
 * @throws Error that says what is wrong: no backup there, another passphrase, damage
 */
export async function openBackup(
  place: BackupPlace,
  id: string | null,
  settings: OpenSettings,
): Promise<OpenBackup> {
  const files = await openPlace(place, 'read');
  try {
    const header = await findBackup(files, id, describePlace(place));
    const unseal = await createUnseal(header.recipient, settings, files);
    const text = await readBlob({ files, unseal }, header.manifest);
    const manifest = JSON.parse(text.toString('utf8')) as BackupManifest;
    return { header, manifest, files, unseal, close: () => files.close() };
  } catch (error) {
    await files.close();
    throw error;
  }
}

/** Objects that are read at once. */
const AT_ONCE = 4;

/**
 * Reads all objects of a backup, each to its end.
 *
 * @param take is given each; it has to read its body to the end or throw
 */
export async function readObjects(
  backup: OpenBackup,
  take: (object: BackedUpObject, body: Awaited<ReturnType<typeof openBlob>>) => Promise<unknown>,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<void> {
  const { count: total } = backup.manifest.objects;
  let done = 0;
  for await (const objects of objectLists(backup)) {
    const waiting = objects[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (const object of waiting) {
        signal.throwIfAborted();
        const body = await openBlob(backup, object);
        try {
          await take(object, body);
        } finally {
          body.destroy();
        }
        done += 1;
        progress({ stage: 'files', done, total, unit: 'files' });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  if (done !== total) throw new Error(`The backup is damaged: it lists ${done} objects and not ${total}.`);
}

/** The objects of a backup, in the order of their keys, some thousands at a time. */
export async function* objectLists(backup: OpenBackup): AsyncGenerator<BackedUpObject[], void, undefined> {
  for (const piece of backup.manifest.objects.pieces) yield readObjectList(await readBlob(backup, piece));
}
