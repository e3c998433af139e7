import type { Database, Queryable } from '../../../../infra/db/database.ts';
import type { Clock } from '../../../../shared/time.ts';
import { holdUser } from '../../../users/index.ts';
import { insertOptOut } from '../../settings/queries.ts';
import { findOptOut, holdClub } from '../queries.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

type Found = { readonly org_name: string; readonly opted_out: boolean };

/** Which club a link is about, and whether its campaigns are stopped already; null for a link that is none, or nobody's any more. */
export async function readOptOut(
  { db, links }: { db: Queryable; links: UnsubscribeLinks },
  token: string,
): Promise<Found | null> {
  const of = links.read(token);
  return of && (await findOptOut(db, of));
}

/**
 * Has no more campaigns of the club reach whoever the link was sent to, by any channel: whoever has the link may, as mail programs
 * do it for their users. Doing it again changes nothing.
 *
 * @returns null for a link that is none, or nobody's any more
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
