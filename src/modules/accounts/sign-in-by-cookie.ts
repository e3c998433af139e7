import type { PasswordHasher } from '../../infra/crypto/passwords.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import type { User } from '../users/index.ts';
import { endCookieSession } from './end-sessions.ts';
import { admitByPassword, type SignIn } from './sign-in.ts';

/**
 * Signs a browser in with a password and a new cookie; ends the session that the browser had.
 * @param input.former the session cookie of the request
 * @throws AppError unauthenticated; rate_limited: as `admitByPassword`
 */
export async function signInByCookie(
  deps: { readonly db: Database; readonly clock: Clock; readonly passwords: PasswordHasher },
  input: SignIn & { readonly former: string | null },
): Promise<{ user: User; cookie: string }> {
  const { user, started } = await admitByPassword(deps, input, { is_cookie: true });
  if (input.former !== null) await endCookieSession(deps, input.former);
  return { user, cookie: started.refresh_token };
}
