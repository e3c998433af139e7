import type { WorkoutType } from '../workout-types.ts';
import type { Session } from './choose-session.ts';
import { type DoneWeek, isPeak, isTapered, nextRace, type Planning } from './week-to-plan.ts';

/** The used share of the room for a session, from the first week to the last four before the taper, which use all of it. */
const SHARE_OF_ROOM = { first: 0.75, from: 0.82, until: 0.92, peak: 1, taper: 0.75, race_week: 0.5 };
/** A week with at most this share of the largest of the three before it is a lighter one. */
const LIGHTER = 0.94;
/** The share of the largest session so far that is enough, where none is larger. */
export const AS_LARGE = 0.96;

/** The used share of the room, which grows until the last weeks before the taper. */
export function shareOfRoom(planning: Planning, date: string): number {
  const { brief, week } = planning;
  if (week.phase === 'taper') {
    return week.days.some(({ role }) => role === 'race') ? SHARE_OF_ROOM.race_week : SHARE_OF_ROOM.taper;
  }
  if (week.number === 1) return SHARE_OF_ROOM.first;
  if (isPeak(planning, date)) return SHARE_OF_ROOM.peak;
  const last = Math.min(brief.weeks, nextRace(planning)?.week_number ?? brief.weeks);
  const way = Math.min(1, (week.number - 1) / last);
  return SHARE_OF_ROOM.from + (SHARE_OF_ROOM.until - SHARE_OF_ROOM.from) * way;
}

/** Whether fewer than `of_two` of the last two sessions of this type have the same main part. */
export function isNew({ type, main }: Session, before: readonly DoneWeek[], of_two: number): boolean {
  const own = before.flatMap(({ sessions }) => sessions.filter((session) => session.type === type)).slice(-2);
  return own.filter((one) => JSON.stringify(one.main) === JSON.stringify(main)).length < of_two;
}

/** Whether the session is large enough: in the last weeks before the taper the first of each type is as large as any before. */
export function isLargeEnough(
  { type, points }: Session,
  date: string,
  planning: Planning,
  share: number,
): boolean {
  if (!isPeak(planning, date)) return true;
  const { peak, earlier } = largestOf(type, planning);
  return Math.max(points / share, peak) >= earlier;
}

/** The types in the last weeks before the taper whose sessions are not yet as large as before. */
export function owedInPeak(planning: Planning, date: string): ReadonlySet<WorkoutType> {
  if (!isPeak(planning, date)) return new Set();
  const types = new Set(planning.before.flatMap(({ sessions }) => sessions.map(({ type }) => type)));
  return new Set(
    [...types].filter((type) => {
      const { peak, earlier } = largestOf(type, planning);
      return peak > 0 && peak < AS_LARGE * earlier;
    }),
  );
}

/** Points of the largest session of a type, in the last weeks before the taper and before these. */
function largestOf(
  type: WorkoutType,
  planning: Planning,
): { readonly peak: number; readonly earlier: number } {
  const own = planning.before.flatMap(({ sessions }) => sessions.filter((session) => session.type === type));
  const [peak, earlier] = [true, false].map((inPeak) =>
    Math.max(0, ...own.flatMap(({ date, points }) => (isPeak(planning, date) === inPeak ? points : []))),
  );
  return { peak: peak ?? 0, earlier: earlier ?? 0 };
}

/** The least points of the key session of a lighter week; 0 where one of its sessions has them or the week is not lighter. */
export function leastPoints({ brief, before, week }: Planning, chosen: ReadonlyMap<string, Session>): number {
  const three = before.slice(-3);
  const isLighter = week.volume_m <= LIGHTER * Math.max(0, ...three.map(({ volume_m }) => volume_m));
  if (three.length < 3 || !isLighter || isTapered(brief, week)) return 0;
  const keys = three.map(({ sessions }) => Math.max(0, ...sessions.map(({ points }) => points)));
  const least = Math.min(...keys);
  return [...chosen.values()].some(({ points }) => points >= least) ? 0 : least;
}
