import type { Database, Queryable } from '../../../../infra/db/database.ts';
import type { Clock } from '../../../../shared/time.ts';
import { holdUser } from '../../../users/index.ts';
import { insertOptOut } from '../../settings/queries.ts';
import { findOptOut, holdClub } from '../queries.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

type Found = { readonly org_name: string; readonly opted_out: boolean };

/** The link's organization, and whether its campaigns are stopped already; null for an invalid link, or after a deletion. */
export async function readOptOut(
  { db, links }: { db: Queryable; links: UnsubscribeLinks },
  token: string,
): Promise<Found | null> {
  const of = links.read(token);
  return of && (await findOptOut(db, of));
}

/**
 * Stops all campaigns of the organization to the person that the link was sent to, on every channel. Whoever has the link may do so, as
 * mail programs do it for their users. A second call changes nothing.
 *
 * @returns null for an invalid link, or when the person or the organization was deleted
 */
export async function optOutByLink(
  { db, clock, links }: { db: Database; clock: Clock; links: UnsubscribeLinks },
  token: string,
): Promise<Found | null> {
  const of = links.read(token);
  if (of === null) return null;
  return await db.transaction(async (tx) => {
    if (!(await holdClub(tx, of.org_id)) || !(await holdUser(tx, of.user_id))) return null;
    await insertOptOut(tx, { ...of, now: clock.now() });
    return await findOptOut(tx, of);
  });
}
