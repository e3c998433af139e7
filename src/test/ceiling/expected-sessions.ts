/** Sessions of a club, and what may be known of who comes: coaches keep the register, programs see of it what athletes share with them. */
import type { Attended, ClubSession, Talk } from './told.ts';
import type { Club, Membership, Person } from './world.ts';

type Json = Readonly<Record<string, unknown>>;
type Member = { readonly person: Person; readonly membership: Membership };

export type SessionView = {
  readonly facts: Json;
  readonly by_programs: { readonly counts: Json; readonly attendance: readonly Json[] };
};

/** @param athletes who is in the club with an account that is active */
export function sessionViews(club: Club, athletes: readonly Member[]): SessionView[] {
  return club.sessions
    .map((session, place) => {
      const shared = athletes.flatMap(({ person, membership }) => {
        const attended = membership.attended[place] ?? null;
        return attended === null || person.privacy.share_sessions_with_api !== true
          ? []
          : [{ athlete_id: person.id, attended }];
      });
      return {
        facts: factsOf(club, session),
        by_programs: {
          counts: countsOf(shared.map(({ attended }) => attended)),
          attendance: shared
            .toSorted((a, b) => (a.athlete_id < b.athlete_id ? -1 : 1))
            .flatMap(({ athlete_id, attended }): Json[] => {
              const object = attendanceObject(session.id, athlete_id, attended);
              return object === null ? [] : [object];
            }),
        },
      };
    })
    .toSorted((a, b) => (placeOf(a.facts) < placeOf(b.facts) ? -1 : 1));
}

const placeOf = ({ starts_at, id }: Json): string => `${starts_at} ${id}`;

function factsOf(club: Club, session: ClubSession): Json {
  const { cancelled, starts_at, duration_s } = session;
  return {
    id: session.id,
    org_id: club.id,
    title: session.title,
    description: session.description,
    starts_at: starts_at.toISOString(),
    ends_at: new Date(starts_at.getTime() + duration_s * 1_000).toISOString(),
    timezone: session.timezone,
    duration_s,
    place: { text: session.place, point: session.point },
    capacity: session.capacity,
    coach_user_id: null,
    answer_until: session.answer_until?.toISOString() ?? null,
    group_ids: session.audience?.map((group) => club.groups[group]?.id) ?? null,
    status: cancelled === null ? 'scheduled' : 'cancelled',
    cancel_reason: cancelled?.reason ?? null,
    series: null,
    has_workout: session.workout !== null,
    created_at: session.created_at.toISOString(),
    updated_at: session.created_at.toISOString(),
  };
}

export function countsOf(attended: readonly Attended[]): Json {
  const answers = attended.flatMap(({ answer }) => answer ?? []);
  const count = (word: string): number => answers.filter((one) => one.word === word && !one.waits).length;
  return {
    yes_count: count('yes'),
    maybe_count: count('maybe'),
    no_count: count('no'),
    waiting_count: answers.filter(({ waits }) => waits).length,
  };
}

/** Null where they neither answered nor are in the register. Of ticks the last word holds. */
function attendanceObject(session_id: string, athlete_id: string, { answer, ticks }: Attended): Json | null {
  const tick = ticks.at(-1);
  if (answer === null && tick === undefined) return null;
  return {
    club_session_id: session_id,
    athlete_id,
    answer: answer?.word ?? null,
    answered_at: answer?.at.toISOString() ?? null,
    waits: answer?.waits ?? false,
    came: tick?.came ?? null,
    ticked_at: tick?.at.toISOString() ?? null,
  };
}

/** A thread as coaches read it; null where there is none of this membership. The newest comes first. */
export function threadView(talk: Talk | null, author: { readonly user_id: string; readonly name: string }) {
  if (talk === null || talk.is_of_before) return null;
  const posts = talk.posts.map(({ id, text, at }) => ({
    id,
    thread_id: talk.id,
    author: { ...author, role: 'athlete' },
    state: 'shown',
    text,
    mentions: [],
    attachments: [],
    place: null,
    created_at: at.toISOString(),
    edited_at: null,
    hidden_reason: null,
  }));
  return {
    id: talk.id,
    posts: posts.toReversed(),
    unread: talk.posts.filter(({ is_passed_over }) => is_passed_over !== true).length,
    last_post_at: posts.at(-1)?.created_at ?? '',
  };
}
