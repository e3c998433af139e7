import { parseConfig } from '../../src/config.ts';
import { createDeps } from '../../src/deps.ts';
import { migrate } from '../../src/infra/db/migrate.ts';
import { MIGRATIONS } from '../../src/main.ts';
import { type SeededRoster, seedRosters } from './seed-roster.ts';

export type PreparedRoster = SeededRoster & { readonly coach_token: string };

/**
 * Migrates and fills the database that `env` configures, before the server under test has it: organizations with members
 * and groups, and for each an access token of its head coach that the server will take.
 */
export async function prepareRosters(
  env: Readonly<Record<string, string>>,
  wanted: Parameters<typeof seedRosters>[1],
): Promise<readonly PreparedRoster[]> {
  const deps = await createDeps(parseConfig({ ...env, LOG_LEVEL: 'error' }));
  try {
    await migrate(deps.db, MIGRATIONS);
    const seeded = await seedRosters(deps.db, wanted);
    const issued_at = deps.clock.now();
    return await Promise.all(
      seeded.map(async (roster) => {
        const { access_token } = await deps.tokens.sign({
          user_id: roster.coach_id,
          roles: ['user'],
          issued_at,
        });
        return { ...roster, coach_token: access_token };
      }),
    );
  } finally {
    await deps.close();
  }
}
