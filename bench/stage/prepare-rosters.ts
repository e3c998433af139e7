import { parseConfig } from '../../src/config.ts';
import { createDeps } from '../../src/deps.ts';
import { migrate } from '../../src/infra/db/migrate.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { MIGRATIONS } from '../../src/main.ts';
import { type SeededRoster, seedRosters } from './seed-roster.ts';

export type PreparedRoster = SeededRoster & {
  readonly coach_token: string;
  /** A member who shares all with coaches, and one of their groups. */
  readonly member: { readonly user_id: string; readonly token: string; readonly group_id: string };
};

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
        const tokenOf = async (user_id: string): Promise<string> =>
          (await deps.tokens.sign({ user_id, roles: ['user'], issued_at })).access_token;
        const member = await deps.db.one<{ user_id: string; group_id: string }>(sql`
          SELECT g.user_id, g.group_id FROM group_members g JOIN users u USING (user_id)
          WHERE g.org_id = ${roster.org_id} AND u.privacy @> '{"share_activity_with_coach": true, "share_pace_data": true}'
          ORDER BY g.user_id, g.group_id LIMIT 1`);
        return {
          ...roster,
          coach_token: await tokenOf(roster.coach_id),
          member: { ...member, token: await tokenOf(member.user_id) },
        };
      }),
    );
  } finally {
    await deps.close();
  }
}
