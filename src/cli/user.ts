import { SETTABLE_STATUSES, setAccountStatus } from '../modules/accounts/index.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** `ekiden user status <email> <status>` */
export async function changeUser(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const [what, address, name, ...rest] = args;
  if (what !== 'status') throw new UsageError('Say what to change: status.');
  if (address === undefined || name === undefined || rest.length > 0) {
    throw new UsageError('Name one user by their e-mail address, then the status.');
  }
  const status = SETTABLE_STATUSES.find((known) => known === name);
  if (status === undefined) {
    throw new Error(`An account cannot be made "${name}": the statuses are ${SETTABLE_STATUSES.join(', ')}.`);
  }
  const db = await openServerDatabase(config);
  try {
    const deps = { db, clock: systemClock };
    const { email, previous_status } = await setAccountStatus(deps, { email: address, status });
    print(
      status === previous_status
        ? `The account of ${email} is ${status} already.`
        : `The account of ${email} is now ${status}; it was ${previous_status}.`,
    );
    return 0;
  } finally {
    await db.close();
  }
}
