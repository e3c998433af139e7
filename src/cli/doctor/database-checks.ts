import { readdir } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import { compareSchema } from '../../infra/db/compare-schema.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { MIGRATIONS } from '../../main.ts';
import type { Clock } from '../../shared/time.ts';
import { LEAST_OPEN_FILES, openFileLimit } from '../open-file-limit.ts';
import { type Check, error, ok, unchecked, warning } from './finding.ts';

/** What looks at the data of a server need: with the embedded database only the process has it that has the database open. */
export type StoredDeps = {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  /** Null where the folder of files is not there. */
  readonly store: ObjectStore | null;
  /** Null where there is no secrets key. */
  readonly secretBox: SecretBox | null;
  /** Whether this process is the server itself. */
  readonly isServer: boolean;
};

const STATEMENT_LIMIT_MS = 4_000;

/** Reads that belong together, none of which may take long on a server. */
export async function briefly<T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return await db.transaction(async (tx) => {
    await tx.executeSql(`SET LOCAL statement_timeout = ${STATEMENT_LIMIT_MS}`);
    return await read(tx);
  }, SNAPSHOT);
}

const SKEW_S = { warning: 2, error: 30 };

const clock: Check<StoredDeps> = {
  name: 'clock',
  run: async ({ db, clock }) => {
    const before = clock.now().getTime();
    const { at } = await db.one<{ at: Date }>(sql`SELECT clock_timestamp() AS at`);
    const after = clock.now().getTime();
    // What the way there and back took is nobody's fault.
    const off_s = Math.max(before - at.getTime(), at.getTime() - after, 0) / 1_000;
    const seen = `the clock of this machine differs from the database's by ${off_s.toFixed(1)} s`;
    const mend = 'set both by NTP: timedatectl set-ntp true';
    if (off_s > SKEW_S.error) return [error(seen, mend)];
    return [off_s > SKEW_S.warning ? warning(seen, mend) : ok(seen)];
  },
};

/** Under the lower one no server starts. */
const FEW_FILES = { warning: 4_096, error: LEAST_OPEN_FILES };

const openFiles: Check<StoredDeps> = {
  name: 'open files',
  run: async ({ isServer }) => {
    const limit = openFileLimit();
    if (limit === null) return [unchecked('this system does not say how many files may be open')];
    const used = isServer
      ? await readdir('/proc/self/fd').then(
          (names) => names.length,
          () => null,
        )
      : null;
    const whose = isServer ? 'the server' : 'a process started here';
    const seen = `${whose} may open ${limit} files${used === null ? '' : `, ${used} are open`}`;
    const mend =
      'raise it for the server: LimitNOFILE=65536 (systemd), --ulimit nofile=65536 (containers), ulimit -n';
    if (limit < FEW_FILES.error || (used !== null && used > 0.9 * limit)) return [error(seen, mend)];
    return [
      limit < FEW_FILES.warning || (used !== null && used > 0.7 * limit) ? warning(seen, mend) : ok(seen),
    ];
  },
};

const schema: Check<StoredDeps> = {
  name: 'schema',
  run: async ({ db }) => {
    const { applied, pending, unknown, changed } = await briefly(db, (tx) => compareSchema(tx, MIGRATIONS));
    const seen = [
      ...(pending.length > 0
        ? [
            error(
              `${pending.length} migrations are not applied, from ${pending[0]} on`,
              'ekiden migrate, or start this version of the server',
            ),
          ]
        : []),
      ...(unknown.length > 0
        ? [
            error(
              `the database has ${unknown.length} migrations that this version does not know, from ${unknown[0]} on`,
              'run the newer version that made them, or restore a backup from before',
            ),
          ]
        : []),
      ...(changed.length > 0
        ? [
            error(
              `${changed.length} migrations were changed after they were applied: ${changed[0]}`,
              'restore the files of the release',
            ),
          ]
        : []),
    ];
    return seen.length > 0 ? seen : [ok(`all ${applied.length} migrations are applied`)];
  },
};

type Server = {
  version: string;
  name: string;
  encoding: string;
  collation: string;
  made_with: string | null;
  now_with: string | null;
  frozen_age: number;
};

const database: Check<StoredDeps> = {
  name: 'database',
  run: async ({ db }) => {
    const server = await db.one<Server>(sql`
      SELECT current_setting('server_version') AS version, quote_ident(datname) AS name,
        current_setting('server_encoding') AS encoding,
        -- The locale of ICU, whose column has another name in each version, or else that of the system.
        coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datcollate) AS collation,
        datcollversion AS made_with, pg_database_collation_actual_version(oid) AS now_with,
        age(datfrozenxid) AS frozen_age
      FROM pg_database d WHERE datname = current_database()`);
    const { version, name, encoding, collation, made_with, now_with, frozen_age } = server;
    const engine = db.engine === 'embedded' ? 'the embedded PostgreSQL' : 'PostgreSQL';
    const seen = [ok(`${engine} ${version}, ${encoding}, collation ${collation}; it needs no extensions`)];
    if (made_with !== null && now_with !== null && made_with !== now_with)
      seen.push(
        warning(
          `the database was made with version ${made_with} of the collation ${collation}, the system has ${now_with}: indexes of texts may be in the wrong order`,
          `REINDEX DATABASE ${name}; ALTER DATABASE ${name} REFRESH COLLATION VERSION`,
        ),
      );
    if (frozen_age > 1_000_000_000)
      seen.push(
        warning(
          `the oldest transaction id is ${frozen_age} old, of 2,147,483,648 there are`,
          'VACUUM (FREEZE); and see why autovacuum does not',
        ),
      );
    return seen;
  },
};

export const DATABASE_CHECKS = [clock, openFiles, database, schema];
