import { setPlatformAdmin } from '../modules/users/index.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** `ekiden admin grant|revoke <email>` */
export async function changeAdmin(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const [verb, email, ...rest] = args;
  if (verb !== 'grant' && verb !== 'revoke') throw new UsageError('Say grant or revoke.');
  if (email === undefined || rest.length > 0) throw new UsageError('Name one user by their e-mail address.');
  const is_platform_admin = verb === 'grant';
  const db = await openServerDatabase(config);
  try {
    await setPlatformAdmin({ db, clock: systemClock }, { email, is_platform_admin });
  } finally {
    await db.close();
  }
  print(`${email} is ${is_platform_admin ? 'now a' : 'no longer a'} platform admin.`);
  return 0;
}
