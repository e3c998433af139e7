import { RACE_M } from './norms.ts';

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
export function paceAt(vdot: number, share: number): number {
  const speed = (-0.182258 + Math.sqrt(0.182258 ** 2 + 4 * 0.000104 * (4.6 + share * vdot))) / (2 * 0.000104);
  return 60_000 / speed;
}

/** Of VO2max, in the middle of what is run by Daniels' paces; the others are the paces of their races. */
const SHARE_OF_ZONE: Readonly<Record<string, number>> = {
  threshold: 0.88,
  interval: 0.975,
  repetition: 1.05,
};
const RACE_OF_ZONE: Readonly<Record<string, number>> = {
  marathon: RACE_M.marathon,
  half_marathon: RACE_M.half_marathon,
  '10k': RACE_M['10k'],
};

/** Metres a second in the middle of a zone of marathon pace and faster. */
export function speedOfZone(vdot: number, zone: string): number {
  const race_m = RACE_OF_ZONE[zone];
  return race_m === undefined
    ? 1_000 / paceAt(vdot, SHARE_OF_ZONE[zone] ?? 0.88)
    : race_m / raceTimeOf(vdot, race_m);
}
