import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keyPrints } from '../backups.ts';
import type { Config } from '../config.ts';
import { createDeps, type Deps, openSecretBox } from '../deps.ts';
import { type OpenBackup, openBackup, restoreBackup } from '../infra/backup/index.ts';
import type { Database, Transaction } from '../infra/db/database.ts';
import { openDatabase } from '../infra/db/database.ts';
import { type MigrateOptions, migrate } from '../infra/db/migrate.ts';
import { holdSendingJobs, installJobTables, type JobDefinition } from '../infra/jobs/index.ts';
import { createLogger } from '../infra/logger.ts';
import { MIGRATIONS } from '../main.ts';
import { beginFeedAnew } from '../modules/changes/index.ts';
import { createProviders, createReader } from '../modules/integrations/index.ts';
import { holdOutgoing } from '../modules/notifications/index.ts';
import { jobRegistrations } from '../worker.ts';
import { openSettings, readArguments } from './backup.ts';
import { stoppable } from './stoppable.ts';
import type { CommandContext } from './terminal.ts';

/** `ekiden restore <place>`: into the empty database and the empty store that the settings name. */
export async function runRestoreCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print } = context;
  const { place, options } = readArguments(config, args, {
    id: 'string',
    identity: 'string',
    'send-queued': 'boolean',
    'other-key': 'boolean',
  });
  const id = typeof options.id === 'string' ? options.id : null;
  const backup = await openBackup(place, id, await openSettings(config, options));
  try {
    const said: string[] = [];
    const bringsKey = backup.manifest.secrets_key !== undefined && !hasKey(config);
    if (options['other-key'] !== true && !bringsKey) await requireKey(config, backup);
    let deps: Deps | undefined;
    let isKeyPlaced = false;
    let isFilled = false;
    const logger = await createLogger(config.logLevel, config.logFormat);
    try {
      const target = {
        url: config.databaseUrl,
        data_dir: path.join(config.dataDir, 'db'),
        logger,
        openStore: async (db: Database) => {
          if (bringsKey) await placeKey(config, backup);
          isKeyPlaced = bringsKey;
          deps = await createDeps(config, { db, logger });
          return deps.store;
        },
      };
      await stoppable(context, async (io) => {
        await restoreBackup(backup, target, { ...io, migrations: MIGRATIONS }, async (tx) => {
          if (deps !== undefined) said.push(...(await settle(tx, deps, options['send-queued'] === true)));
          isFilled = true;
        });
        await deps?.close();
        deps = undefined;
        await bringUpToDate(config, io);
      });
    } finally {
      await deps?.close();
      // A place that was refused, or is empty again, is left as it was.
      if (isKeyPlaced && !isFilled) await rm(config.secretsKeyFile, { force: true });
    }
    if (isKeyPlaced) said.push(`The secrets key is in ${config.secretsKeyFile} again.`);
    const { header } = backup;
    print(
      [
        `Restored ${header.id}: ${header.row_count.toLocaleString('en')} rows and ${header.object_count.toLocaleString('en')} files, as they were at ${header.snapshot_at}.`,
        ...said,
      ].join('\n'),
    );
    return 0;
  } finally {
    await backup.close();
  }
}

/** Puts the key that an encrypted backup brings to where it is looked for. */
async function placeKey(config: Config, { manifest }: OpenBackup): Promise<void> {
  await mkdir(path.dirname(config.secretsKeyFile), { recursive: true, mode: 0o700 });
  await writeFile(config.secretsKeyFile, `${manifest.secrets_key}\n`, { mode: 0o600, flag: 'wx' });
}

const hasKey = (config: Config): boolean =>
  config.secretsKey !== undefined || existsSync(config.secretsKeyFile);

const WITHOUT_KEY =
  'What it sealed (tokens of platforms, of devices) cannot be opened without it, and sessions and links end. Put it there first, or, if it is lost, restore with --other-key.';

async function requireKey(config: Config, { manifest }: OpenBackup): Promise<void> {
  if (!hasKey(config)) {
    throw new Error(
      `The server's secrets key is in no backup, and not in ${config.secretsKeyFile}. ${WITHOUT_KEY}`,
    );
  }
  if (keyPrints(await openSecretBox(config)).includes(manifest.key_print)) return;
  throw new Error(`The secrets key here is not the one that the server of the backup had. ${WITHOUT_KEY}`);
}

/** What is done to a restored database so that nothing goes out twice. @returns what there is to say of it */
async function settle(tx: Transaction, deps: Deps, send_queued: boolean): Promise<string[]> {
  await beginFeedAnew(tx);
  if (send_queued) return [];
  const held = await holdSendingJobs(tx, jobsOf(deps));
  const { deliveries, campaigns } = await holdOutgoing(tx, deps.clock.now());
  const said: string[] = [];
  if (held > 0)
    said.push(
      `Held ${held} queued mails and notices: ekiden jobs list --failed shows them, ekiden jobs retry sends one.`,
    );
  if (deliveries > 0)
    said.push(`Ended ${deliveries} deliveries that were under way: what became of them is unknown.`);
  if (campaigns > 0) said.push(`Made ${campaigns} campaigns drafts again, whose time has passed since.`);
  return said;
}

function jobsOf(deps: Deps): readonly JobDefinition<object>[] {
  const reader = createReader();
  const providers = createProviders({ ...deps, reader });
  return jobRegistrations({ ...deps, providers, backups: null }).map(({ job }) => job);
}

/** A backup of an older version becomes one of this. */
async function bringUpToDate(config: Config, io: Pick<MigrateOptions, 'progress' | 'signal'>): Promise<void> {
  const logger = await createLogger(config.logLevel, config.logFormat);
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: path.join(config.dataDir, 'db'),
    logger,
  });
  try {
    await migrate(db, MIGRATIONS, io);
    await installJobTables(db);
  } finally {
    await db.close();
  }
}
