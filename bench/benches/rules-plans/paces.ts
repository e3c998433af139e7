import type { Finding } from './findings.ts';
import { type Facts, found, stretchesOf } from './measure.ts';
import { GAIN, RACE_M, TYPICAL } from './norms.ts';
import type { Asked, Level } from './wire.ts';

/** Daniels and Gilbert, Oxygen Power (1979): oxygen of a speed in metres a minute, and the share of VO2max that a time allows. */
const oxygen = (speed: number): number => -4.6 + 0.182258 * speed + 0.000104 * speed ** 2;
const shareOf = (minutes: number): number =>
  0.8 + 0.1894393 * Math.exp(-0.012778 * minutes) + 0.2989558 * Math.exp(-0.1932605 * minutes);

export function vdotOfRace(distance_m: number, time_s: number): number {
  const minutes = time_s / 60;
  return oxygen(distance_m / minutes) / shareOf(minutes);
}

export function raceTimeOf(vdot: number, distance_m: number): number {
  let [fast, slow] = [distance_m / 8, distance_m / 0.8];
  for (let step = 0; step < 50; step += 1) {
    const middle = (fast + slow) / 2;
    if (vdotOfRace(distance_m, middle) > vdot) fast = middle;
    else slow = middle;
  }
  return slow;
}

/** Seconds a kilometre at a share of VO2max. */
function paceAt(vdot: number, share: number): number {
  const speed = (-0.182258 + Math.sqrt(0.182258 ** 2 + 4 * 0.000104 * (4.6 + share * vdot))) / (2 * 0.000104);
  return 60_000 / speed;
}

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
