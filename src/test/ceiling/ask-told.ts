/** Questions about what athletes tell and what clubs plan with them. */
type Json = Readonly<Record<string, unknown>>;
export type Query = Readonly<Record<string, string | undefined>>;

export type ToldAsk =
  | Of<'feedback' | 'availability', { readonly id: string; readonly query: Query }>
  | Of<'attendance', { readonly id: string }>
  | Of<'sessions'>
  | CoachAsk;

/** What the head coach asks on the application API, whatever the key. */
type CoachAsk =
  | Of<'coach feedback' | 'coach availability', { readonly id: string; readonly query: Query }>
  | Of<
      'races' | 'best times' | 'constraints' | 'calendar' | 'evidence' | 'messages' | 'participants',
      { readonly id: string }
    >
  | Of<'comments' | 'review', { readonly athlete_id: string; readonly id: string }>
  | Of<'coach sessions' | 'team' | 'weeks' | 'triage' | 'inbox' | 'unread'>;

/** One kind of question for each of the words. */
type Of<To extends string, About = unknown> = To extends string ? { readonly to: To } & About : never;

const OF_PROGRAMS = ['feedback', 'availability', 'attendance', 'sessions'] as const;
export const TOLD_SCOPES = {
  feedback: 'feedback:read',
  availability: 'availability:read',
  attendance: 'sessions:read',
  sessions: 'sessions:read',
} as const satisfies Record<(typeof OF_PROGRAMS)[number], string>;

export const isOfPrograms = (to: string): to is (typeof OF_PROGRAMS)[number] => to in TOLD_SCOPES;

/** What must come back; `seen` is what of the body is foreseen, where that is not all of it. */
export type ToldPrediction =
  | { readonly status: 200; readonly body: unknown; readonly seen?: (body: Json) => unknown }
  | { readonly status: 404; readonly code: string };

/** Days that are asked for: last week, this one and the next. */
const DAYS = { from: '2026-06-22', to: '2026-07-12' } as const;

export function toldAddress(ask: ToldAsk, club_id: string): string {
  const club = `/api/v1/organizations/${club_id}`;
  switch (ask.to) {
    case 'feedback':
      return `/developer/v1/athletes/${ask.id}/feedback${queryText(ask.query)}`;
    case 'availability':
      return `/developer/v1/athletes/${ask.id}/availability${queryText(ask.query)}`;
    case 'sessions':
      return '/developer/v1/sessions';
    case 'attendance':
      return `/developer/v1/sessions/${ask.id}/attendance`;
    case 'coach feedback':
      return `${club}/athletes/${ask.id}/feedback${queryText(ask.query)}`;
    case 'coach availability':
      return `${club}/athletes/${ask.id}/availability${queryText(ask.query)}`;
    case 'constraints':
      return `${club}/athletes/${ask.id}/availability/constraints${queryText(DAYS)}`;
    case 'races':
      return `${club}/athletes/${ask.id}/races`;
    case 'best times':
      return `${club}/athletes/${ask.id}/races/best-times`;
    case 'calendar':
      return `${club}/athletes/${ask.id}/plans${queryText(DAYS)}`;
    case 'evidence':
      return `${club}/triage/${ask.id}/evidence`;
    case 'messages':
      return `${club}/athletes/${ask.id}/messages`;
    case 'comments':
      return `${club}/athletes/${ask.athlete_id}/activities/${ask.id}/comments`;
    case 'review':
      return `${club}/athletes/${ask.athlete_id}/activities/${ask.id}/review`;
    case 'participants':
      return `${club}/sessions/${ask.id}/participants`;
    case 'coach sessions':
      return `${club}/sessions`;
    case 'team':
      return `${club}/calendar?from=2026-06-29&to=2026-07-12&limit=200`;
    case 'weeks':
      return `${club}/athletes/weeks`;
    case 'triage':
      return `${club}/triage?state=all&limit=100`;
    case 'inbox':
      return `${club}/conversations`;
    case 'unread':
      return '/api/v1/messages/unread';
  }
}

function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

export const NOT_FOUND = { status: 404, code: 'not_found' } as const;

// biome-ignore lint/suspicious/noExplicitAny: what a server answered, of which some is looked at
export const dataOf = (body: Json): any => body.data;
