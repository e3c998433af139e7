import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { EVENT_DISTANCE_M } from '../../../training/planning/brief.ts';
import type { DraftDay, DraftSession } from '../../../training/planning/draft.ts';
import type { Segment, Target } from '../../../training/planning/plan.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import type { ZoneName } from '../../../training/planning/zone-names.ts';
import { oneOfType } from '../../../training/sessions/choose-session.ts';
import { type MainPart, mostOf } from '../../../training/sessions/quality-session.ts';
import { type Amount, repeated, type SegmentBuilder } from '../../../training/sessions/segment-builder.ts';
import {
  crossTraining,
  easyRun,
  longRun,
  raceDistance,
  raceRun,
  recoveryRun,
  strengthSession,
  stridesRun,
} from '../../../training/sessions/steady-sessions.ts';
import {
  type DraftedIn,
  LEAST_AROUND_M,
  LEAST_AROUND_S,
  ownAround,
  tooLong,
  withAround,
} from './drafted-around.ts';
import { writtenEnd, writtenMain } from './written-session.ts';

/** The share of hard running in a week. */
const HARD_SHARE = 0.175;
const USUAL_OTHER_S = 40 * 60;

/**
 * The segments of a day that a coach changed: of its type, its size and with the session of the draft, to the metre or the second.
 *
 * @throws PlanRefused `draft_line` where the session has no room in the day
 */
export function draftedWorkout(day: DraftDay, drafted: DraftedIn): Segment[] {
  const { brief, builder, date, usual_m } = drafted;
  const { distance_m, duration_s, workout_type, session } = day;
  const amount: Amount =
    distance_m !== null ? { distance_m } : duration_s !== null ? { duration_s } : { distance_m: usual_m };
  if (session?.faster_each !== undefined && isRunning(workout_type) && workout_type !== 'race')
    return progression(session, amount, builder);
  switch (workout_type) {
    case 'easy-run':
      return steadyRun(day, amount, drafted, () => easyRun(builder, amount));
    case 'long-run':
      return steadyRun(day, amount, drafted, () => longRun(builder, amount, brief.runner.experience_level));
    case 'recovery-run':
      return steadyRun(day, amount, drafted, () => recoveryRun(builder, amount));
    case 'strides':
      return steadyRun(day, amount, drafted, () =>
        'distance_m' in amount ? stridesRun(builder, amount.distance_m) : easyRun(builder, amount),
      );
    case 'cross-training':
      return withTarget(crossTraining(builder, duration_s ?? USUAL_OTHER_S), session?.target);
    case 'strength':
      return withTarget(strengthSession(builder, duration_s ?? USUAL_OTHER_S), session?.target);
    case 'race':
      return withTarget(draftedRace(day, brief, builder, date), session?.target);
    default:
      return draftedSession(day, amount, drafted);
  }
}

/** The goal race has its own length despite rounding in the draft; any other race has that of the draft. */
function draftedRace(
  { distance_m }: DraftDay,
  brief: PlanBrief,
  builder: SegmentBuilder,
  date: string,
): Segment[] {
  const { event, race_date } = brief.goal;
  const own = raceDistance(event);
  if (date !== race_date || event === 'general')
    return raceRun(builder, '10k', distance_m ?? EVENT_DISTANCE_M['10k']);
  return raceRun(builder, event, distance_m !== null && distance_m > own + 100 ? distance_m : own);
}

/** An easy run with the additions of its line: a faster stretch, strides or sprints, a warm-up of its own, a target. */
function steadyRun(
  day: DraftDay,
  amount: Amount,
  drafted: DraftedIn,
  usual: () => readonly Segment[],
): Segment[] {
  const { session, workout_type } = day;
  const { brief, builder } = drafted;
  if (session === undefined) return [...usual()];
  const hasMain = session.parts.length > 0 || session.strides !== null;
  const sprints = session.sprints === undefined ? [] : sprintsOf(session.sprints, builder);
  if (!hasMain) return [...around(withTarget(usual(), session.target), session, builder), ...sprints];
  const end = workout_type === 'long-run' ? writtenEnd(session, brief) : null;
  const total_m = builder.measure(easyRun(builder, amount)).distance_m;
  if (end !== null) {
    if (end.distance_m + LEAST_AROUND_M > total_m)
      throw tooLong(day, drafted, { least_m: end.distance_m + LEAST_AROUND_M });
    const level = brief.runner.experience_level;
    const fast = { zone: end.zone, amount: { distance_m: end.distance_m } };
    return [...longRun(builder, { distance_m: total_m }, level, fast), ...sprints];
  }
  const main = writtenMain(session, workout_type, brief, builder);
  const segments = withTarget(main.segments, session.target);
  const { distance_m, duration_s } = builder.measure(segments);
  const zone = workout_type === 'recovery-run' ? 'recovery' : 'easy';
  const before =
    'distance_m' in amount
      ? { distance_m: amount.distance_m - distance_m }
      : { duration_s: amount.duration_s - duration_s };
  if ('distance_m' in before && before.distance_m < LEAST_AROUND_M)
    throw tooLong(day, drafted, { least_m: distance_m + LEAST_AROUND_M });
  if ('duration_s' in before && before.duration_s < LEAST_AROUND_S)
    throw tooLong(day, drafted, { least_s: duration_s + LEAST_AROUND_S });
  return [
    ...around([builder.stretch('work', zone, before, 'easy')], session, builder),
    ...segments,
    ...sprints,
  ];
}

/** Takes warming up and cooling down out of the easy running, where the line prescribes them and there is room. */
function around(easy: readonly Segment[], session: DraftSession, builder: SegmentBuilder): Segment[] {
  const [only, ...others] = easy;
  const { before, after } = ownAround(session, builder);
  const aside_m = builder.measure([...before, ...after]).distance_m;
  if (aside_m === 0 || only === undefined || only.distance_m === undefined || only.distance_m <= aside_m)
    return [...easy];
  return [...before, { ...only, distance_m: only.distance_m - aside_m }, ...others, ...after];
}

const SPRINT_REST_S = 90;

/** Short sprints on the flat or uphill, with full rests. */
function sprintsOf(
  { times, amount, uphill }: NonNullable<DraftSession['sprints']>,
  builder: SegmentBuilder,
): Segment[] {
  const work = uphill
    ? builder.byEffort('work', [9, 10], amount, 'hills')
    : builder.stretch('work', 'repetition', amount, 'strides');
  const rest = { duration_s: SPRINT_REST_S };
  return [
    repeated(times, [
      work,
      builder.stretch('recovery', 'recovery', rest, uphill ? 'hills_down' : 'recovery_jog'),
    ]),
  ];
}

const FASTER: readonly ZoneName[] = ['easy', 'marathon', 'half_marathon', 'threshold'];
const MOST_STEPS = 20;

function progression(
  { faster_each, target }: DraftSession,
  amount: Amount,
  builder: SegmentBuilder,
): Segment[] {
  const byDistance = 'distance_m' in amount;
  const whole = byDistance ? amount.distance_m : amount.duration_s;
  const isThird = faster_each === undefined || faster_each === 'third';
  const part = isThird ? null : builder.measure([builder.stretch('work', 'marathon', faster_each)]);
  const each = part === null ? whole / 3 : byDistance ? part.distance_m : part.duration_s;
  const steps = Math.max(2, Math.min(MOST_STEPS, Math.round(whole / Math.max(1, each))));
  const step = Math.round(whole / steps);
  return Array.from({ length: steps }, (_, index): Segment => {
    const zone = FASTER[Math.round((index * (FASTER.length - 1)) / (steps - 1))] ?? 'easy';
    const own = index === steps - 1 ? whole - step * (steps - 1) : step;
    const segment = builder.stretch('work', zone, byDistance ? { distance_m: own } : { duration_s: own });
    return index === steps - 1 && target !== undefined ? { ...segment, target } : segment;
  });
}

function withTarget(segments: readonly Segment[], target: Target | undefined): Segment[] {
  if (target === undefined) return [...segments];
  return segments.map((segment) => {
    const { repeat, kind } = segment;
    if (repeat !== undefined)
      return { ...segment, repeat: { ...repeat, segments: withTarget(repeat.segments, target) } };
    return kind === 'work' ? { ...segment, target } : segment;
  });
}

function draftedSession(day: DraftDay, amount: Amount, drafted: DraftedIn): Segment[] {
  const { brief, builder } = drafted;
  const { session } = day;
  if (session !== undefined && session.parts.length > 0) {
    const written = writtenMain(session, day.workout_type, brief, builder);
    const segments = withTarget(written.segments, session.target);
    const main = { segments, distance_m: builder.measure(segments).distance_m };
    return withAround(main, { day, session, drafted, least_m: main.distance_m + LEAST_AROUND_M });
  }
  const main = usualMain(day, amount, drafted);
  const segments = withTarget(main.segments, session?.target);
  return withAround(
    { segments, distance_m: builder.measure(segments).distance_m },
    { day: 'distance_m' in amount ? { ...day, ...amount } : day, session, drafted, least_m: 0 },
  );
}

function usualMain(day: DraftDay, amount: Amount, { brief, builder, week }: DraftedIn): MainPart {
  const level = brief.runner.experience_level;
  const easy = builder.secondsAMetre('easy');
  const total_m = 'distance_m' in amount ? amount.distance_m : amount.duration_s / easy;
  const hardDays = Math.max(1, week.days.filter(({ role }) => role === 'quality').length);
  const hard_s = Math.max(8 * 60, HARD_SHARE * week.volume_m * easy) / hardDays;
  const room = { usual_m: week.volume_m, hard_s, total_m, share: 0.95, level };
  const asked = { numbers: brief, seed: brief.seed, week, phase: week.phase, place: 0, hard_days: 1, room };
  const any = { ...asked, lately: [], isOut: () => false, fits: () => true };
  const session = oneOfType(day.workout_type, any, builder);
  return session?.main ?? shortMain(total_m, room, builder);
}

/** Where no session fits, a third of the run is at threshold, as far as that is allowed. */
function shortMain(
  total_m: number,
  room: { usual_m: number; hard_s: number },
  builder: SegmentBuilder,
): MainPart {
  const metres = Math.floor(Math.min(total_m / 3, mostOf('threshold', room, builder)) / 100) * 100;
  const distance_m = Math.max(100, metres);
  return { segments: [builder.stretch('work', 'threshold', { distance_m }, 'threshold')], distance_m };
}
