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
 * Tells the coaches that an athlete has joined, and tells an athlete whom an application added that they are in an organization now.
 * Nothing is told about a person who has deleted their account meanwhile.
 */
export async function notifyOfJoining(deps: TellDeps & { db: Database }, event: MemberJoined): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { coaches, name } = await holdThoseConcerned(tx, event);
    if (name === null) return;
    await tell(deps, tx, coaches, athleteJoined(event, name));
    if (!event.by_athlete) await tell(deps, tx, [event.user_id], addedToOrganization(event));
  });
}

export async function notifyOfOffer(
  deps: TellDeps & { db: Database },
  event: MembershipOffered,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, [event.user_id]);
    await tell(deps, tx, [event.user_id], askedToBelong(event));
  });
}

/** Tells the coaches that somebody they asked has declined, without a name, which they must not learn. */
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

/** Tells the coaches that an athlete has left, without the name if the account was deleted. */
export async function notifyOfLeaving(deps: TellDeps & { db: Database }, event: MemberLeft): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { coaches, name } = await holdThoseConcerned(tx, event);
    await tell(deps, tx, coaches, athleteLeft(event, name));
  });
}

/**
 * The coaches of the event who still coach the organization: those who were dismissed meanwhile must not learn of its athletes. The
 * athlete is locked too, so that the account whose name is in the notifications is not deleted before they are stored.
 */
async function holdThoseConcerned(
  tx: Transaction,
  { org_id, user_id, coach_ids }: MemberLeft,
): Promise<{ coaches: string[]; name: string | null }> {
  const coaches = await findCoachesAmong(tx, { org_id, user_ids: coach_ids });
  await holdCentres(tx, user_id === null ? coaches : [user_id, ...coaches]);
  return { coaches, name: user_id === null ? null : await findRosterName(tx, { org_id, user_id }) };
}

/** What a person is told whom an organization asks to join, and where they can answer. */
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
