import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import {
  type BackupOrder,
  type BackupPlace,
  backUpOnThread,
  describePlace,
  lastBackup,
  type Progress,
  parsePlace,
  type ScheduledBackups,
  type StoreLocation,
} from './infra/backup/index.ts';
import type { SecretBox } from './infra/crypto/secret-box.ts';
import type { Database } from './infra/db/database.ts';
import type { BackupBeforeMigrating } from './infra/instance/index.ts';
import { NAMED_RECORDINGS } from './modules/activities/index.ts';
import { NAMED_ARCHIVES } from './modules/exports/index.ts';
import { type Clock, DAY_MS } from './shared/time.ts';

/** The explicit list of which rows name objects. */
const NAMED_OBJECTS = [NAMED_RECORDINGS, NAMED_ARCHIVES].join(' UNION ALL ');

const { version: PROGRAM } = createRequire(import.meta.url)('../package.json') as { version: string };

/** Of the embedded database's files, on their disk. */
export const scratchOf = (config: Config): string => path.join(config.dataDir, 'backup-scratch');

/** What this process knows of objects, and what it works with meanwhile. */
export const cacheOf = (config: Config): string => path.join(config.dataDir, 'backup-cache');

/**
 * Where backups go or come from: a folder or `s3://bucket/prefix`.
 *
 * @param named what it was given as, for the error
 * @throws Error that says what it must be
 */
export function backupPlace(config: Config, text: string, named: string): BackupPlace {
  const { endpoint, region, accessKeyId, secretAccessKey } = config.backup.s3;
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
  try {
    return parsePlace(
      text,
      hasKeys ? { endpoint: endpoint ?? null, region, accessKeyId, secretAccessKey } : null,
    );
  } catch (error) {
    throw new Error(`${named} ${error instanceof Error ? error.message : error}.`);
  }
}

/** Tells which secrets keys a server has, the newest first, and not what they are. */
export function keyPrints(box: SecretBox): string[] {
  return box
    .deriveKeys('print of the key in backups')
    .map((key) => createHash('sha256').update(key).digest('hex').slice(0, 16));
}

/**
 * What a backup of this server is made of.
 *
 * @param options.secrets_key as it is given in SECRETS_KEY, where it is to be in the backup as well
 * @param options.anew whether all content is written again
 * @throws Error where the place lies within what is backed up, or the settings do not go together
 */
export function backupOrder(
  config: Config,
  box: SecretBox,
  place: BackupPlace,
  { secrets_key = null, anew = false }: { secrets_key?: string | null; anew?: boolean } = {},
): BackupOrder {
  const store = storeLocation(config);
  refuseWithin(config, place, store);
  const { passphrase, recipient } = config.backup;
  if (passphrase !== undefined && recipient !== undefined) {
    throw new Error(
      'BACKUP_RECIPIENT must not be set together with BACKUP_PASSPHRASE: a backup is encrypted once.',
    );
  }
  const [print = ''] = keyPrints(box);
  const [name_key] = box.deriveKeys('names in backups');
  return {
    place,
    store,
    database_url: config.databaseUrl ?? null,
    keep: null,
    task: {
      program: PROGRAM,
      seal:
        recipient !== undefined
          ? { by: 'recipient', recipient }
          : passphrase !== undefined
            ? { by: 'passphrase', passphrase }
            : { by: 'nothing' },
      name_key,
      key_print: print,
      secrets_key,
      anew,
      named_objects: NAMED_OBJECTS,
      cache: cacheOf(config),
    },
  };
}

/** The backups that the server makes by itself; null where it was not told where to. */
export function scheduledBackups(config: Config, box: SecretBox): ScheduledBackups | null {
  const { target, schedule, keep } = config.backup;
  if (target === undefined) return null;
  const place = backupPlace(config, target, 'BACKUP_TARGET');
  return { schedule, order: { ...backupOrder(config, box, place), keep }, scratch: scratchOf(config) };
}

/** What backs up before an upgrade changes anything; undefined where the server was not told where to. */
export function backupBeforeMigrating(
  config: Config,
  { db, secretBox }: { readonly db: Database; readonly secretBox: SecretBox },
  io: { readonly progress?: Progress; readonly signal?: AbortSignal } = {},
): BackupBeforeMigrating | undefined {
  const backups = scheduledBackups(config, secretBox);
  if (backups === null) return undefined;
  return async () => {
    const { header } = await backUpOnThread(db, backups, io);
    return `${header.id} in ${describePlace(backups.order.place)}`;
  };
}

/** Past this, at a start, somebody should look: the schedule is a day or a week. */
const OLD_MS = 8 * DAY_MS;

/** At the start of a server that makes backups: says when the last one is old. */
export async function warnOfOldBackup(
  { db, clock, logger }: { readonly db: Database; readonly clock: Clock; readonly logger: Logger },
  backups: ScheduledBackups | null,
): Promise<void> {
  if (backups === null) return;
  const last = await lastBackup(db);
  if (last === null || clock.now().getTime() - last.snapshot_at.getTime() <= OLD_MS) return;
  logger.warn(
    { backup: last.id, place: last.place },
    'the last backup is more than a week old: see ekiden jobs list --failed',
  );
}

function storeLocation(config: Config): StoreLocation {
  if (config.s3 === undefined) return { kind: 'folder', root: path.join(config.dataDir, 'objects') };
  return { kind: 's3', access: { ...config.s3 } };
}

function refuseWithin(config: Config, place: BackupPlace, store: StoreLocation): void {
  if (place.kind === 'folder') {
    const relative = path.relative(realPath(config.dataDir), realPath(place.root));
    const isOutside = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
    if (!isOutside)
      throw new Error(
        `A backup in DATA_DIR ${config.dataDir} is lost together with it: choose a folder elsewhere.`,
      );
    return;
  }
  const isSame =
    store.kind === 's3' &&
    store.access.bucket === place.access.bucket &&
    hostOf(store.access.endpoint) === hostOf(place.access.endpoint);
  if (isSame)
    throw new Error(
      `A backup in S3_BUCKET ${place.access.bucket} is lost together with it: choose another bucket.`,
    );
}

/** With all symbolic links followed, also of a path whose end is still to be made. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPath(parent), path.basename(file));
  }
}

/** An address is written in several ways. */
const hostOf = (endpoint: string | null): string | null => endpoint && new URL(endpoint).host;
