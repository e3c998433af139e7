import { createAdmin } from '../modules/accounts/index.ts';
import { setPlatformAdmin } from '../modules/users/index.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const VERBS = ['create', 'grant', 'revoke'] as const;

/** `ekiden admin create|grant|revoke <email>` */
export async function changeAdmin(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const [named, email, ...rest] = args;
  const verb = VERBS.find((known) => known === named);
  if (verb === undefined) throw new UsageError('Say create, grant or revoke.');
  if (email === undefined || rest.length > 0) throw new UsageError('Name one user by their e-mail address.');
  const db = await openServerDatabase(config);
  try {
    const deps = { db, clock: systemClock, baseUrl: config.baseUrl };
    if (verb === 'create') {
      const { link, expires_at } = await createAdmin(deps, { email });
      print(
        [
          `${email} has an account now and is a platform admin. Set its password with this link, once, until ${expires_at.toISOString()}:`,
          '',
          `  ${link}`,
          '',
          'The server has to be running for it. Later, ask for a new password as everybody does.',
        ].join('\n'),
      );
      return 0;
    }
    const is_platform_admin = verb === 'grant';
    await setPlatformAdmin(deps, { email, is_platform_admin });
    print(`${email} is ${is_platform_admin ? 'now a' : 'no longer a'} platform admin.`);
    return 0;
  } finally {
    await db.close();
  }
}
