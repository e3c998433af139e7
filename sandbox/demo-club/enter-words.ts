import { commentSubjects } from '../../src/comment-subjects.ts';
import type { UserActor } from '../../src/http/actor.ts';
import type { Database, Queryable } from '../../src/infra/db/database.ts';
import { sql } from '../../src/infra/db/sql.ts';
import type { RateLimiter } from '../../src/infra/rate-limit/index.ts';
import { findActivitiesInShort } from '../../src/modules/activities/index.ts';
import { type WritePostDeps, writeNote, writePost } from '../../src/modules/messages/index.ts';
import { listSessions } from '../../src/modules/sessions/index.ts';
import { activityCeiling, DEFAULT_PRIVACY, type SourcePolicies } from '../../src/privacy/index.ts';
import { calendarDay, DAY_MS, HOUR_MS, mondayOf } from '../../src/shared/time.ts';
import { CLUB_TIME_ZONE, type DemoClub, endOfClub } from './club.ts';
import { fixed } from './enter-people.ts';
import { DEMO_SESSION_WORDS, DEMO_TALKS, type DemoWords } from './words.ts';

type WordDeps = {
  readonly db: Database;
  readonly sourcePolicies: SourcePolicies;
  readonly rateLimiter: RateLimiter;
};
type Team = { readonly org_id: string; readonly head: UserActor };
type About = Parameters<typeof writePost>[2]['about'];

const RECENT_MS = 28 * DAY_MS;
const MANY = 200;

/** What people of the club say to each other, and what coaches note down. It is history: nobody is told. @returns how many times */
export async function enterWords(
  { db, sourcePolicies, rateLimiter }: WordDeps,
  club: DemoClub,
  { org_id, head }: Team,
  userIdOf: (key: string) => string,
): Promise<number> {
  const until = endOfClub(club.organization);
  const deps = { db, sourcePolicies, rateLimiter, subjects: commentSubjects({ sourcePolicies }) };
  const say = async (about: About, words: readonly DemoWords[]): Promise<number> => {
    for (const one of words) await sayOne(deps, { about, one, until }, userIdOf);
    return words.length;
  };
  let said = 0;
  for (const { key, ...talk } of DEMO_TALKS) {
    if (!club.athletes.some((athlete) => athlete.key === key)) continue;
    const of = { org_id, athlete_id: userIdOf(key) };
    said += await say({ ...of, kind: 'conversation', key: '' }, talk.conversation);
    said += await say({ ...of, kind: 'week', key: mondayOf(until, CLUB_TIME_ZONE).day }, talk.week);
    const first_said_ms = until.getTime() - (talk.run[0]?.hours_ago ?? 0) * HOUR_MS;
    const run = await findRunBefore(db, { user_id: of.athlete_id, policies: sourcePolicies, first_said_ms });
    if (run !== null) said += await say({ ...of, kind: 'activity', key: run }, talk.run);
    const planned = await findNextWorkout(db, { ...of, today: calendarDay(until, CLUB_TIME_ZONE) });
    if (planned !== null) said += await say({ ...of, kind: 'planned_workout', key: planned }, talk.planned);
    if (talk.note === null) continue;
    const noting = { db, rateLimiter, clock: fixed(new Date(until.getTime() - 2 * DAY_MS)) };
    const note = { org_id, user_id: of.athlete_id, text: talk.note.text, write_key: undefined };
    await writeNote(noting, actorOf(userIdOf(talk.note.by)), note);
    said += 1;
  }
  const session_id = await findNextSession(db, { org_id, head }, until);
  if (session_id === null) return said;
  const squad = club.groups.find((group) => group.key === 'track')?.member_keys ?? [];
  const speaks = ({ by }: DemoWords): boolean =>
    squad.includes(by) || club.coaches.some(({ key }) => key === by);
  const about = { org_id, athlete_id: null, kind: 'session', key: session_id } as const;
  return said + (await say(about, DEMO_SESSION_WORDS.filter(speaks)));
}

const actorOf = (user_id: string): UserActor => ({ type: 'user', user_id, roles: ['user'] });

async function sayOne(
  deps: Omit<WritePostDeps, 'clock' | 'events'>,
  { about, one, until }: { readonly about: About; readonly one: DemoWords; readonly until: Date },
  userIdOf: (key: string) => string,
): Promise<void> {
  const clock = fixed(new Date(until.getTime() - one.hours_ago * HOUR_MS));
  const written = { text: one.text, mentions: [], attachments: [], place: null };
  const events = { emit: async () => {} };
  const asked = { write_key: undefined, about, written };
  await writePost({ ...deps, clock, events }, actorOf(userIdOf(one.by)), asked);
}

/** The latest activity by then that coaches see of who shares what most share. */
async function findRunBefore(
  db: Database,
  asked: { readonly user_id: string; readonly policies: SourcePolicies; readonly first_said_ms: number },
): Promise<string | null> {
  const { user_id, policies, first_said_ms } = asked;
  const ceiling = activityCeiling({ settings: DEFAULT_PRIVACY, policies, audience: 'coach' });
  const since = { start_date_ms: first_said_ms - RECENT_MS, limit: MANY };
  const found = await findActivitiesInShort(db, { user_id, ceiling, ...since });
  const over = found.filter(
    ({ start_time, duration_s }) => start_time.getTime() + (duration_s ?? 0) * 1_000 <= first_said_ms,
  );
  return over.at(-1)?.id ?? null;
}

/** As comments name it: a copy of a plan, and a workout in it. */
async function findNextWorkout(
  db: Queryable,
  asked: { readonly org_id: string; readonly athlete_id: string; readonly today: string },
): Promise<string | null> {
  const row = await db.maybeOne<{ key: string }>(sql`
    SELECT a.id || '/' || (workout ->> 'id') AS key
    FROM plan_assignments a, json_array_elements(a.workouts) workout
    WHERE a.org_id = ${asked.org_id} AND a.user_id = ${asked.athlete_id} AND workout ->> 'date' >= ${asked.today}
    ORDER BY workout ->> 'date', workout ->> 'id' LIMIT 1`);
  return row?.key ?? null;
}

async function findNextSession(db: Database, { org_id, head }: Team, until: Date): Promise<string | null> {
  const asked = { org_id, from: until.toISOString(), to: undefined, cursor: undefined, limit: 1 };
  const { sessions } = await listSessions({ db }, head, asked);
  return sessions[0]?.session.id ?? null;
}
