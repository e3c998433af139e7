import { createRequire } from 'node:module';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { CHANGES_SCHEMA, holdSchema } from '../db/migrate.ts';
import type { Database, Transaction } from '../db/queryable.ts';
import { BOSS_SCHEMA, bossBackend } from './boss.ts';

/**
 * Makes pg-boss's tables, or brings them up to date, in one transaction and under the lock of the migrations: any number of
 * processes may ask for it at once. Where nothing is missing it needs no right to create anything.
 *
 * @returns whether anything was missing
 */
export async function installBoss(db: Database): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await holdSchema(tx);
    return await installBossIn(tx, db.engine);
  }, CHANGES_SCHEMA);
}

/** The same in the transaction of somebody who holds the schema. */
export async function installBossIn(tx: Transaction, engine: Database['engine']): Promise<boolean> {
  const installed = await installedVersion(tx);
  const wanted = wantedVersion();
  // Newer ones were made by a newer version of this program, which is for pg-boss to judge.
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

/** The version of its tables stands in pg-boss's package and nowhere in its exports. */
function wantedVersion(): number {
  const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } };
  return pgboss.schema;
}

/** pg-boss prints a plan with a transaction of its own around it. */
function withoutTransaction(plan: string): string {
  const inner = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(plan)?.[1];
  if (inner === undefined) throw new Error('The plan of pg-boss does not stand in one transaction.');
  return inner;
}
