import type { UserActor } from '../../src/http/actor.ts';
import type { Database } from '../../src/infra/db/database.ts';
import { listGroups } from '../../src/modules/groups/index.ts';
import {
  answerSession,
  createSession,
  listSessions,
  takeAttendance,
} from '../../src/modules/sessions/index.ts';
import { DAY_MS, HOUR_MS, mondayOf } from '../../src/shared/time.ts';
import { CLUB_TIME_ZONE, type DemoClub, endOfClub } from './club.ts';
import { fixed } from './enter-people.ts';
import type { PlayedDays } from './play-days.ts';

type SessionDeps = { readonly db: Database; readonly days: Pick<PlayedDays, 'eventsAt'> };

const WEEKS_AGO = 5;
const OCCURRENCES = 12;
/** Of those who are asked so many answer in time, and of those who said yes somebody stays away now and then. */
const ANSWERS = ['yes', 'yes', 'maybe', 'yes', 'no'] as const;

/**
 * The track session of Tuesdays: a series that began some weeks ago, with what the squad answered and, of those that are over, the
 * register. In three languages: a group of the workout has its name from who runs in it.
 *
 * @returns how many sessions there are; none where there is no track squad
 */
export async function enterSessions(
  { db, days }: SessionDeps,
  club: DemoClub,
  { org_id, head }: { readonly org_id: string; readonly head: UserActor },
  userIdOf: (key: string) => string,
): Promise<number> {
  const until = endOfClub(club.organization);
  const tuesday = mondayOf(new Date(until.getTime() - WEEKS_AGO * 7 * DAY_MS), CLUB_TIME_ZONE).begins;
  const made_at = new Date(tuesday.getTime() - 3 * DAY_MS);
  const squad = club.groups.find(({ key }) => key === 'track');
  const group = (await listGroups(db, org_id)).find(({ name }) => name === squad?.name);
  if (squad === undefined || group === undefined || squad.member_keys.length === 0) return 0;
  const first = new Date(tuesday.getTime() + DAY_MS + 12 * HOUR_MS).toISOString().slice(0, 10);
  await createSession(
    { db, clock: fixed(made_at), events: days.eventsAt(made_at) },
    head,
    {
      org_id,
      title: 'Tuesday track · 火曜トラック · 週二田徑場',
      description: 'Warm up together from 18:45. 18時45分に集合。18:45 一起暖身。',
      starts_at: `${first}T19:00`,
      timezone: CLUB_TIME_ZONE,
      duration_s: 5_400,
      place: { text: 'Meadowside track, gate 3', point: { latitude_deg: 55.9301, longitude_deg: -3.1748 } },
      capacity: 8,
      coach_user_id: head.user_id,
      group_ids: [group.id],
      answer_until: undefined,
      workout: {
        workout_type: 'intervals',
        text: '- Easy 15m\n\n5x\n- Interval 1km\n- 2m rest\n\n- Easy 10m',
        groups: [{ name: 'Marathon · マラソン · 馬拉松', zone: 'threshold' }],
      },
      series: { occurrences: OCCURRENCES },
    },
    undefined,
  );
  const reading = { org_id, from: undefined, to: undefined, cursor: undefined, limit: OCCURRENCES };
  const { sessions } = await listSessions({ db }, head, reading);
  for (const [week, { session }] of sessions.entries()) {
    const asked_at = new Date(session.starts_at.getTime() - 2 * DAY_MS);
    if (asked_at > until) break;
    const came: { user_id: string; came: 'yes' | 'no'; ticked_at: string }[] = [];
    const ticked_at = new Date(session.starts_at.getTime() + HOUR_MS / 4);
    for (const [place, key] of squad.member_keys.entries()) {
      const user_id = userIdOf(key);
      const answer = ANSWERS[(week + place) % ANSWERS.length] ?? 'yes';
      const answering = { db, clock: fixed(asked_at), events: days.eventsAt(asked_at) };
      const actor: UserActor = { type: 'user', user_id, roles: ['user'] };
      const input = {
        org_id,
        session_id: session.id,
        answer,
        answered_at: undefined,
        workout_group: undefined,
      };
      if (isThere(club, key, asked_at)) await answerSession(answering, actor, input, undefined);
      const stays_away = answer === 'no' || (week + 2 * place) % 7 === 0;
      came.push({ user_id, came: stays_away ? 'no' : 'yes', ticked_at: ticked_at.toISOString() });
    }
    if (ticked_at > until || came.length === 0) continue;
    const taken_at = new Date(session.starts_at.getTime() + 2 * HOUR_MS);
    const taking = { db, clock: fixed(taken_at), events: days.eventsAt(taken_at) };
    if (taken_at <= until)
      await takeAttendance(taking, head, { org_id, session_id: session.id, ticks: came }, undefined);
  }
  return sessions.length;
}

/** Who joined later has not answered before. */
function isThere(club: DemoClub, key: string, at: Date): boolean {
  const athlete = club.athletes.find((one) => one.key === key);
  return athlete !== undefined && athlete.member.joined_at <= at;
}
