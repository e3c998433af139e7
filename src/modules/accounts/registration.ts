import type { Queryable, Transaction } from '../../infra/db/database.ts';
import type { Registration } from '../../shared/access.ts';
import { invitationRequired, registrationClosed } from './errors.ts';

/** What accounts need of invitations, a later module; `app.ts` provides it. */
export type SignUpInvitations = {
  /** Whether an invitation can still be accepted, and has made fewer accounts than it has uses. */
  hasSignUpLeft(db: Queryable, invitation: InvitationByHash): Promise<boolean>;
  /** Counts an account made by an invitation; false where none is left. Of two for the last one, one succeeds. */
  takeSignUp(tx: Transaction, invitation: InvitationByHash): Promise<boolean>;
};
type InvitationByHash = { readonly token_hash: Buffer; readonly now: Date };

export type RegistrationDeps = {
  readonly registration: Registration;
  readonly invitations: SignUpInvitations;
};

type Asked = { readonly invitation_token_hash: Buffer | null; readonly now: Date };

export async function requireMayRegister(
  db: Queryable,
  { registration, invitations }: RegistrationDeps,
  asked: Asked,
): Promise<void> {
  await requireGood(registration, asked, (invitation) => invitations.hasSignUpLeft(db, invitation));
}

/**
 * The check of every way to a new account over HTTP: uses up one account of the invitation. Called before other locks of
 * the person.
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
