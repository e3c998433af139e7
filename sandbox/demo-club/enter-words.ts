import { commentSubjects } from '../../src/comment-subjects.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { writeNote, writePost } from '../../src/modules/messages/index.ts';
import { listSessions } from '../../src/modules/sessions/index.ts';
import { calendarDay, DAY_MS, HOUR_MS, mondayOf } from '../../src/shared/time.ts';
import { CLUB_TIME_ZONE } from './club.ts';
import data from './data/words.json' with { type: 'json' };
import type { Entering, Team } from './entering.ts';

/** Something that somebody said, so many hours before the end; `by` is the key of a person. */
type DemoWords = { readonly by: string; readonly hours_ago: number; readonly text: string };
type About = Parameters<typeof writePost>[2]['about'];

const RECENT_MS = 28 * DAY_MS;

/** What people of the club say to each other, and what coaches note down. @returns how many times */
export async function enterWords(entering: Entering, team: Team): Promise<number> {
  const { deps, club, until, silentlyAt, actorOf, userIdOf, isThere } = entering;
  const { org_id, head } = team;
  const subjects = commentSubjects(deps);
  let said = 0;
  const say = async (about: About, words: readonly DemoWords[]): Promise<void> => {
    for (const { by, hours_ago, text } of words) {
      const time = new Date(until.getTime() - hours_ago * HOUR_MS);
      const written = { text, mentions: [], attachments: [], place: null };
      await writePost({ ...silentlyAt(time), subjects }, actorOf(by), {
        write_key: undefined,
        about,
        written,
      });
      said += 1;
    }
  };
  for (const { key, run, planned, week, conversation, note } of data.talks.filter(isThere)) {
    const of = { org_id, athlete_id: userIdOf(key) };
    await say({ ...of, kind: 'conversation', key: '' }, conversation);
    await say({ ...of, kind: 'week', key: mondayOf(until, CLUB_TIME_ZONE).day }, week);
    const run_id = await findRunBefore(entering, key, run[0]?.hours_ago ?? 0);
    if (run_id !== null) await say({ ...of, kind: 'activity', key: run_id }, run);
    const next = await findNextWorkout(entering, of);
    if (next !== null) await say({ ...of, kind: 'planned_workout', key: next }, planned);
    if (note === null) continue;
    const noted = { org_id, user_id: of.athlete_id, text: note.text, write_key: undefined };
    await writeNote(silentlyAt(new Date(until.getTime() - 2 * DAY_MS)), actorOf(note.by), noted);
    said += 1;
  }
  const asked = { org_id, from: until.toISOString(), to: undefined, cursor: undefined, limit: 1 };
  const [next] = (await listSessions(deps, head, asked)).sessions;
  if (next === undefined) return said;
  const squad = club.groups.find((group) => group.key === 'track')?.member_keys ?? [];
  const speakers = [...squad, ...club.coaches.map(({ key }) => key)];
  const about = { org_id, athlete_id: null, kind: 'session', key: next.session.id } as const;
  await say(
    about,
    data.next_session.filter(({ by }) => speakers.includes(by)),
  );
  return said;
}

/** The latest activity by then that coaches see of who shares what most share. */
async function findRunBefore(
  { until, findActivities }: Entering,
  key: string,
  hours_ago: number,
): Promise<string | null> {
  const by_ms = until.getTime() - hours_ago * HOUR_MS;
  const found = await findActivities(key, 'coach', { start_date_ms: by_ms - RECENT_MS });
  const isOver = ({ start_time, duration_s }: (typeof found)[number]): boolean =>
    start_time.getTime() + (duration_s ?? 0) * 1_000 <= by_ms;
  return found.findLast(isOver)?.id ?? null;
}

/** As comments name it: a copy of a plan, and a workout in it. */
async function findNextWorkout(
  { deps, until }: Entering,
  { org_id, athlete_id }: { readonly org_id: string; readonly athlete_id: string },
): Promise<string | null> {
  const row = await deps.db.maybeOne<{ key: string }>(sql`
    SELECT a.id || '/' || (workout ->> 'id') AS key
    FROM plan_assignments a, json_array_elements(a.workouts) workout
    WHERE a.org_id = ${org_id} AND a.user_id = ${athlete_id}
      AND workout ->> 'date' >= ${calendarDay(until, CLUB_TIME_ZONE)}
    ORDER BY workout ->> 'date', workout ->> 'id' LIMIT 1`);
  return row?.key ?? null;
}
