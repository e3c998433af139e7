import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { noUserWithEmail } from './errors.ts';
import { updatePlatformAdmin } from './queries.ts';

/**
 * Makes a user a platform admin or revokes that, from their next request on. For the operator only: no route calls it.
 *
 * @throws AppError not_found
 */
export async function setPlatformAdmin(
  deps: { db: Database; clock: Clock },
  input: { email: string; is_platform_admin: boolean },
): Promise<void> {
  if (!(await updatePlatformAdmin(deps.db, { ...input, now: deps.clock.now() }))) {
    throw noUserWithEmail({ message: `There is no user with the e-mail address ${input.email}.` });
  }
}
