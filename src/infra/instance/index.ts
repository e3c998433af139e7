import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { type MigrateOptions, migrate, pendingMigrations } from '../db/migrate.ts';
import { defineJob, handleJob, type JobRegistration } from '../jobs/index.ts';
import { type ObjectStore, ObjectStoreError } from '../object-store/index.ts';
import {
  forgetSeenByFiles,
  moveMark,
  readSeenByFiles,
  readSeenInDatabase,
  type SeenByFiles,
  type SeenInDatabase,
  writeSeenByFiles,
} from './seen.ts';

/**
 * Why a database and files do not belong together, in one line for the operator; null where they do.
 * @param place the location of the files
 */
function whyApart(database: SeenInDatabase, files: SeenByFiles, place: string): string | null {
  if (files === null) return null;
  if (files === 'unreadable') {
    return `instance.json in ${place} does not say which database these files belong to. If it is this one, run: ekiden adopt`;
  }
  const known = `last seen ${files.seen_at} with ${files.schema}`;
  if (database === 'empty') {
    return `The database is empty, but the files in ${place} belong to instance ${files.instance}, ${known}. Correct DATABASE_URL or DATA_DIR, or restore its database. To begin anew beside these files, run: ekiden adopt`;
  }
  if (database === 'no-instance' || (database.instance === files.instance && isOlder(database, files))) {
    const found = database === 'no-instance' ? 'of version 0.1' : `at ${marksOf(database)}`;
    return `The database is older than the files in ${place}: it is ${found}, they belong to instance ${files.instance} at ${marksOf(files)}, ${known}. Restore the newest copy of the database. To go on with this one, without what came later, run: ekiden adopt`;
  }
  if (database.instance !== files.instance) {
    return `The files in ${place} belong to instance ${files.instance}, ${known}, and the database to instance ${database.instance}. Correct DATABASE_URL, DATA_DIR or S3_BUCKET. To make the files this database's, run: ekiden adopt`;
  }
  return null;
}

type Progress = { readonly mark: number; readonly schema: string };

function isOlder(database: Progress, files: Progress): boolean {
  return database.mark < files.mark || numberOf(database.schema) < numberOf(files.schema);
}

function marksOf({ mark, schema }: Progress): string {
  return `mark ${mark} of schema ${numberOf(schema)}`;
}

const numberOf = (schema: string): number => Number.parseInt(schema, 10) || 0;

export { INSTANCE_FILE } from './seen.ts';

export type InstanceFiles = { readonly store: ObjectStore | null; readonly place: string };

type InstanceDeps = {
  readonly db: Database;
  readonly files: InstanceFiles;
  readonly logger: Logger;
};

/** Makes a backup and returns its location. An error keeps the database from being changed. */
export type BackupBeforeMigrating = (upgrade: { readonly pending: readonly string[] }) => Promise<string>;

export type PrepareOptions = Pick<MigrateOptions, 'progress' | 'signal'> & {
  readonly migrations: string | URL;
  /** Whether a database with tables is backed up before a migration (`BACKUP_BEFORE_MIGRATING`), and by whom. */
  readonly backup: { readonly wanted: boolean; readonly make?: BackupBeforeMigrating };
};

/**
 * Migrates the schema after checking that database and files belong together; every process that serves, works or
 * migrates calls it.
 * @returns the names of the migrations applied by this process
 * @throws Error of one line that says what to do where they do not belong together
 */
export async function prepareDatabase(
  deps: InstanceDeps,
  { migrations, backup, ...io }: PrepareOptions,
): Promise<string[]> {
  const { db, files, logger } = deps;
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
    // Serving works without the files, but a migration cannot be undone.
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

/** Advances the database's mark and copies it to the files. Files that do not answer or belong to another database stay unchanged. */
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
    // The store has logged its failure; the next mark is written when it is back.
    if (!(error instanceof ObjectStoreError)) throw error;
  }
}

/**
 * Binds the files to the current database, whatever they were bound to.
 * @returns one line that says what has changed
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

/** The mark moves every ten minutes, so a restored database is recognized if it is at least that much older. */
export function instanceJobs(deps: InstanceDeps & { readonly clock: Clock }): readonly JobRegistration[] {
  return [handleJob(markJob, async () => await markInstance(deps))];
}
