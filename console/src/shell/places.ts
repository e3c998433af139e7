import {
  CalendarDays,
  Footprints,
  Inbox,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  Route,
  Timer,
  UserRound,
  Users,
} from 'lucide-react';
import type { MessageKey } from '../say.tsx';

/** Where the rail and the keys lead. */
export type Place = {
  readonly name: MessageKey;
  readonly icon: LucideIcon;
  /** The second of the two keys that lead there: `G` `T`. */
  readonly key: string;
  readonly path: string;
  /** Whether what has not been read is found there. */
  readonly isInbox?: true;
  /** On a phone it has no tab of its own: it is behind the last one. */
  readonly isBehindMore?: true;
};

/** The places of an organization's coaches. */
export function coachPlaces(org_id: string): readonly Place[] {
  const at = (path: string): string => `/o/${org_id}/${path}`;
  return [
    { name: 'shell.place.triage', icon: Inbox, key: 't', path: at('triage') },
    { name: 'shell.place.roster', icon: Users, key: 'r', path: at('roster'), isBehindMore: true },
    { name: 'shell.place.calendar', icon: CalendarDays, key: 'c', path: at('calendar') },
    { name: 'shell.place.sessions', icon: Timer, key: 's', path: at('sessions') },
    { name: 'shell.place.plans', icon: NotebookPen, key: 'p', path: at('plans'), isBehindMore: true },
    { name: 'shell.place.messages', icon: MessageSquare, key: 'm', path: at('messages'), isInbox: true },
  ];
}

/** The places of whoever runs. */
export const ATHLETE_PLACES: readonly Place[] = [
  { name: 'shell.place.today', icon: Footprints, key: 't', path: '/today' },
  { name: 'shell.place.ownCalendar', icon: CalendarDays, key: 'c', path: '/calendar' },
  { name: 'shell.place.runs', icon: Route, key: 'r', path: '/runs' },
  { name: 'shell.place.messages', icon: MessageSquare, key: 'm', path: '/messages', isInbox: true },
  { name: 'shell.place.me', icon: UserRound, key: 'e', path: '/me' },
];
