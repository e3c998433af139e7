import { EVENT_DISTANCE_M } from '../../../training/planning/brief.ts';
import type { DraftDay, DraftSession } from '../../../training/planning/draft.ts';
import type { Segment } from '../../../training/planning/plan.ts';
import type { SkeletonWeek } from '../../../training/planning/skeleton.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { PlanRefused } from '../engine/faults.ts';
import { planFault } from '../words/fault-words.ts';
import { type Session, sessionOfType } from './choose-session.ts';
import { HARD_SHARE } from './filling.ts';
import type { Amount, Kit } from './kit.ts';
import { aroundMain, mostOf } from './quality-session.ts';
import {
  crossTraining,
  easyRun,
  longRun,
  raceDistance,
  raceRun,
  recoveryRun,
  strengthSession,
  stridesMetres,
  stridesRun,
} from './steady-sessions.ts';
import { unitsOf } from './units.ts';
import { writtenEnd, writtenMain } from './written-session.ts';

/** What a drafted day is made with. `usual_m` is what it has where the draft says neither metres nor seconds. */
export type DraftedIn = {
  readonly brief: PlanBrief;
  readonly kit: Kit;
  readonly week: SkeletonWeek;
  readonly date: string;
  readonly usual_m: number;
};

const USUAL_OTHER_S = 40 * 60;
/** Easy running around a session that was prescribed, where the day says how far or how long it is as a whole. */
const LEAST_AROUND_M = 1_000;
const LEAST_AROUND_S = 4 * 60;
/** And where it does not. */
const USUAL_AROUND_M = 3_000;

/**
 * Segments for a day that a coach changed: of the kind, as long, and with the session that the draft says, to the metre or to the
 * second.
 *
 * @throws PlanRefused `draft_session_too_long` where the session has no room in the day
 */
export function draftedWorkout(day: DraftDay, { brief, kit, week, date, usual_m }: DraftedIn): Segment[] {
  const { distance_m, duration_s, workout_type } = day;
  const amount: Amount =
    distance_m !== null ? { distance_m } : duration_s !== null ? { duration_s } : { distance_m: usual_m };
  switch (workout_type) {
    case 'easy-run':
      return easyRun(kit, amount);
    case 'long-run':
      return draftedLongRun(day, amount, { brief, kit, week, date, usual_m });
    case 'recovery-run':
      return recoveryRun(kit, amount);
    case 'strides':
      return draftedStrides(day, amount, { brief, kit, week, date, usual_m });
    case 'cross-training':
      return crossTraining(kit, duration_s ?? USUAL_OTHER_S);
    case 'strength':
      return strengthSession(kit, duration_s ?? USUAL_OTHER_S);
    case 'race':
      return draftedRace(day, brief, kit, date);
    default:
      return draftedSession(day, amount, { brief, kit, week, date, usual_m });
  }
}

/** The race of the goal is as long as it is, however it was rounded; any other as long as the draft says. */
function draftedRace({ distance_m }: DraftDay, brief: PlanBrief, kit: Kit, date: string): Segment[] {
  const { event, race_date } = brief.goal;
  const own = raceDistance(event);
  if (date !== race_date || event === 'general')
    return raceRun(kit, '10k', distance_m ?? EVENT_DISTANCE_M['10k']);
  return raceRun(kit, event, distance_m !== null && distance_m > own + 100 ? distance_m : own);
}

function draftedLongRun(day: DraftDay, amount: Amount, drafted: DraftedIn): Segment[] {
  const { brief, kit } = drafted;
  const end = writtenEnd(day.session, brief);
  const total_m = kit.measure(easyRun(kit, amount)).distance_m;
  if (end !== null && end.distance_m + LEAST_AROUND_M > total_m)
    throw tooLong(day, drafted, { day_m: total_m, least_m: end.distance_m + LEAST_AROUND_M });
  return longRun(kit, end === null ? amount : { distance_m: total_m }, brief.runner.experience_level, end);
}

function draftedStrides(day: DraftDay, amount: Amount, drafted: DraftedIn): Segment[] {
  if (!('distance_m' in amount)) return easyRun(drafted.kit, amount);
  const count = day.session?.strides ?? undefined;
  const least_m = LEAST_AROUND_M + stridesMetres(count ?? 0);
  if (count !== undefined && amount.distance_m < least_m)
    throw tooLong(day, drafted, { day_m: amount.distance_m, least_m });
  return stridesRun(drafted.kit, amount.distance_m, count);
}

type TooShort =
  | { readonly day_m: number; readonly least_m: number }
  | { readonly day_s: number; readonly least_s: number };

/** The day is shorter than what it is to hold. Which of both was meant only the coach knows. */
function tooLong({ words }: DraftDay, { week, date, brief }: DraftedIn, short: TooShort): PlanRefused {
  // Rounded up, so that a day that is made as long as the words say is long enough.
  const measures =
    'day_m' in short
      ? { day_m: short.day_m, least_m: roundUp(short.least_m, unitsOf(brief).tenth_m) }
      : { day_min: Math.floor(short.day_s / 60), least_min: Math.ceil(short.least_s / 60) };
  const { unit_system } = brief;
  return new PlanRefused([
    planFault('refined_draft', 'draft_session_too_long', {
      ...{ week_number: week.number, date, session: words, unit_system },
      ...measures,
    }),
  ]);
}

function roundUp(metres: number, step: number): number {
  return Math.ceil(metres / step) * step;
}

/** Exactly what the line prescribes, with easy running around it up to what the day has. */
function prescribed(session: DraftSession, day: DraftDay, drafted: DraftedIn): Segment[] {
  const { brief, kit } = drafted;
  const level = brief.runner.experience_level;
  const main = writtenMain(session, day.workout_type, brief, kit);
  if (day.distance_m === null && day.duration_s !== null) {
    const main_s = kit.measure(main.segments).duration_s;
    const least_s = main_s + LEAST_AROUND_S;
    if (least_s > day.duration_s) throw tooLong(day, drafted, { day_s: day.duration_s, least_s });
    return aroundInTime(main, day.duration_s, kit);
  }
  const total_m = day.distance_m ?? Math.max(drafted.usual_m, main.distance_m + USUAL_AROUND_M);
  const least_m = main.distance_m + LEAST_AROUND_M;
  if (least_m > total_m) throw tooLong(day, drafted, { day_m: total_m, least_m });
  return aroundMain(main, { level, total_m, least_m: 0 }, kit, total_m);
}

function draftedSession(day: DraftDay, amount: Amount, drafted: DraftedIn): Segment[] {
  const { brief, kit, week } = drafted;
  if (day.session !== undefined) return prescribed(day.session, day, drafted);
  const level = brief.runner.experience_level;
  const easy = kit.secondsAMetre('easy');
  const total_m = 'distance_m' in amount ? amount.distance_m : amount.duration_s / easy;
  const hardDays = Math.max(1, week.days.filter(({ role }) => role === 'quality').length);
  const room = {
    volume_m: week.volume_m,
    hard_s: Math.max(8 * 60, HARD_SHARE * week.volume_m * easy) / hardDays,
    total_m,
    share: 0.95,
    level,
  };
  const session = sessionOfType(
    day.workout_type,
    {
      numbers: brief,
      constraints: brief.constraints,
      seed: brief.seed,
      week,
      slot: 0,
      slots: 1,
      room,
      lately: [],
      taken: [],
    },
    kit,
  );
  const main = session?.main ?? shortMain(total_m, room, kit);
  if ('distance_m' in amount) return aroundMain(main, { level, total_m, least_m: 0 }, kit, total_m);
  return aroundInTime(main, amount.duration_s, kit);
}

/** Where no session fits: a third of it at threshold, as far as that is allowed. */
function shortMain(total_m: number, room: { volume_m: number; hard_s: number }, kit: Kit): Session['main'] {
  const metres = Math.floor(Math.min(total_m / 3, mostOf('threshold', room, kit)) / 100) * 100;
  const distance_m = Math.max(100, metres);
  return { segments: [kit.stretch('work', 'threshold', { distance_m }, 'threshold')], distance_m };
}

/** Running around a main part so that the whole takes so many seconds. */
function aroundInTime(main: Session['main'], duration_s: number, kit: Kit): Segment[] {
  const around = Math.max(120, duration_s - kit.measure(main.segments).duration_s);
  const warmup = Math.max(60, Math.round((around * 0.6) / 60) * 60);
  return [
    kit.stretch('warmup', 'easy', { duration_s: warmup }, 'warmup'),
    ...main.segments,
    kit.stretch('cooldown', 'easy', { duration_s: around - warmup }, 'cooldown'),
  ];
}
