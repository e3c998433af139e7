import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backupOrder, backupPlace, cacheOf, scratchOf } from '../backups.ts';
import type { Config } from '../config.ts';
import { openSecretBox } from '../deps.ts';
import {
  type BackupHeader,
  type BackupNote,
  type BackupPlace,
  DamagedBackupError,
  describePlace,
  listIds,
  makeBackup,
  NewerBackupError,
  noteBackup,
  noteOf,
  type OpenSettings,
  openBackup,
  openPlace,
  pruneBackups,
  readHeader,
  verifyBackup,
} from '../infra/backup/index.ts';
import { copyClosedCluster } from '../infra/db/copy-cluster.ts';
import { DataDirInUseError } from '../infra/db/database.ts';
import { askLocally } from '../infra/db/local-requests.ts';
import { createLogger } from '../infra/logger.ts';
import { openScratch } from '../infra/object-store/disk-scratch.ts';
import { MIGRATIONS } from '../main.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import { tableOf } from './print-table.ts';
import { stoppable } from './stoppable.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

type Options = Readonly<Record<string, string | boolean | undefined>>;

/** `ekiden backup <place>`, `ekiden backup list|verify|prune [<place>]` */
export async function runBackupCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === 'list') return await list(rest, context);
  if (verb === 'verify') return await verify(rest, context);
  if (verb === 'prune') return await prune(rest, context);
  return await make(args, context);
}

async function make(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print } = context;
  const { place, options } = readArguments(config, args, {
    keep: 'string',
    'include-key': 'boolean',
    anew: 'boolean',
  });
  const keep = options.keep === undefined ? null : readKeep(String(options.keep));
  const box = await openSecretBox(config);
  const order = backupOrder(config, box, place, {
    secrets_key: options['include-key'] === true ? await keyText(config) : null,
    anew: options.anew === true,
  });
  if (order.task.secrets_key !== null && order.task.seal.by === 'nothing') {
    throw new Error(
      'The secrets key goes into an encrypted backup only: set BACKUP_PASSPHRASE or BACKUP_RECIPIENT.',
    );
  }
  const dataDir = path.join(config.dataDir, 'db');
  // Whether there is a database at all is found out before anything is written.
  if (config.databaseUrl !== undefined) await (await openServerDatabase(config)).close();
  else if (!existsSync(path.join(dataDir, 'database'))) await openServerDatabase(config);
  const { header, pruned, not_pruned } = await stoppable(context, async (io) => {
    const scratch = await openScratch(scratchOf(config));
    try {
      const copyFiles = (): Promise<string> => copyFilesOf(dataDir, scratch.newPath());
      return await makeBackup({ ...order, keep }, { ...io, copyFiles });
    } finally {
      await scratch.close();
    }
  });
  await rememberIn(config, noteOf(header, place, false));
  print(describe(header));
  if (header.missing_objects > 0)
    print(
      `${header.missing_objects} files that the database names are not in the object store: see ekiden check.`,
    );
  if (pruned !== null) print(`Removed ${pruned.removed.length} old backups and ${megabytes(pruned.bytes)}.`);
  if (not_pruned !== null)
    throw new Error(`The backup was made, but old ones were not removed. ${not_pruned}`);
  return 0;
}

/** By whoever has the embedded database open, or by this process where nobody has. */
async function copyFilesOf(dataDir: string, to: string): Promise<string> {
  try {
    await copyClosedCluster(dataDir, to);
    return to;
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    if (await askLocally(dataDir, 'copy', to)) return to;
    throw new Error(
      `Another program is using ${dataDir} and does not answer: let it end, or, if it is a server, stop it first.`,
      { cause: error },
    );
  }
}

async function rememberIn(config: Config, note: BackupNote): Promise<void> {
  if (config.databaseUrl === undefined) {
    if (await askLocally(path.join(config.dataDir, 'db'), 'note', note)) return;
  }
  const db = await openServerDatabase(config);
  try {
    await noteBackup(db, note);
  } finally {
    await db.close();
  }
}

async function keyText(config: Config): Promise<string> {
  return config.secretsKey ?? (await readFile(config.secretsKeyFile, 'utf8')).trim();
}

async function list(args: readonly string[], { config, print }: CommandContext): Promise<number> {
  const { place, options } = readArguments(config, args, { json: 'boolean' });
  const files = await openPlace(place, 'read');
  const found: BackupHeader[] = [];
  const damaged: string[] = [];
  const newer: string[] = [];
  try {
    for (const id of await listIds(files)) {
      await readHeader(files, id).then(
        (header) => found.push(header),
        (error: unknown) => {
          if (error instanceof DamagedBackupError) damaged.push(error.message);
          else if (error instanceof NewerBackupError) newer.push(error.message);
          else throw error;
        },
      );
    }
  } finally {
    await files.close();
  }
  const unread = [...damaged, ...newer];
  if (options.json === true) print(JSON.stringify({ backups: found, damaged, newer }, null, 2));
  else {
    if (found.length > 0)
      print(tableOf(['ID', 'OF', 'ROWS', 'FILES', 'SIZE', 'NEW', 'ENCRYPTED', 'SCHEMA'], found.map(rowOf)));
    else if (unread.length === 0) print(`There is no finished backup in ${describePlace(place)}.`);
    for (const message of unread) print(message);
  }
  return unread.length === 0 ? 0 : 1;
}

const rowOf = (header: BackupHeader): string[] => [
  header.id,
  header.snapshot_at,
  header.row_count.toLocaleString('en'),
  header.object_count.toLocaleString('en'),
  megabytes(header.size_bytes),
  megabytes(header.written_bytes),
  header.recipient === null ? 'no' : 'yes',
  header.schema.slice(0, 4),
];

async function verify(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print } = context;
  const { place, options } = readArguments(config, args, {
    id: 'string',
    identity: 'string',
    scratch: 'string',
  });
  const backup = await openBackup(place, textOf(options.id), await openSettings(config, options));
  try {
    const folder = await mkdtemp(path.join(textOf(options.scratch) ?? tmpdir(), 'ekiden-verify-'));
    try {
      const logger = await createLogger(config.logLevel, config.logFormat);
      const differences = await stoppable(context, (io) =>
        verifyBackup(backup, folder, logger, { ...io, migrations: MIGRATIONS }),
      );
      if (differences.length > 0)
        throw new DamagedBackupError(`The backup ${backup.header.id} is damaged: ${differences.join('; ')}.`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const { id, row_count, object_count } = backup.header;
    print(
      `The backup ${id} is whole: ${row_count.toLocaleString('en')} rows in ${backup.manifest.tables.length} tables were restored and compared, ${object_count.toLocaleString('en')} files were read.`,
    );
    return 0;
  } finally {
    await backup.close();
  }
}

async function prune(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print } = context;
  const { place, options } = readArguments(config, args, { keep: 'string' });
  const keep = options.keep === undefined ? config.backup.keep : readKeep(String(options.keep));
  const files = await openPlace(place, 'write');
  try {
    const pruned = await stoppable(context, ({ signal }) =>
      pruneBackups(files, keep, { now: () => systemClock.now(), signal, cache: cacheOf(config) }),
    );
    if (pruned === null) {
      throw new Error(
        'A backup is being made there, or was interrupted within the last ten minutes. Try again later.',
      );
    }
    print(
      `Removed ${pruned.removed.length} backups and ${megabytes(pruned.bytes)} that none refers to any more.`,
    );
    return 0;
  } finally {
    await files.close();
  }
}

function describe(header: BackupHeader): string {
  const { id, row_count, object_count, size_bytes, written_bytes, recipient } = header;
  const took_s = Math.round((Date.parse(header.finished_at) - Date.parse(header.snapshot_at)) / 1_000);
  return `Backup ${id}: ${row_count.toLocaleString('en')} rows, ${object_count.toLocaleString('en')} files, ${megabytes(size_bytes)}, of which ${megabytes(written_bytes)} are new${recipient === null ? '' : ', encrypted'}, in ${took_s} s.`;
}

const megabytes = (bytes: number): string =>
  `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

const textOf = (option: string | boolean | undefined): string | null =>
  typeof option === 'string' ? option : null;

/** With what a backup is opened: the passphrase of the settings, or the identity in a file. */
export async function openSettings(config: Config, options: Options): Promise<OpenSettings> {
  const { identity } = options;
  return {
    passphrase: config.backup.passphrase,
    identity: typeof identity === 'string' ? await readFile(identity, 'utf8') : undefined,
  };
}

/**
 * Reads a place, which is BACKUP_TARGET where none is named, and options.
 *
 * @throws UsageError
 */
export function readArguments(
  config: Config,
  args: readonly string[],
  known: Readonly<Record<string, 'string' | 'boolean'>>,
): { place: BackupPlace; options: Options } {
  const types = Object.fromEntries(Object.entries(known).map(([name, type]) => [name, { type }]));
  let parsed: { values: Options; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options: types, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const [named = config.backup.target, ...rest] = parsed.positionals;
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much.`);
  if (named === undefined) throw new UsageError('Name a folder or s3://bucket/prefix, or set BACKUP_TARGET.');
  return { place: backupPlace(config, named, `"${named}"`), options: parsed.values };
}

function readKeep(text: string): Config['backup']['keep'] {
  const [, number, days] = /^([1-9]\d{0,4})(d?)$/.exec(text) ?? [];
  if (number === undefined)
    throw new UsageError('--keep takes a number of backups, such as 14, or of days, such as 30d.');
  return days === 'd' ? { days: Number(number) } : { count: Number(number) };
}
