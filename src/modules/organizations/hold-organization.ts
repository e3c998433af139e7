import type { Transaction } from '../../infra/db/queryable.ts';
import type { AppError } from '../../shared/errors.ts';
import { noSuchOrganization } from './errors.ts';
import { holdTeam, lockOrganization } from './queries.ts';

/**
 * Keeps an organization until the transaction ends. Whoever is about to store or change something that is an organization's
 * asks here first, before locking anything of it: `deleteOrganization` waits for it, and it for that.
 *
 * @param gone what to throw for it instead, where the caller has not named an organization
 * @throws noSuchOrganization, when it was deleted since the caller's role was looked up
 */
export async function holdOrganization(
  tx: Transaction,
  org_id: string,
  gone: () => AppError = noSuchOrganization,
): Promise<void> {
  if ((await holdTeam(tx, org_id)) === null) throw gone();
}

/**
 * The same, and nobody else holds it so until the transaction ends: what is counted of the organization stays as many. Asked
 * before anybody or anything else is held, as neighbours do.
 *
 * @throws noSuchOrganization, when it was deleted since the caller's role was looked up
 */
export async function holdOrganizationAlone(tx: Transaction, org_id: string): Promise<void> {
  if ((await lockOrganization(tx, org_id)) === null) throw noSuchOrganization();
}
