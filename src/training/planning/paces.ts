import { FITNESS_SOURCES } from '../recent-fitness.ts';
import { raceTime } from '../vdot.ts';
import { trainingPaces, ZONE_LIMITS } from '../zones.ts';
import type { ExperienceLevel, Target } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

export type PaceRange = { readonly min: number; readonly max: number };

/** A runner's paces for each intensity, and the VDOT, in ml/(kg·min), from which they follow. */
export type PlanPaces = { readonly vdot: number; readonly zones: Readonly<Record<ZoneName, PaceRange>> };

/**
 * The VDOTs for computing sums when the pace is not known: the middle of what coaches call these levels. By Daniels' table such runners
 * race 5 km in 28:50, 23:09 and 19:17.
 */
export const VDOT_OF_LEVEL: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 32.5,
  intermediate: 42,
  advanced: 52,
};

/** The tolerance around an exact pace in both directions, about what a watch shows. */
const TOLERANCE = 0.015;
/** The slow end of recovery as a multiple of that of easy: recovery has no slow limit, but sums need a number. */
const RECOVERY_SLOWER = 1.08;

/** The recovery pace that belongs to an easy pace: it begins where easy ends. */
export function recoveryPace(easy: PaceRange): PaceRange {
  return { min: easy.max, max: Math.round(easy.max * RECOVERY_SLOWER) };
}

/**
 * The pace ranges of all intensities.
 *
 * @param vdot ml/(kg·min), within `ZONE_LIMITS`
 * @throws RangeError when it is out of range
 */
export function planPaces(vdot: number): PlanPaces {
  const { easy: run, marathon, threshold, interval, repetition } = trainingPaces(vdot);
  const easy = { min: run.min_s_per_km, max: run.max_s_per_km };
  const about = (pace: number): PaceRange => ({
    min: Math.round(pace * (1 - TOLERANCE)),
    max: Math.round(pace * (1 + TOLERANCE)),
  });
  const raced = (distance_m: number): PaceRange => about(raceTime(vdot, distance_m) / (distance_m / 1_000));
  return {
    vdot,
    zones: {
      recovery: recoveryPace(easy),
      easy,
      marathon: about(marathon),
      half_marathon: raced(21_097.5),
      threshold: about(threshold),
      '10k': raced(10_000),
      interval: about(interval),
      repetition: about(repetition),
    },
  };
}

/** Clamps a VDOT to the limits within which paces exist. */
export function soundVdot(vdot: number): number {
  return Math.min(ZONE_LIMITS.vdot.maximum, Math.max(ZONE_LIMITS.vdot.minimum, vdot));
}

export const PACE_SOURCES = ['zones', ...FITNESS_SOURCES, 'level'] as const;
export type PaceSource = (typeof PACE_SOURCES)[number];

/** Perceived exertion from 1 to 10 (Borg CR10) for each intensity. */
const EFFORT_OF_ZONE: Readonly<Record<ZoneName, { readonly min: number; readonly max: number }>> = {
  recovery: { min: 1, max: 2 },
  easy: { min: 2, max: 4 },
  marathon: { min: 5, max: 6 },
  half_marathon: { min: 6, max: 7 },
  threshold: { min: 6, max: 7 },
  '10k': { min: 7, max: 8 },
  interval: { min: 8, max: 9 },
  repetition: { min: 8, max: 9 },
};

/** Beats a minute, both ends inclusive, for the intensities that are controlled by heart rate. */
export type PlanHeartRates = Readonly<
  Partial<Record<ZoneName, { readonly min: number; readonly max: number }>>
>;

/** What is known of a plan's runner. Without paces, targets are efforts, and sums use the paces of the level. */
export type Runner = {
  readonly paces: PlanPaces | null;
  readonly heart_rates: PlanHeartRates | null;
  readonly experience_level: ExperienceLevel;
};

export function pacesOf({ paces, experience_level }: Runner): PlanPaces {
  return paces ?? pacesOfLevel(experience_level);
}

/** The paces are kept because each workout of a plan asks for them and computing them takes three bisections. */
const knownLevels = new Map<ExperienceLevel, PlanPaces>();

function pacesOfLevel(level: ExperienceLevel): PlanPaces {
  const paces = knownLevels.get(level) ?? planPaces(VDOT_OF_LEVEL[level]);
  knownLevels.set(level, paces);
  return paces;
}

/** The zones controlled by heart rate where it is known: long easy running, whose pace depends on heat and hills. */
const BY_HEART_RATE: readonly ZoneName[] = ['recovery', 'easy'];

/** The target of an intensity for one runner: a heart rate for zones in `BY_HEART_RATE`, else a pace, else an effort. */
export function targetOf(zone: ZoneName, { paces, heart_rates }: Runner): Target {
  const beats = BY_HEART_RATE.includes(zone) ? heart_rates?.[zone] : undefined;
  if (beats !== undefined) return { type: 'heart_rate', ...beats, zone };
  if (paces !== null) return { type: 'pace', ...paces.zones[zone], zone };
  return { type: 'effort', ...EFFORT_OF_ZONE[zone], zone };
}
