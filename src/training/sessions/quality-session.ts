import { sessionCap } from '../planning/check-intensity.ts';
import { CAP_OF_ZONE } from '../planning/limits.ts';
import type { ExperienceLevel, Segment } from '../planning/plan.ts';
import { roundDown } from '../planning/weekly-volumes.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import type { NoteKey } from './plan-words.ts';
import type { Recipe } from './recipes.ts';
import { repeated, type SegmentBuilder } from './segment-builder.ts';
import { repetitionIn } from './units.ts';

export type Room = {
  /** Metres of the usual week, of which caps are shares. */
  readonly usual_m: number;
  /** Seconds at marathon pace and faster. */
  readonly hard_s: number;
  /** Metres of the whole session. */
  readonly total_m: number;
  /** The used share of the room, from 0 to 1. */
  readonly share: number;
  readonly level: ExperienceLevel;
};

export type MainPart = { readonly segments: readonly Segment[]; readonly distance_m: number };

/** The least metres of warming up and cooling down together. */
export const LEAST_AROUND_M = 1_600;

const NOTES: Readonly<Partial<Record<ZoneName, NoteKey>>> = {
  threshold: 'threshold',
  interval: 'intervals',
  repetition: 'repetitions',
};

/** As much of a recipe as there is room for; null where that is too little for the recipe. */
export function mainPart(recipe: Recipe, room: Room, builder: SegmentBuilder): MainPart | null {
  const allowed_m = mostOf(recipe.zone, room, builder);
  // The smallest form of a recipe may use all of the room: in the week of a race a little hard running is better than none.
  const most_m = Math.max(allowed_m * room.share, Math.min(allowed_m, leastOf(recipe)));
  const space_m = room.total_m - LEAST_AROUND_M;
  const pace = builder.secondsAMetre(recipe.zone);
  if (recipe.form === 'reps') {
    const { jog_m, times, zone, type, most_s } = recipe;
    const work_m = repetitionIn(builder.units, recipe.work_m);
    if (work_m * pace > most_s) return null;
    const count = Math.min(times[1], Math.floor(most_m / work_m), Math.floor(space_m / (work_m + jog_m)));
    if (count < times[0]) return null;
    const note = type === 'race-pace' ? 'race_pace' : NOTES[zone];
    return measured(builder, [
      repeated(count, [
        builder.stretch('work', zone, { distance_m: work_m }, note),
        builder.stretch('recovery', 'recovery', { distance_m: jog_m }, 'recovery_jog'),
      ]),
    ]);
  }
  if (recipe.form === 'steady') {
    const { zone, type, work_m, most_s } = recipe;
    const step = work_m[0] >= 3_000 ? builder.units.whole_m : builder.units.half_m;
    const metres = Math.floor(Math.min(work_m[1], most_m, space_m, most_s / pace) / step) * step;
    if (metres < work_m[0] - step / 4) return null;
    const note = type === 'race-pace' ? 'race_pace' : NOTES[zone];
    return measured(builder, [builder.stretch('work', zone, { distance_m: metres }, note)]);
  }
  return timedPart(recipe, most_m, space_m, builder);
}

/** The least metres of a recipe; 0 for recipes by time, whose metres are not known yet. */
function leastOf(recipe: Recipe): number {
  if (recipe.form === 'reps') return recipe.times[0] * recipe.work_m;
  return recipe.form === 'steady' ? recipe.work_m[0] : 0;
}

function timedPart(
  recipe: Extract<Recipe, { form: 'timed' }>,
  most_m: number,
  space_m: number,
  builder: SegmentBuilder,
): MainPart | null {
  const { type, zone, pairs, times } = recipe;
  const uphill = type === 'hills';
  const once = pairs.flatMap(([hard_s, easy_s]) => [
    // Paces of the flat do not apply uphill.
    uphill
      ? builder.byEffort('work', [8, 9], { duration_s: hard_s }, 'hills')
      : builder.stretch('work', zone, { duration_s: hard_s }, 'fartlek'),
    builder.stretch('recovery', 'recovery', { duration_s: easy_s }, uphill ? 'hills_down' : 'recovery_jog'),
  ]);
  const hardOnce_m = builder.measure(once.filter(({ kind }) => kind === 'work')).distance_m;
  const metres = builder.measure(once).distance_m;
  const hardOnce_s = pairs.reduce((sum, [hard_s]) => sum + hard_s, 0);
  const count = Math.min(
    times[1],
    Math.floor(most_m / hardOnce_m),
    Math.floor(space_m / metres),
    Math.floor((most_m * builder.secondsAMetre(zone)) / hardOnce_s),
  );
  if (count < times[0]) return null;
  return measured(builder, count === 1 ? once : [repeated(count, once)]);
}

function measured(builder: SegmentBuilder, segments: readonly Segment[]): MainPart {
  return { segments, distance_m: builder.measure(segments).distance_m };
}

/** The most metres of an intensity, by its cap in this week and by the time for hard running. */
export function mostOf(
  zone: ZoneName,
  { usual_m, hard_s }: Pick<Room, 'usual_m' | 'hard_s'>,
  builder: SegmentBuilder,
): number {
  const cap = CAP_OF_ZONE[zone];
  const byTime = hard_s / builder.secondsAMetre(zone);
  return cap === undefined ? byTime : Math.min(byTime, sessionCap(cap, usual_m));
}

const USUAL_AROUND_M: Readonly<Record<ExperienceLevel, readonly [number, number]>> = {
  beginner: [1_500, 1_000],
  intermediate: [2_000, 1_500],
  advanced: [3_000, 2_000],
};

/**
 * A session with easy running around its main part. With `exact_m` the whole has exactly these metres; else it is rounded to the half
 * kilometre, as far as the main part is in metres.
 */
export function aroundMain(
  main: MainPart,
  { level, total_m, least_m }: Pick<Room, 'level' | 'total_m'> & { readonly least_m: number },
  builder: SegmentBuilder,
  exact_m?: number,
): Segment[] {
  const [before, after] = USUAL_AROUND_M[level];
  const most = Math.max(LEAST_AROUND_M, total_m - main.distance_m);
  // In a large week the session gets more easy running around it, so that it is not by far the shortest run.
  const usual = Math.max(before + after, Math.min(least_m - main.distance_m, 1.8 * (before + after)));
  const around =
    exact_m === undefined
      ? roundedAround(main.distance_m, Math.min(most, usual), builder)
      : Math.round(exact_m) - main.distance_m;
  const share = before / (before + after);
  const { half_m } = builder.units;
  const warmup =
    around < 1_000
      ? Math.round((around * share) / 100) * 100
      : Math.round(Math.max(1, Math.round((around * share) / half_m - 0.2)) * half_m);
  // Both are whole steps, so the second one takes the rounding to the metre.
  const rest = around - warmup;
  const steps_m = Math.round(Math.round(rest / half_m) * half_m);
  const cooldown = exact_m === undefined && Math.abs(rest - steps_m) <= 1 ? steps_m : rest;
  return [
    builder.stretch('warmup', 'easy', { distance_m: warmup }, 'warmup'),
    ...main.segments,
    builder.stretch('cooldown', 'easy', { distance_m: cooldown }, 'cooldown'),
  ];
}

/**
 * The metres around the main part with which the whole is in half kilometres, or in hundreds of metres where that is not possible. In
 * miles the main part may be metric; then the part around it is in half miles.
 */
function roundedAround(main_m: number, around: number, { units }: SegmentBuilder): number {
  const { whole_m, half_m } = units;
  if (whole_m !== 1_000) return Math.round(Math.max(whole_m, roundDown(around, half_m)));
  const down = Math.floor((main_m + around) / 500) * 500 - main_m;
  if (main_m % 100 === 0 && down >= LEAST_AROUND_M - 300) return down;
  return Math.max(LEAST_AROUND_M - 200, Math.floor(around / 100) * 100);
}
