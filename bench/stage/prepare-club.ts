import { randomUUID } from 'node:crypto';
import { parseConfig } from '../../src/config.ts';
import { createDeps, type Deps } from '../../src/deps.ts';
import { generateApiKeySecret, parseApiKeySecret } from '../../src/infra/crypto/api-key-secret.ts';
import type { Database } from '../../src/infra/db/database.ts';
import { migrate } from '../../src/infra/db/migrate.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { MIGRATIONS } from '../../src/main.ts';
import { type ClubSize, type SeededClub, seedClub } from './seed-club.ts';

export type PreparedClub = {
  readonly org_id: string;
  readonly athlete_ids: readonly string[];
  /** With every scope. */
  readonly api_key: string;
  /** Another one, that may make one request an hour. */
  readonly limited_api_key: string;
  /** One for each athlete that was asked for, in the order of joining. */
  readonly access_tokens: readonly string[];
  /** Of the head coach. */
  readonly coach_token: string;
};

/**
 * Migrates and fills the database that `env` configures, before the server under test has it: an organization with
 * athletes and activities, API keys, and access tokens that the server will take.
 *
 * @param size.seed who fills it; `seedClub` when not said
 * @param size.password everybody's, hashed once; nobody has one when not said
 */
export async function prepareClub(
  env: Readonly<Record<string, string>>,
  size: ClubSize & {
    tokens?: number;
    password?: string;
    seed?: (db: Database, size: ClubSize) => Promise<SeededClub>;
  },
): Promise<PreparedClub> {
  const deps = await createDeps(parseConfig({ ...env, LOG_LEVEL: 'error' }));
  try {
    await migrate(deps.db, MIGRATIONS);
    const { org_id, coach_id, athlete_ids } = await (size.seed ?? seedClub)(deps.db, size);
    if (size.password !== undefined) {
      const password_hash = await deps.passwords.hashPassword(size.password);
      await deps.db.execute(sql`UPDATE user_credentials SET password_hash = ${password_hash}`);
    }
    const api_key = await insertKey(deps, { org_id, coach_id }, null);
    const limited_api_key = await insertKey(deps, { org_id, coach_id }, 1);
    const tokenOf = async (user_id: string): Promise<string> =>
      (await deps.tokens.sign({ user_id, roles: ['user'], issued_at: deps.clock.now() })).access_token;
    const access_tokens = await Promise.all(athlete_ids.slice(0, size.tokens ?? 0).map(tokenOf));
    const coach_token = await tokenOf(coach_id);
    return { org_id, athlete_ids, api_key, limited_api_key, access_tokens, coach_token };
  } finally {
    await deps.close();
  }
}

async function insertKey(
  { db, clock }: Deps,
  { org_id, coach_id }: { org_id: string; coach_id: string },
  requests_per_hour: number | null,
): Promise<string> {
  const secret = generateApiKeySecret();
  const parsed = parseApiKeySecret(secret);
  if (parsed === null) throw new Error('A secret that was just made cannot be read.');
  await db.execute(sql`
    INSERT INTO api_keys (id, org_id, name, prefix, secret_sha256, scopes, created_by, created_at,
      requests_per_hour)
    VALUES (${randomUUID()}, ${org_id}, 'bench', ${parsed.prefix}, ${parsed.secret_sha256}, ${['admin']}, ${coach_id},
            ${clock.now()}, ${requests_per_hour})`);
  return secret;
}
