import { inEachLanguage } from '../../../words/index.ts';
import type { MemberJoined, MemberLeft } from '../../organizations/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

export const NAMING_AN_ATHLETE = ['athlete_joined', 'athlete_left'] as const;

/** What coaches are told when a person has joined the roster; `name` is the name that coaches see. */
export function athleteJoined(event: MemberJoined, name: string): Announcement {
  const { by_athlete, org_name: club } = event;
  return {
    category: 'team',
    type: 'athlete_joined',
    subject: event.occurrence_id,
    texts: joinedTexts(by_athlete ? 'byAthlete' : 'byApplication', { name, club }),
    data: dataOf(event),
  };
}

/** What coaches are told when a person has left the roster; `name` is null when they have deleted their account. */
export function athleteLeft(event: MemberLeft, name: string | null): Announcement {
  const { by_athlete, org_name: club } = event;
  return {
    category: 'team',
    type: 'athlete_left',
    subject: event.occurrence_id,
    texts:
      name === null
        ? accountDeletedTexts(club)
        : leftTexts(by_athlete ? 'byAthlete' : 'byCoach', { name, club }),
    data: dataOf(name === null ? { ...event, user_id: null } : event),
  };
}

/** What an athlete is told whom an application has put on the roster: who sees their training now, and how to leave. */
export function addedToOrganization({ occurrence_id, org_id, org_name }: MemberJoined): Announcement {
  return {
    category: 'team',
    type: 'added_to_organization',
    subject: occurrence_id,
    texts: inEachLanguage((say) => ({
      title: say('notifications.addedToOrganization.title'),
      message: say('notifications.addedToOrganization.message', { club: org_name }),
    })),
    data: { org_id, org_name },
  };
}

function dataOf({ org_id, org_name, user_id, by_athlete }: MemberLeft): Announcement['data'] {
  return { org_id, org_name, user_id, by_athlete };
}

type Names = { readonly name: string; readonly club: string };

const joinedTexts = (by: 'byAthlete' | 'byApplication', names: Names): TextsByLanguage =>
  inEachLanguage((say) => ({
    title: say(`notifications.athleteJoined.${by}.title`),
    message: say(`notifications.athleteJoined.${by}.message`, names),
  }));

const leftTexts = (by: 'byAthlete' | 'byCoach', names: Names): TextsByLanguage =>
  inEachLanguage((say) => ({
    title: say(`notifications.athleteLeft.${by}.title`),
    message: say(`notifications.athleteLeft.${by}.message`, names),
  }));

const accountDeletedTexts = (club: string): TextsByLanguage =>
  inEachLanguage((say) => ({
    title: say('notifications.athleteLeft.accountDeleted.title'),
    message: say('notifications.athleteLeft.accountDeleted.message', { club }),
  }));
