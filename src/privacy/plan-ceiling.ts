import type { Audience } from './audience.ts';
import {
  PLAN_FACETS,
  PLAN_FIELDS,
  PLAN_SEGMENT_FIELDS,
  PLAN_TARGET_FIELDS,
  PLAN_WEEK_FIELDS,
  PLAN_WORKOUT_FIELDS,
  type PlanFacet,
  type PlanField,
  type PlanSegmentField,
  type PlanTargetField,
  type PlanWeekField,
  type PlanWorkoutField,
} from './fields.ts';
import { allOn, namesOf, pick, type Split, split } from './mask.ts';
import type { PrivacySettings } from './settings.ts';

/** What one audience may see of one athlete's plans: the same for every one of them. */
export type PlanCeiling = {
  readonly visible: boolean;
  readonly fields: Split<PlanField>;
  readonly week_fields: Split<PlanWeekField>;
  readonly workout_fields: Split<PlanWorkoutField>;
  readonly segment_fields: Split<PlanSegmentField>;
  readonly target_fields: Split<PlanTargetField>;
  /** Whether what is computed from the athlete's zones shows. */
  readonly shows_computed: boolean;
  /** The hidden fields by path (`workouts.segments.note`), sorted; the same for all plans of the athlete. */
  readonly privacy_filtered: readonly string[];
};

/**
 * The ceiling over plans. Pure; turning a setting off never shows more.
 *
 * `share_activity_with_coach` is not asked: a plan holds nothing that the athlete did, and its coach wrote it.
 */
export function planCeiling(input: { settings: PrivacySettings; audience: Audience }): PlanCeiling {
  const { settings, audience } = input;
  const visible = audience !== 'public';
  const opens = (facet: PlanFacet): boolean =>
    visible && (audience === 'self' || allOn(settings, PLAN_FACETS[facet]));
  const shows: Readonly<Record<PlanFacet, boolean>> = { plain: opens('plain'), computed: opens('computed') };
  const parted = <Name extends string>(table: Readonly<Record<Name, PlanFacet>>): Split<Name> =>
    split(namesOf(table), (name) => shows[table[name]]);
  const fields = parted(PLAN_FIELDS);
  const week_fields = parted(PLAN_WEEK_FIELDS);
  const workout_fields = parted(PLAN_WORKOUT_FIELDS);
  const segment_fields = parted(PLAN_SEGMENT_FIELDS);
  const target_fields = parted(PLAN_TARGET_FIELDS);
  const under = (path: string, { hidden }: Split<string>) => hidden.map((name) => `${path}.${name}`);
  return {
    visible,
    fields,
    week_fields,
    workout_fields,
    segment_fields,
    target_fields,
    shows_computed: shows.computed,
    privacy_filtered: [
      ...fields.hidden,
      ...under('weekly_info', week_fields),
      ...under('workouts', workout_fields),
      ...under('workouts.segments', segment_fields),
      ...under('workouts.segments.target', target_fields),
    ].sort(),
  };
}

/** A whole plan. Values other than those the rules read are not looked at; what a segment has none of is absent. */
export type Plan = Readonly<Record<PlanField, unknown>> & {
  readonly weekly_info: Readonly<Record<string, PlanWeek>>;
  readonly workouts: readonly PlanWorkout[];
};
type PlanWeek = Members<PlanWeekField>;
type PlanWorkout = Members<PlanWorkoutField> & { readonly segments: readonly PlanSegment[] };
type PlanSegment = Members<PlanSegmentField> & {
  readonly target?: PlanTarget | undefined;
  readonly repeat?: { readonly times: unknown; readonly segments: readonly PlanSegment[] } | undefined;
};
type PlanTarget = Members<PlanTargetField>;
type Members<Name extends string> = { readonly [N in Name]?: unknown };

/** A member that `fields.ts` does not classify is a compile error here, and at run time shown to nobody. */
type Classified<P> = { readonly [Name in Exclude<keyof P, PlanField>]: never };

type Thinned<T> = T extends readonly (infer Element)[]
  ? Thinned<Element>[]
  : T extends string
    ? T
    : T extends object
      ? { [Name in keyof T]?: Thinned<T[Name]> }
      : T;

/**
 * The plan as the ceiling's audience sees it: a new object without the hidden members, or null if it is not seen at all,
 * which callers answer exactly as if it did not exist.
 */
export function viewPlan<P extends Plan>(
  ceiling: PlanCeiling,
  plan: P & Classified<P>,
): { plan: Thinned<P>; privacy_filtered: readonly string[] } | null {
  if (!ceiling.visible) return null;
  const weeks = Object.entries(plan.weekly_info).map(([number, week]) => [
    number,
    pick(week, ceiling.week_fields.shown),
  ]);
  const parts = {
    weekly_info: Object.fromEntries(weeks),
    workouts: plan.workouts.map((workout) => viewWorkout(ceiling, workout)),
  };
  const view = pick({ ...plan, ...parts }, ceiling.fields.shown) as Thinned<P>;
  return { plan: view, privacy_filtered: ceiling.privacy_filtered };
}

function viewWorkout(ceiling: PlanCeiling, workout: PlanWorkout): Partial<PlanWorkout> {
  const segments = workout.segments.map((segment) => viewSegment(ceiling, segment));
  return pick({ ...workout, segments }, ceiling.workout_fields.shown);
}

function viewSegment(ceiling: PlanCeiling, segment: PlanSegment): PlanSegment {
  const { target, repeat } = segment;
  const parts = {
    ...(target === undefined ? {} : { target: viewTarget(ceiling, target) }),
    ...(repeat === undefined ? {} : { repeat: viewRepeat(ceiling, repeat) }),
  };
  return pick({ ...segment, ...parts }, shownOfSegment(ceiling, segment));
}

const MEASURES: readonly PlanSegmentField[] = ['duration_s', 'distance_m'];

/** Of a segment that has time and distance one is prescribed and the other follows from the pace: who knows which? */
function shownOfSegment(ceiling: PlanCeiling, segment: PlanSegment): readonly PlanSegmentField[] {
  const { shown } = ceiling.segment_fields;
  const hasBoth = MEASURES.every((name) => segment[name] !== undefined && segment[name] !== null);
  return ceiling.shows_computed || !hasBoth ? shown : shown.filter((name) => !MEASURES.includes(name));
}

function viewRepeat(ceiling: PlanCeiling, { times, segments }: NonNullable<PlanSegment['repeat']>) {
  return { times, segments: segments.map((segment) => viewSegment(ceiling, segment)) };
}

const TARGET_NAMES = namesOf(PLAN_TARGET_FIELDS);

/** Only of an effort, which is felt and the same scale for everybody, the numbers are not the athlete's. */
function viewTarget(ceiling: PlanCeiling, target: PlanTarget): PlanTarget {
  return pick(target, target.type === 'effort' ? TARGET_NAMES : ceiling.target_fields.shown);
}
