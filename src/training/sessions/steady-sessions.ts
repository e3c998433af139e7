import { EVENT_DISTANCE_M, type GoalEvent } from '../planning/brief.ts';
import type { ExperienceLevel, Segment } from '../planning/plan.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import { RACE_ZONE } from './recipes.ts';
import { type Amount, repeated, type SegmentBuilder } from './segment-builder.ts';

const STRIDE_M = 100;
/** Including the jogging after each they make a kilometre. */
const STRIDES = 5;
export const STRIDES_M = STRIDES * 2 * STRIDE_M;

export function easyRun(builder: SegmentBuilder, amount: Amount): Segment[] {
  return [builder.stretch('work', 'easy', amount, 'easy')];
}

export function shakeout(builder: SegmentBuilder, amount: Amount): Segment[] {
  return [builder.stretch('work', 'easy', amount, 'shakeout')];
}

export function recoveryRun(builder: SegmentBuilder, amount: Amount): Segment[] {
  return [builder.stretch('work', 'recovery', amount, 'recovery_run')];
}

/** From this time on a note speaks of fuel. */
const FUEL_FROM_S = 90 * 60;

/** The share at the end of a varied long run that is a little livelier. */
const LIVELIER = 0.3;

/**
 * A long run. Its last stretch is at the zone of `fast`; without one it is a little livelier, but still easy, where the run is `varied`.
 */
export function longRun(
  builder: SegmentBuilder,
  amount: Amount,
  level: ExperienceLevel,
  fast: { readonly zone: ZoneName; readonly amount: Amount } | null = null,
  varied = false,
): Segment[] {
  const { duration_s } = builder.measure([builder.stretch('work', 'easy', amount)]);
  const note =
    duration_s >= FUEL_FROM_S ? 'long_run_fuel' : level === 'beginner' ? 'walk_breaks' : 'long_run';
  if (!('distance_m' in amount)) return [builder.stretch('work', 'easy', amount, note)];
  const whole_m = Math.round(amount.distance_m);
  const { whole_m: unit_m, half_m, tenth_m } = builder.units;
  if (fast === null) {
    const step = whole_m >= 3 * unit_m ? half_m : tenth_m;
    const end_m = varied ? Math.round(Math.round((whole_m * LIVELIER) / step) * step) : 0;
    const start = builder.stretch('work', 'easy', { distance_m: whole_m - end_m }, note);
    return end_m === 0
      ? [start]
      : [start, builder.stretch('work', 'easy', { distance_m: end_m }, 'livelier')];
  }
  const end = builder.stretch('work', fast.zone, fast.amount, 'race_pace');
  const end_m = builder.measure([end]).distance_m;
  const cooldown_m = whole_m - end_m >= 6_000 ? Math.round(varied ? 2 * unit_m : unit_m) : 0;
  const exact_m = whole_m - end_m - cooldown_m;
  return [
    builder.stretch('work', 'easy', { distance_m: exact_m }, note),
    end,
    ...(cooldown_m === 0
      ? []
      : [builder.stretch('cooldown', 'easy', { distance_m: cooldown_m }, 'cooldown')]),
  ];
}

/** An easy run with strides at its end; without `wanted` as many as fit, and none in the shortest runs. */
export function stridesRun(builder: SegmentBuilder, distance_m: number, wanted?: number): Segment[] {
  const count = wanted ?? Math.min(STRIDES, Math.floor(distance_m / 2 / (2 * STRIDE_M)));
  if (count < 2) return easyRun(builder, { distance_m });
  return [
    builder.stretch('work', 'easy', { distance_m: distance_m - stridesMetres(count) }, 'easy'),
    strides(builder, count),
  ];
}

export function strides(builder: SegmentBuilder, count: number): Segment {
  return repeated(count, [
    builder.stretch('work', 'repetition', { distance_m: STRIDE_M }, 'strides'),
    builder.stretch('recovery', 'recovery', { distance_m: STRIDE_M }),
  ]);
}

function stridesMetres(count: number): number {
  return count * 2 * STRIDE_M;
}

export function crossTraining(builder: SegmentBuilder, duration_s: number): Segment[] {
  return [builder.byEffort('work', [2, 4], { duration_s }, 'cross_training')];
}

export function strengthSession(builder: SegmentBuilder, duration_s: number): Segment[] {
  return [builder.byEffort('work', [4, 6], { duration_s }, 'strength')];
}

export function raceRun(builder: SegmentBuilder, event: GoalEvent, distance_m: number): Segment[] {
  const zone = event === 'general' ? '10k' : RACE_ZONE[event];
  return [builder.stretch('work', zone, { distance_m }, 'race_day')];
}

export function raceDistance(event: GoalEvent): number {
  return Math.round(event === 'general' ? EVENT_DISTANCE_M['10k'] : EVENT_DISTANCE_M[event]);
}
