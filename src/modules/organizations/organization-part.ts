import type { Transaction } from '../../infra/db/queryable.ts';

/** What a module keeps of organizations outside the rows that go with them; a later module offers it, `app.ts` lists it. */
export type OrganizationPart = {
  readonly name: string;
  /**
   * Called in the transaction that deletes an organization, before its rows go. What lies outside the database is a job's
   * to remove.
   */
  release(tx: Transaction, organization: { readonly org_id: string }): Promise<void>;
};
