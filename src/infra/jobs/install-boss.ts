import { createRequire } from 'node:module';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { CHANGES_SCHEMA, holdSchema } from '../db/migrate.ts';
import type { Database, Transaction } from '../db/queryable.ts';
import { BOSS_SCHEMA, bossBackend } from './boss.ts';

/**
 * Creates or updates pg-boss's tables in one transaction under the migration lock, so processes may call it concurrently.
 * Where nothing is missing it needs no right to create.
 * @returns whether anything was missing
 */
export async function installBoss(db: Database): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await holdSchema(tx);
    return await installBossIn(tx, db.engine);
  }, CHANGES_SCHEMA);
}

export async function installBossIn(tx: Transaction, engine: Database['engine']): Promise<boolean> {
  const installed = await installedVersion(tx);
  const wanted = wantedVersion();
  // Newer tables were made by a newer version of this program; pg-boss decides whether they fit.
  if (installed !== null && installed >= wanted) return false;
  const backend = bossBackend(engine);
  const plan =
    installed === null
      ? getConstructionPlans(BOSS_SCHEMA, { backend })
      : getMigrationPlans(BOSS_SCHEMA, installed, { backend });
  await tx.executeSql(withoutTransaction(plan));
  return true;
}

async function installedVersion(tx: Transaction): Promise<number | null> {
  const { rows: found } = await tx.executeSql(
    `SELECT to_regclass('${BOSS_SCHEMA}.version') IS NOT NULL AS found`,
  );
  if (!(found as { found: boolean }[])[0]?.found) return null;
  const { rows } = await tx.executeSql(`SELECT version FROM ${BOSS_SCHEMA}.version`);
  return (rows as { version: number }[])[0]?.version ?? null;
}

/** pg-boss exports the version of its tables only in its package.json. */
function wantedVersion(): number {
  const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } };
  return pgboss.schema;
}

function withoutTransaction(plan: string): string {
  const inner = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(plan)?.[1];
  if (inner === undefined) throw new Error('The plan of pg-boss does not stand in one transaction.');
  return inner;
}
