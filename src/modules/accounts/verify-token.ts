import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { invitationRequired, registrationClosed } from './errors.ts';
import { findVerification, type Verification } from './queries.ts';
import { type RegistrationDeps, requireMayRegister } from './registration.ts';

export type TokenCheck =
  | { readonly valid: true; readonly email: string; readonly invitation_token_hash: Buffer | null }
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
  const { email, invitation_token_hash } = verification;
  return { valid: true, email, invitation_token_hash };
}

const NO_ACCOUNT = [registrationClosed.code, invitationRequired.code];

/** Whether a token can still complete a sign-up. It stays as it is. */
export async function verifyToken(
  deps: RegistrationDeps & { db: Database; clock: Clock },
  token: string,
): Promise<{ valid: true; email: string } | { valid: false; reason: string }> {
  const now = deps.clock.now();
  const check = checkVerification(await findVerification(deps.db, hashToken(token)), now);
  if (!check.valid) return check;
  const { email, invitation_token_hash } = check;
  try {
    await requireMayRegister(deps.db, deps, { invitation_token_hash, now });
  } catch (error) {
    if (!(error instanceof AppError) || !NO_ACCOUNT.includes(error.code)) throw error;
    return { valid: false, reason: error.message };
  }
  return { valid: true, email };
}
