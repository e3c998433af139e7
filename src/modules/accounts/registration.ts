import type { Queryable, Transaction } from '../../infra/db/database.ts';
import type { Registration } from '../../shared/access.ts';
import { invitationRequired, registrationClosed } from './errors.ts';

/** What is asked of invitations, which are a later module: `app.ts` brings it. */
export type SignUpInvitations = {
  /** Whether an invitation can still be accepted, and has made fewer accounts than it has uses. */
  hasSignUpLeft(db: Queryable, invitation: InvitationByHash): Promise<boolean>;
  /** Counts an account made by it; false where `hasSignUpLeft` would be. Of two who take the last one, one gets it. */
  takeSignUp(tx: Transaction, invitation: InvitationByHash): Promise<boolean>;
};
type InvitationByHash = { readonly token_hash: Buffer; readonly now: Date };

export type RegistrationDeps = {
  readonly registration: Registration;
  readonly invitations: SignUpInvitations;
};

type Asked = { readonly invitation_token_hash: Buffer | null; readonly now: Date };

/**
 * Refuses, before a mail is sent, whom the operator lets make no account.
 *
 * @throws registrationClosed; invitationRequired
 */
export async function requireMayRegister(
  db: Queryable,
  { registration, invitations }: RegistrationDeps,
  asked: Asked,
): Promise<void> {
  await requireGood(registration, asked, (invitation) => invitations.hasSignUpLeft(db, invitation));
}

/**
 * The same where the account is made: it uses up one of the accounts that the invitation may make. Every way to a new account
 * over HTTP comes by here, before it locks anything of the person's.
 *
 * @throws registrationClosed; invitationRequired
 */
export async function takeRegistration(
  tx: Transaction,
  { registration, invitations }: RegistrationDeps,
  asked: Asked,
): Promise<void> {
  await requireGood(registration, asked, (invitation) => invitations.takeSignUp(tx, invitation));
}

async function requireGood(
  registration: Registration,
  { invitation_token_hash: token_hash, now }: Asked,
  isGood: (invitation: InvitationByHash) => Promise<boolean>,
): Promise<void> {
  if (registration === 'open') return;
  if (registration === 'closed') throw registrationClosed();
  if (token_hash === null || !(await isGood({ token_hash, now }))) throw invitationRequired();
}
