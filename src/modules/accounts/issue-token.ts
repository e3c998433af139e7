import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import type { Role } from '../../shared/access.ts';
import { type Clock, SECOND_MS } from '../../shared/time.ts';

export type IssuedToken = { readonly access_token: string; readonly expires_at: Date };

/** Signs an access token. Tokens carry whole seconds, so after a password change within this second the token is dated to the next one. */
export async function issueToken(
  deps: { tokens: TokenSigner; clock: Clock },
  account: {
    user_id: string;
    roles: readonly Role[];
    tokens_valid_from: Date;
    session_id: string | undefined;
  },
): Promise<IssuedToken> {
  const { user_id, roles, tokens_valid_from, session_id } = account;
  const earliest = wholeSecond(tokens_valid_from, Math.ceil);
  const now = deps.clock.now();
  const issued_at = earliest > now ? earliest : now;
  return await deps.tokens.sign({ user_id, roles, issued_at, session_id });
}

/** The instant from which tokens of a new account count: the second in which it was made. */
export function firstTokenTime(now: Date): Date {
  return wholeSecond(now, Math.floor);
}

/** The instant from which tokens count after a change that ends all earlier ones: see `replacePassword`. */
export function nextTokenTime(now: Date): Date {
  return wholeSecond(new Date(now.getTime() + SECOND_MS), Math.ceil);
}

function wholeSecond(date: Date, round: (seconds: number) => number): Date {
  return new Date(round(date.getTime() / SECOND_MS) * SECOND_MS);
}
