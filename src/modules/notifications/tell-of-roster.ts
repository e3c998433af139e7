import type { Database, Transaction } from '../../infra/db/database.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import {
  findCoachesAmong,
  findRosterName,
  type MemberJoined,
  type MemberLeft,
} from '../organizations/index.ts';
import type { Announcement } from './notification.ts';
import { holdCentres, insertNotifications } from './queries.ts';
import { addedToOrganization, athleteJoined, athleteLeft } from './roster-changed.ts';

/**
 * Tells the coaches that an athlete has joined, and an athlete whom a coach added that they are in a club now. Whoever has
 * deleted their account meanwhile is not talked about.
 */
export async function tellOfJoining(
  { db, clock }: { db: Database; clock: Clock },
  event: MemberJoined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { coaches, name } = await holdThoseConcerned(tx, event);
    if (name === null) return;
    const now = clock.now();
    await tell(tx, coaches, athleteJoined(event, name), now);
    if (!event.by_athlete) await tell(tx, [event.user_id], addedToOrganization(event), now);
  });
}

/** Tells the coaches that an athlete has left, without a name where there is nobody any more who has it. */
export async function tellOfLeaving(
  { db, clock }: { db: Database; clock: Clock },
  event: MemberLeft,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { coaches, name } = await holdThoseConcerned(tx, event);
    await tell(tx, coaches, athleteLeft(event, name), clock.now());
  });
}

/**
 * The coaches of that moment who coach still: whom the club has dismissed meanwhile its athletes are no business of. The
 * athlete is held as well: until the notifications are there, or are not, nobody deletes the account whose name is in them.
 */
async function holdThoseConcerned(
  tx: Transaction,
  { org_id, user_id, coach_ids }: MemberLeft,
): Promise<{ coaches: string[]; name: string | null }> {
  const coaches = await findCoachesAmong(tx, { org_id, user_ids: coach_ids });
  await holdCentres(tx, user_id === null ? coaches : [user_id, ...coaches]);
  return { coaches, name: user_id === null ? null : await findRosterName(tx, { org_id, user_id }) };
}

async function tell(
  tx: Transaction,
  user_ids: readonly string[],
  announcement: Announcement,
  now: Date,
): Promise<void> {
  const recipients = user_ids.map((user_id) => ({ id: newId(), user_id }));
  await insertNotifications(tx, recipients, announcement, now);
}
