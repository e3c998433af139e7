import { inEachLanguage } from '../../../words/index.ts';
import type { MembershipDeclined, MembershipOffered } from '../../organizations/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

/** What somebody is told whom an organization asks to belong to it, and where they can answer. */
export function askedToBelong({ occurrence_id, org_id, org_name, role }: MembershipOffered): Announcement {
  const page_path = `/join?org=${org_id}`;
  return {
    category: 'team',
    type: 'membership_offered',
    subject: occurrence_id,
    texts: offered(role === 'member' ? 'toJoin' : role === 'head_coach' ? 'toLead' : 'toCoach', org_name),
    data: { org_id, org_name, role, page_path },
  };
}

/** What coaches are told when somebody has said no. */
export function hasDeclined({ occurrence_id, org_id, org_name, role }: MembershipDeclined): Announcement {
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
