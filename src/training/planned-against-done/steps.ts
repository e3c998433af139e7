import { isHardZone, zoneOfStretch } from '../planning/intensity.ts';
import { type PlanPaces, pacesOf, type Runner, targetOf } from '../planning/paces.ts';
import type { StepKind, TARGET_TYPES } from '../planning/plan.ts';
import { isZoneName, type ZoneName } from '../planning/zone-names.ts';
import type { WorkoutType } from '../workout-types.ts';

/** A planned workout as an audience sees it; members that are hidden from it are absent. */
export type PlannedSession = {
  readonly workout_type: WorkoutType;
  readonly segments: readonly PlannedSegment[];
};

export type PlannedSegment = {
  readonly kind: StepKind | 'repeat';
  readonly duration_s?: number | undefined;
  readonly distance_m?: number | undefined;
  readonly target?: PlannedTarget | undefined;
  readonly repeat?: { readonly times: number; readonly segments: readonly PlannedSegment[] } | undefined;
};

type PlannedTarget = {
  readonly type: (typeof TARGET_TYPES)[number];
  /** Absent where hidden; null is an open end. */
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly zone?: string | null | undefined;
};

/** The range that the athlete should keep to: seconds a kilometre, or beats a minute. Null is an open end. */
export type Bounds = {
  readonly type: 'pace' | 'heart_rate';
  readonly min: number | null;
  readonly max: number | null;
};

export type Step = {
  readonly kind: StepKind;
  /** Seconds or metres, whichever is prescribed; null for the other one, and where neither is visible. */
  readonly duration_s: number | null;
  readonly distance_m: number | null;
  readonly target: PlannedTarget | null;
  /** The bounds with which measured numbers are compared; null where there are none. */
  readonly judged_by: Bounds | null;
  readonly zone: ZoneName;
  readonly is_hard: boolean;
  /** The number of the step among the repetitions of the innermost repeat; null outside of repeats. */
  readonly repetition: { readonly number: number; readonly of: number } | null;
  /** The approximate time and distance where one of them is prescribed: by the step's own pace, else by a pace of its zone. */
  readonly about: { readonly duration_s: number; readonly distance_m: number } | null;
  /** The speed in metres a second that the step asks for; null where it names no pace. */
  readonly speed_mps: number | null;
  /** The step's speed for comparing steps, in metres a second; the same runner is assumed for all steps. */
  readonly relative_mps: number;
};

/** A workout with more steps is not compared: pairing costs the product of steps and laps. */
export const MAX_STEPS = 200;
/** A runner of whom nothing is known, for estimating the metres of minutes in a zone. */
const NOBODY: Runner = { paces: null, heart_rates: null, experience_level: 'intermediate' };

/**
 * The steps of a workout in order, with repeats expanded.
 *
 * @param runner what may be known of the athlete's own zones, by which efforts are judged
 * @returns null for a workout of more than `MAX_STEPS`
 */
export function stepsOf(
  session: PlannedSession,
  runner: Pick<Runner, 'paces' | 'heart_rates'>,
): Step[] | null {
  const own: Runner = { ...NOBODY, ...runner };
  const steps: Step[] = [];
  const isOver = !addSteps(steps, session, { segments: session.segments, repetition: null }, own);
  return isOver ? null : steps;
}

function addSteps(
  steps: Step[],
  session: PlannedSession,
  of: { readonly segments: readonly PlannedSegment[]; readonly repetition: Step['repetition'] },
  runner: Runner,
): boolean {
  return of.segments.every((segment) => {
    const { kind, repeat } = segment;
    if (repeat === undefined) {
      if (kind !== 'repeat') steps.push(stepOf(session, { ...segment, kind }, of.repetition, runner));
      return steps.length <= MAX_STEPS;
    }
    for (let number = 1; number <= repeat.times; number += 1) {
      const repetition = { number, of: repeat.times };
      if (!addSteps(steps, session, { segments: repeat.segments, repetition }, runner)) return false;
    }
    return true;
  });
}

function stepOf(
  { workout_type }: PlannedSession,
  segment: PlannedSegment & { readonly kind: StepKind },
  repetition: Step['repetition'],
  runner: Runner,
): Step {
  const { kind, duration_s = null, distance_m = null, target = null } = segment;
  const bounds = target && { type: target.type, min: target.min ?? null, max: target.max ?? null };
  const zone = zoneOfStretch(
    {
      kind,
      ...(duration_s === null ? {} : { duration_s }),
      ...(distance_m === null ? {} : { distance_m }),
      ...(target === null || bounds === null ? {} : { target: { ...bounds, zone: target.zone ?? null } }),
    },
    workout_type,
    runner,
  );
  const judged_by = boundsOf(target, workout_type, runner);
  const pace = judged_by?.type === 'pace' ? middleOf(judged_by) : null;
  const relative_mps = 1_000 / (pace ?? middleOfZone(pacesOf(runner), zone));
  return {
    kind,
    duration_s,
    distance_m,
    target,
    judged_by,
    zone,
    is_hard: isHardZone(zone),
    repetition,
    about: aboutOf({ duration_s, distance_m }, relative_mps),
    speed_mps: pace === null ? null : 1_000 / pace,
    relative_mps,
  };
}

/** An effort is judged by the athlete's own pace or heart rate for its zone. Uphill a pace cannot judge it. */
function boundsOf(target: PlannedTarget | null, type: WorkoutType, runner: Runner): Bounds | null {
  if (target === null) return null;
  const { type: by, min = null, max = null, zone = null } = target;
  if (by !== 'effort') return min === null && max === null ? null : { type: by, min, max };
  if (type === 'hills' || !isZoneName(zone)) return null;
  const own = targetOf(zone, runner);
  return own.type === 'effort' ? null : { type: own.type, min: own.min, max: own.max };
}

function middleOf({ min, max }: Bounds): number | null {
  if (min === null || max === null) return min ?? max;
  return (min + max) / 2;
}

function middleOfZone({ zones }: PlanPaces, zone: ZoneName): number {
  return (zones[zone].min + zones[zone].max) / 2;
}

function aboutOf(
  { duration_s, distance_m }: Pick<Step, 'duration_s' | 'distance_m'>,
  speed_mps: number,
): Step['about'] {
  if (distance_m !== null) return { distance_m, duration_s: distance_m / speed_mps };
  return duration_s === null ? null : { duration_s, distance_m: duration_s * speed_mps };
}
