import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { type MigrateOptions, migrate, pendingMigrations } from '../db/migrate.ts';
import { defineJob, handleJob, type JobRegistration } from '../jobs/index.ts';
import { type ObjectStore, ObjectStoreError } from '../object-store/index.ts';
import { whyApart } from './belongs-together.ts';
import {
  forgetSeenByFiles,
  moveMark,
  readSeenByFiles,
  readSeenInDatabase,
  type SeenByFiles,
  writeSeenByFiles,
} from './seen.ts';

/** The files of an instance: null where there is no place for them yet. */
export { INSTANCE_FILE } from './seen.ts';

export type InstanceFiles = { readonly store: ObjectStore | null; readonly place: string };

type InstanceDeps = {
  readonly db: Database;
  readonly files: InstanceFiles;
  readonly logger: Logger;
};

/** Makes a backup, and says where it is. What it throws keeps the database as it is. */
export type BackupBeforeMigrating = (upgrade: { readonly pending: readonly string[] }) => Promise<string>;

export type PrepareOptions = Pick<MigrateOptions, 'progress' | 'signal'> & {
  readonly migrations: string | URL;
  /** Whether a database that has tables is backed up before they are changed (`BACKUP_BEFORE_MIGRATING`), and who does that. */
  readonly backup: { readonly wanted: boolean; readonly make?: BackupBeforeMigrating };
};

/**
 * Brings the schema up to date, after a look whether database and files belong together: every process that serves, works or
 * migrates passes here.
 *
 * @returns the names of the migrations applied by this process
 * @throws Error with one line that says what to do, where they do not
 */
export async function prepareDatabase(
  deps: InstanceDeps,
  { migrations, backup, ...io }: PrepareOptions,
): Promise<string[]> {
  const { db, files, logger } = deps;
  // The files first: whoever writes there has written the database before.
  const seen = await lookAtFiles(deps, migrations);
  const apart = whyApart(await readSeenInDatabase(db), seen, files.place);
  if (apart !== null) throw new Error(apart);
  return await migrate(db, migrations, {
    ...io,
    logger,
    beforeMigrating: async (upgrade) => {
      if (!backup.wanted) logger.warn('BACKUP_BEFORE_MIGRATING is false: migrating without a backup');
      else if (backup.make === undefined)
        logger.warn('migrating without a backup: BACKUP_TARGET names no place for one');
      else {
        logger.info({ migrations: upgrade.pending.length }, 'backing up before migrating');
        const place = await backup.make(upgrade).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          throw new Error(
            `The backup before migrating failed, so nothing was changed: ${reason} To migrate without one, set BACKUP_BEFORE_MIGRATING=false.`,
            { cause: error },
          );
        });
        logger.info({ place }, 'backed up; migrating');
      }
    },
  });
}

async function lookAtFiles(
  { db, files: { store, place }, logger }: InstanceDeps,
  migrations: string | URL,
): Promise<SeenByFiles> {
  if (store === null) return null;
  try {
    return await readSeenByFiles(store);
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    // Who only serves does so without the files, too; what is changed cannot be changed back.
    if ((await pendingMigrations(db, migrations)).length > 0) {
      throw new Error(
        `Whether the files in ${place} belong to this database cannot be seen, so it is not migrated: ${error.message}`,
        { cause: error },
      );
    }
    logger.warn(
      { place },
      'the files do not answer: whether they belong to this database cannot be seen now',
    );
    return null;
  }
}

/** Moves the mark of the database on, and has the files see it. Files that do not answer, or are another's, stay as they are. */
export async function markInstance({
  db,
  files: { store, place },
  clock,
  logger,
}: InstanceDeps & { readonly clock: Clock }): Promise<void> {
  const now = clock.now();
  const moved = await moveMark(db, now);
  if (store === null) return;
  try {
    const seen = await readSeenByFiles(store);
    if (seen === null && moved.mark > 1)
      logger.info({ place }, 'these files have not seen this instance yet; from now on they are its own');
    const apart = whyApart(moved, seen, place);
    if (apart !== null) logger.error(apart);
    else await writeSeenByFiles(store, moved, now);
  } catch (error) {
    // The store has logged it; the next mark is seen when it is back.
    if (!(error instanceof ObjectStoreError)) throw error;
  }
}

/**
 * Has the files belong to the database that there is, whatever they have seen before.
 *
 * @returns one line that says what was so and is so now
 */
export async function adoptFiles(
  db: Database | null,
  { store, place }: { readonly store: ObjectStore; readonly place: string },
): Promise<string> {
  const seen = await readSeenByFiles(store);
  if (seen === null) return `Nothing to do: the files in ${place} belong to no instance yet.`;
  const database = db === null ? 'empty' : await readSeenInDatabase(db);
  const apart = whyApart(database, seen, place);
  if (apart === null) return `Nothing to do: the files in ${place} belong to this database.`;
  await forgetSeenByFiles(store);
  const formerly =
    seen === 'unreadable'
      ? 'did not say whose they are'
      : `belonged to instance ${seen.instance} at mark ${seen.mark}, last seen ${seen.seen_at} with ${seen.schema}`;
  const now =
    database === 'empty'
      ? 'to the new instance that it begins'
      : database === 'no-instance'
        ? 'to the database of version 0.1 that it finds'
        : `to instance ${database.instance} at mark ${database.mark}`;
  return `The files in ${place} ${formerly}. From the next start on they belong ${now}.`;
}

const markJob = defineJob<object>({
  name: 'instance.mark',
  payload: () => ({}),
  retry: { limit: 0, delay_s: 0, backoff: false },
  expire_in_s: 60,
  schedule: '*/10 * * * *',
  one_waiting: true,
  one_running: true,
});

/** A database that is restored is older by ten minutes at least, or is not known to be. */
export function instanceJobs(deps: InstanceDeps & { readonly clock: Clock }): readonly JobRegistration[] {
  return [handleJob(markJob, async () => await markInstance(deps))];
}
