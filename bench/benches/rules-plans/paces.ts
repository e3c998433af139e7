import type { Finding } from './findings.ts';
import { type Facts, found, stretchesOf } from './measure.ts';
import { GAIN, RACE_M, TYPICAL } from './norms.ts';
import { paceAt, raceTimeOf } from './vdot.ts';
import type { Asked, Level } from './wire.ts';

/** The VDOT that somebody of the level plausibly has after so many weeks. */
export function reachableVdot(vdot: number, level: Level, weeks: number): number {
  const [early, late] = [Math.min(weeks, 16), Math.max(0, weeks - 16)];
  return vdot + (GAIN[level] / 8) * (early + late / 2);
}

/** The fastest share of VO2max of each zone of today's fitness, with what a watch is off by. */
const FASTEST_SHARE: Readonly<Record<string, number>> = {
  recovery: 0.7,
  easy: 0.76,
  threshold: 0.91,
  interval: 1.03,
  repetition: 1.17,
};
const DISTANCE_OF_ZONE: Readonly<Record<string, number>> = {
  '10k': RACE_M['10k'],
  half_marathon: RACE_M.half_marathon,
  marathon: RACE_M.marathon,
};
const WATCH = 0.97;

/**
 * Race paces at most at what can be reached by race day, everything else at today's fitness, or the level's where that is not known; the
 * first of each zone that is beyond it.
 */
export function paces({ runs, asked, known }: Facts): Finding[] {
  const vdot = known.vdot ?? TYPICAL[asked.experience_level].vdot;
  const beyond = runs.flatMap(({ workout: { segments, date, week_number } }) =>
    stretchesOf(segments).flatMap(({ segment: { target } }) => {
      if (target?.type !== 'pace' || target.min == null || target.zone === null) return [];
      const allowed = fastest(target.zone, vdot, asked);
      if (allowed === null || target.min >= allowed) return [];
      return [{ date, week: week_number, zone: target.zone, pace: target.min, allowed: Math.round(allowed) }];
    }),
  );
  return [...Map.groupBy(beyond, ({ zone }) => zone).values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { date, week, zone, pace, allowed } = first;
    return [found('target_pace_beyond_reach', { date, week, found: `${zone} ${pace}`, allowed })];
  });
}

function fastest(zone: string, vdot: number, { experience_level, weeks }: Asked): number | null {
  const distance_m = DISTANCE_OF_ZONE[zone];
  if (distance_m !== undefined)
    return (
      (WATCH * raceTimeOf(reachableVdot(vdot, experience_level, weeks), distance_m)) / (distance_m / 1_000)
    );
  const share = FASTEST_SHARE[zone];
  return share === undefined ? null : WATCH * paceAt(vdot, share);
}
