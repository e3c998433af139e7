import type { Database, Transaction } from '../../../infra/db/database.ts';
import { inEachLanguage } from '../../../words/index.ts';
import {
  findCoachesAmong,
  findRosterName,
  type MemberJoined,
  type MemberLeft,
  type MembershipDeclined,
  type MembershipOffered,
} from '../../organizations/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';
import { addedToOrganization, athleteJoined, athleteLeft } from './roster-changed.ts';

/**
 * Tells the coaches that an athlete has joined, and an athlete whom an application added that they are in a club now. Whoever
 * has deleted their account meanwhile is not talked about.
 */
export async function notifyOfJoining(deps: TellDeps & { db: Database }, event: MemberJoined): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { coaches, name } = await holdThoseConcerned(tx, event);
    if (name === null) return;
    await tell(deps, tx, coaches, athleteJoined(event, name));
    if (!event.by_athlete) await tell(deps, tx, [event.user_id], addedToOrganization(event));
  });
}

/** Tells somebody what an organization asks them to be. */
export async function notifyOfOffer(
  deps: TellDeps & { db: Database },
  event: MembershipOffered,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, [event.user_id]);
    await tell(deps, tx, [event.user_id], askedToBelong(event));
  });
}

/** Tells the coaches that somebody they asked has said no, without a name: it is not theirs to know. */
export async function notifyOfDeclining(
  deps: TellDeps & { db: Database },
  event: MembershipDeclined,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const coaches = await findCoachesAmong(tx, { org_id: event.org_id, user_ids: event.coach_ids });
    await holdCentres(tx, coaches);
    await tell(deps, tx, coaches, hasDeclined(event));
  });
}

/** Tells the coaches that an athlete has left, without a name where there is nobody any more who has it. */
export async function notifyOfLeaving(deps: TellDeps & { db: Database }, event: MemberLeft): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { coaches, name } = await holdThoseConcerned(tx, event);
    await tell(deps, tx, coaches, athleteLeft(event, name));
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

/** What somebody is told whom an organization asks to belong to it, and where they can answer. */
function askedToBelong({ occurrence_id, org_id, org_name, role }: MembershipOffered): Announcement {
  const page_path = `/join?org=${org_id}`;
  return {
    category: 'team',
    type: 'membership_offered',
    subject: occurrence_id,
    texts: offered(role === 'member' ? 'toJoin' : role === 'head_coach' ? 'toLead' : 'toCoach', org_name),
    data: { org_id, org_name, role, page_path },
  };
}

function hasDeclined({ occurrence_id, org_id, org_name, role }: MembershipDeclined): Announcement {
  return {
    category: 'team',
    type: 'membership_declined',
    subject: occurrence_id,
    texts: declined(role === 'member' ? 'toJoin' : 'toCoach', org_name),
    data: { org_id, org_name, role },
  };
}

const offered = (to: 'toJoin' | 'toLead' | 'toCoach', club: string): TextsByLanguage =>
  inEachLanguage((say) => ({
    title: say(`notifications.membershipOffered.${to}.title`, { club }),
    message: say(`notifications.membershipOffered.${to}.message`, { club }),
  }));

const declined = (to: 'toJoin' | 'toCoach', club: string): TextsByLanguage =>
  inEachLanguage((say) => ({
    title: say(`notifications.membershipDeclined.${to}.title`),
    message: say(`notifications.membershipDeclined.${to}.message`, { club }),
  }));
