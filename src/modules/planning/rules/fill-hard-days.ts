import { HARD_DAY_FROM_S } from '../../../training/planning/limits.ts';
import { roundDown } from '../../../training/planning/weekly-volumes.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { chooseSession } from './choose-session.ts';
import { daysToRun, type Filling, hardSecondsLeft, metresLeft, put } from './filling.ts';
import { aroundMain } from './quality-session.ts';

/** A hard day has at most so many times an easy day's share of the week, and a kilometre. */
const HARD_DAY_SHARE = 1.3;
/** Of the room for a session that is used: less in the taper, least in the week of the race. */
/** Less hard running than this is no session beside a long run that was hard. */
const WORTHWHILE_S = 12 * 60;
/** Warming up, a little that is fast, and cooling down. */
const LEAST_SESSION_M = 3_500;
/** The first week is for finding out what the runner is up to. */
const SHARE_OF_FIRST_WEEK = 0.75;
const SHARE_OF_ROOM = { usual: 0.9, taper: 0.75, race_week: 0.5 };

/** Sessions for the hard days of a week; where none fits, the day stays open for an easy run. */
export function fillHardDays(filling: Filling): void {
  const { brief, kit, week, hard, level, volume_m, lately } = filling;
  const planned = hard === 0 ? [] : week.days.filter(({ role }) => role === 'quality');
  const days = planned.slice(0, mostSessions(filling));
  const share = metresLeft(filling) / Math.max(1, daysToRun(filling).length);
  for (const [slot, day] of days.entries()) {
    const slotsLeft = days.length - slot;
    const rest_m = metresLeft(filling);
    const alone = daysToRun(filling).length <= slotsLeft;
    const total_m = alone
      ? rest_m / slotsLeft
      : Math.min(share * HARD_DAY_SHARE + 1_000, rest_m, mostBesideLong(filling));
    const session = chooseSession(
      {
        numbers: brief,
        constraints: brief.constraints,
        seed: brief.seed,
        week,
        slot,
        slots: days.length,
        room: {
          volume_m,
          hard_s: (hardSecondsLeft(filling) * 0.92) / slotsLeft,
          total_m,
          share: hard * shareOfRoom(filling),
          level,
        },
        lately,
        taken: kindsTaken(filling),
      },
      kit,
    );
    if (session === null) continue;
    const around = { level, total_m, least_m: Math.min(share, rest_m) };
    const segments = aroundMain(
      session.main,
      around,
      kit,
      alone ? roundDown(total_m, kit.units.tenth_m) : undefined,
    );
    put(filling, day, session.type, segments, session.key);
  }
}

/** Of a week whose long run is hard work already: as many as have room to be worth it. */
function mostSessions(filling: Filling): number {
  return hasHardLongRun(filling)
    ? Math.max(1, Math.floor(hardSecondsLeft(filling) / WORTHWHILE_S))
    : Number.POSITIVE_INFINITY;
}

function hasHardLongRun({ days, kit }: Filling): boolean {
  return [...days.values()].some(
    ({ workout_type, segments }) =>
      workout_type === 'long-run' && kit.hardSeconds(segments) > HARD_DAY_FROM_S,
  );
}

/** Whose long run has race pace in it needs no other session of that. */
function kindsTaken(filling: Filling): readonly WorkoutType[] {
  const kinds = [...filling.days.values()].map(({ workout_type }) => workout_type);
  return hasHardLongRun(filling) ? [...kinds, 'race-pace'] : kinds;
}

/** The long run is the longest of its week. */
function mostBesideLong({ long_m, step }: Filling): number {
  return long_m === 0 ? Number.POSITIVE_INFINITY : Math.max(long_m - step, LEAST_SESSION_M);
}

/** Sessions grow over the three weeks of a block. */
function shareOfRoom({ week, race }: Filling): number {
  if (week.phase === 'taper') {
    return race?.week_number === week.number ? SHARE_OF_ROOM.race_week : SHARE_OF_ROOM.taper;
  }
  if (week.number === 1) return SHARE_OF_FIRST_WEEK;
  return SHARE_OF_ROOM.usual + (1 - SHARE_OF_ROOM.usual) * ((week.number % 4) / 3);
}
