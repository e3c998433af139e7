import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { findVerification, type Verification } from './queries.ts';

export type TokenCheck =
  | { readonly valid: true; readonly email: string }
  | { readonly valid: false; readonly reason: string };

export const UNKNOWN_TOKEN = 'This token is not known: it was used already, or copied incompletely.';

/** What a verification that was looked up for a token says about it. */
export function checkVerification(verification: Verification | null, now: Date): TokenCheck {
  if (verification === null) {
    return { valid: false, reason: UNKNOWN_TOKEN };
  }
  if (verification.expires_at <= now) {
    return { valid: false, reason: 'This token has expired: it was valid for 24 hours. Request a new one.' };
  }
  return { valid: true, email: verification.email };
}

/** Whether a token can still complete a sign-up. It stays as it is. */
export async function verifyToken(deps: { db: Database; clock: Clock }, token: string): Promise<TokenCheck> {
  return checkVerification(await findVerification(deps.db, hashToken(token)), deps.clock.now());
}
