import { accountClosing } from '../app.ts';
import { createEvents } from '../infra/events/index.ts';
import { SETTABLE_STATUSES, setAccountStatus } from '../modules/accounts/index.ts';
import { apiKeysRevoked } from '../modules/api-keys/index.ts';
import { systemClock } from '../shared/time.ts';
import { listUsers, showUser } from './list-users.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withJobs } from './with-jobs.ts';

/** `ekiden user status <email> <status>`, `ekiden user list`, `ekiden user show` */
export async function runUserCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { config, print } = context;
  const [what, address, name, ...rest] = args;
  if (what === 'list') return await listUsers(args.slice(1), context);
  if (what === 'show') return await showUser(args.slice(1), context);
  if (what !== 'status') throw new UsageError('Say what to do: list, show or status.');
  if (address === undefined || name === undefined || rest.length > 0) {
    throw new UsageError('Name one user by their e-mail address, then the status.');
  }
  const status = SETTABLE_STATUSES.find((known) => known === name);
  if (status === undefined) {
    throw new Error(`An account cannot be made "${name}": the statuses are ${SETTABLE_STATUSES.join(', ')}.`);
  }
  return await withJobs(config, [apiKeysRevoked.job], async (jobs, db) => {
    const deps = { db, clock: systemClock, onClosing: accountClosing({ events: createEvents(jobs) }) };
    const { email, previous_status } = await setAccountStatus(deps, { email: address, status });
    print(
      status === previous_status
        ? `The account of ${email} is ${status} already.`
        : `The account of ${email} is now ${status}; it was ${previous_status}.`,
    );
    return 0;
  });
}
