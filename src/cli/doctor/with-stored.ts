import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { openInstanceFiles } from '../../deps.ts';
import { createSecretBox } from '../../infra/crypto/secret-box.ts';
import { type Database, DataDirInUseError } from '../../infra/db/database.ts';
import { askLocally } from '../../infra/db/local-requests.ts';
import { createLogger } from '../../infra/logger.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { reasonOf } from '../../shared/errors.ts';
import { SECOND_MS, systemClock } from '../../shared/time.ts';
import { openServerDatabase } from '../open-server-database.ts';
import type { Finding, Told } from './finding.ts';
import { readSecretsKeys } from './settings-checks.ts';
import { lookAtStored, lookAtWhole } from './stored-checks.ts';

const LOOKS = { doctor: lookAtStored, check: lookAtWhole };
type Look = keyof typeof LOOKS;
/** Past this a database counts as away. */
const OPEN_LIMIT_MS = 5 * SECOND_MS;

/** Looks at the data of a server: in the server itself where an embedded database is in use, else from here. */
export async function lookFromHere(
  config: Config,
  look: Look,
  signal: AbortSignal,
  hear: (told: Told) => void,
): Promise<void> {
  let db: Database;
  try {
    db = await openSoon(config);
  } catch (cause) {
    if (!(cause instanceof Error && cause.cause instanceof DataDirInUseError))
      return hear({ finding: away(cause) });
    await askServer(config, look, signal, hear).catch((reason: unknown) =>
      hear({
        finding: {
          ...away(cause),
          severity: 'warning',
          seen: `${reasonOf(reason)}; nothing of the data was looked at`,
        },
      }),
    );
    return;
  }
  try {
    const keys = await readSecretsKeys(config).catch(() => null);
    const store = await openStoreOf(config);
    try {
      const secretBox = keys === null ? null : createSecretBox(keys);
      await LOOKS[look]({ config, db, clock: systemClock, store, secretBox, isServer: false }, signal, hear);
    } finally {
      await store?.close();
    }
  } finally {
    await db.close();
  }
}

async function askServer(
  config: Config,
  look: Look,
  signal: AbortSignal,
  hear: (told: Told) => void,
): Promise<void> {
  const options = { signal, hear: (told: unknown) => hear(told as Told) };
  if (!(await askLocally(join(config.dataDir, 'db'), look, null, options)))
    throw new Error('the server that has it does not answer');
}

/** A database that cannot be opened is told as what it is, and the rest goes on. */
function away(cause: unknown): Finding {
  const seen = `${reasonOf(cause).replace(/\.$/, '')}; schema, background work and files were not looked at`;
  const mend =
    'start the database or mend DATABASE_URL; with the embedded one set DATA_DIR as the server has it, or stop the server';
  return { check: 'database', severity: 'error', seen, mend };
}

async function openSoon(config: Config): Promise<Database> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`the database does not answer within ${OPEN_LIMIT_MS / SECOND_MS} s`)),
    OPEN_LIMIT_MS,
  );
  const opening = openServerDatabase(config);
  try {
    return await Promise.race([opening, promise]);
  } catch (error) {
    // One that comes too late after all is closed, so that the command can end.
    opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The files of an instance; null where there is no folder of them yet, which is not made. */
export async function openStoreOf(config: Config): Promise<ObjectStore | null> {
  const { store } = await openInstanceFiles(config, await createLogger(config.logLevel, config.logFormat));
  return store;
}
