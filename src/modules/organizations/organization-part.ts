import type { Transaction } from '../../infra/db/queryable.ts';
import type { AuditActor } from '../audit/index.ts';

/** What a module keeps of organizations outside the rows that go with them; a later module offers it, `app.ts` lists it. */
export type OrganizationPart = {
  readonly name: string;
  /**
   * Called in the transaction that deletes an organization, before its rows go. What lies outside the database is a job's
   * to remove.
   */
  release?(tx: Transaction, organization: { readonly org_id: string }): Promise<void>;
  /** Called in the transaction in which somebody stops leading an organization: see `endLeading`. */
  endLeading?(tx: Transaction, ended: EndedLeading): Promise<void>;
};

export type EndedLeading = {
  readonly org_id: string;
  readonly user_id: string;
  readonly actor: AuditActor;
  readonly now: Date;
};

/**
 * To be called wherever a coach is dismissed, resigns, or gets a role that does not lead, in that transaction and with the
 * organization locked. Whoever hands an organization over stays an admin coach and leads on.
 */
export async function endLeading(
  tx: Transaction,
  parts: readonly OrganizationPart[],
  ended: EndedLeading,
): Promise<void> {
  for (const part of parts) await part.endLeading?.(tx, ended);
}
