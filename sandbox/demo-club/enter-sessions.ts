import { listGroups } from '../../src/modules/groups/index.ts';
import {
  answerSession,
  createSession,
  listSessions,
  takeAttendance,
} from '../../src/modules/sessions/index.ts';
import { DAY_MS, HOUR_MS, mondayOf } from '../../src/shared/time.ts';
import { CLUB_TIME_ZONE } from './club.ts';
import data from './data/sessions.json' with { type: 'json' };
import type { Entering, Team } from './entering.ts';

type Session = Awaited<ReturnType<typeof listSessions>>['sessions'][number]['session'];
type Created = Parameters<typeof createSession>[2];

/**
 * The track session of Tuesdays: a series that began some weeks ago, with what the squad answered and, of those that are over, the
 * register. In three languages: a group of the workout has its name from who runs in it.
 *
 * @returns how many sessions there are; none where there is no track squad
 */
export async function enterSessions(entering: Entering, team: Team): Promise<number> {
  const { deps, club, until, at } = entering;
  const { org_id, head } = team;
  const weeks_ms = data.began_weeks_ago * 7 * DAY_MS;
  const monday = mondayOf(new Date(until.getTime() - weeks_ms), CLUB_TIME_ZONE).begins;
  const squad = club.groups.find(({ key }) => key === data.squad);
  const group = (await listGroups(deps.db, org_id)).find(({ name }) => name === squad?.name);
  if (squad === undefined || group === undefined || squad.member_keys.length === 0) return 0;
  const tuesday = new Date(monday.getTime() + DAY_MS + 12 * HOUR_MS).toISOString().slice(0, 10);
  const session = {
    ...(data.session as Pick<
      Created,
      'title' | 'description' | 'duration_s' | 'place' | 'capacity' | 'workout'
    >),
    org_id,
    starts_at: `${tuesday}T19:00`,
    timezone: CLUB_TIME_ZONE,
    coach_user_id: head.user_id,
    group_ids: [group.id],
    answer_until: undefined,
    series: { occurrences: data.occurrences },
  };
  await createSession(at(new Date(monday.getTime() - 3 * DAY_MS)), head, session, undefined);
  const reading = { org_id, from: undefined, to: undefined, cursor: undefined, limit: data.occurrences };
  const { sessions } = await listSessions(deps, head, reading);
  for (const [week, { session }] of sessions.entries())
    await enterAnswers(entering, team, { session, week, squad: squad.member_keys });
  return sessions.length;
}

/** Of those who are asked many answer in time, and of those who said yes somebody stays away now and then. */
async function enterAnswers(
  { club, until, at, actorOf, userIdOf }: Entering,
  { org_id, head }: Team,
  {
    session,
    week,
    squad,
  }: { readonly session: Session; readonly week: number; readonly squad: readonly string[] },
): Promise<void> {
  const { id: session_id, starts_at } = session;
  const asked_at = new Date(starts_at.getTime() - 2 * DAY_MS);
  const taken_at = new Date(starts_at.getTime() + 2 * HOUR_MS);
  const ticked_at = new Date(starts_at.getTime() + HOUR_MS / 4).toISOString();
  if (asked_at > until) return;
  const answers = data.answers as readonly ('yes' | 'maybe' | 'no')[];
  const ticks: { user_id: string; came: 'yes' | 'no'; ticked_at: string }[] = [];
  for (const [place, key] of squad.entries()) {
    const answer = answers[(week + place) % answers.length] ?? 'yes';
    const given = { org_id, session_id, answer, answered_at: undefined, workout_group: undefined };
    const joined_at = club.athletes.find((one) => one.key === key)?.member.joined_at;
    // Who joined later has not answered before.
    if (joined_at !== undefined && joined_at <= asked_at)
      await answerSession(at(asked_at), actorOf(key), given, undefined);
    const stays_away = answer === 'no' || (week + 2 * place) % 7 === 0;
    ticks.push({ user_id: userIdOf(key), came: stays_away ? 'no' : 'yes', ticked_at });
  }
  if (taken_at <= until) await takeAttendance(at(taken_at), head, { org_id, session_id, ticks }, undefined);
}
