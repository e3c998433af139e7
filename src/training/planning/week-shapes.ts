import type { PlanNumbers } from './brief.ts';
import { AFTER_RACE_SHARES, LEAST_DAYS_OF_RACE_WEEK, TAPER_SHARES } from './limits.ts';
import type { Phase } from './plan.ts';
import { type PlanRace, raceToTaperFor, taperWeeksOf } from './race-of-plan.ts';

/** What a week is in the whole of a plan, before there are numbers. */
export type WeekShape = {
  /** From 1. */
  readonly number: number;
  readonly phase: Phase;
  /** `build` grows or holds, `light` lets three such weeks sink in, `taper` leads to a race, `after` follows one. */
  readonly load: 'build' | 'light' | 'taper' | 'after';
  /** Of the largest week before, for `taper` and `after`; else 1. */
  readonly share: number;
  /** The first building week of a new cycle, which begins a little below where the last one ended. */
  readonly restarts: boolean;
  /** From 0 to 1: how far the way to the end of its cycle is. */
  readonly progress: number;
};

type Shape = Omit<WeekShape, 'number'>;

/** Weeks that prepare for one race in particular; what is longer has cycles of general running before. */
const SPECIFIC_WEEKS = 20;
const GENERAL_CYCLE_WEEKS = 12;

/** Weeks of recovery after a race, in shares of the largest week before it: about a day for each 1.5 km raced. */
const AFTER_RACE: Readonly<Record<PlanRace['event'], readonly number[]>> = {
  '5k': [0.65],
  '10k': [0.6],
  half_marathon: [0.45, 0.65],
  marathon: [0.3, 0.55, 0.65],
};

/** Every week of a plan: base, build and peak in blocks of at most three growing weeks and a light one, taper, recovery. */
export function weekShapes(numbers: PlanNumbers): WeekShape[] {
  const race = raceToTaperFor(numbers);
  const shapes = race === null ? generalWeeks(numbers.weeks) : weeksAround(race, numbers.weeks);
  return shapes.slice(0, numbers.weeks).map((shape, index) => ({ number: index + 1, ...shape }));
}

function weeksAround(race: PlanRace, weeks: number): Shape[] {
  const taper = taperShapes(race);
  const before = race.week_number - taper.length;
  const shapes = [...weeksBefore(Math.max(0, before)), ...taper.slice(Math.max(0, -before))];
  const left = weeks - shapes.length;
  if (left <= 0) return shapes;
  return [...shapes, ...weeksAfter(race, left)];
}

/**
 * The weeks of recovery that the rules make light count for none of the three that grow; any further one does. What is left of the
 * plan then is running for its own sake: nothing is left to peak for.
 */
function weeksAfter({ event }: PlanRace, weeks: number): Shape[] {
  const after = AFTER_RACE[event].map((share) => still('after', 'recovery', share));
  const apart = AFTER_RACE_SHARES[event].length;
  const following = restarting(generalWeeks(Math.max(0, weeks - apart)));
  const unhurried = following.map((shape) => (shape.phase === 'peak' ? { ...shape, phase: BUILD } : shape));
  return [...after, ...unhurried.slice(after.length - apart)].slice(0, weeks);
}

const BUILD: Phase = 'build';

/** A race on one of the first days of its week is tapered for in the week before; its own is already for recovery. */
function taperShapes(race: PlanRace): Shape[] {
  const shares = TAPER_SHARES[race.length].slice(-taperWeeksOf(race)).map((share) => share - 0.03);
  const late = race.day_of_week < LEAST_DAYS_OF_RACE_WEEK ? [...shares, 0.4] : shares;
  return late.map((share) => still('taper', 'taper', share));
}

function weeksBefore(weeks: number): Shape[] {
  if (weeks <= SPECIFIC_WEEKS + 4) return cycle(weeks, { build: 0.38, peak: 0.22 });
  const general = generalWeeks(weeks - SPECIFIC_WEEKS);
  // Whole rhythms of four weeks, so that a light one comes before what is specific.
  const whole = general.slice(0, Math.floor(general.length / 4) * 4);
  const specific = cycle(weeks - whole.length, { build: 0.38, peak: 0.22 });
  return [...whole, ...restarting(specific)];
}

/** Running without a race in sight: three weeks and a light one, again and again, in cycles of about a quarter of a year. */
function generalWeeks(weeks: number): Shape[] {
  const cycles = Math.max(1, Math.round(weeks / GENERAL_CYCLE_WEEKS));
  return Array.from({ length: weeks }, (_, index) => {
    if (index % 4 === 3) return still('light', 'recovery', 1);
    const cycle = Math.min(cycles - 1, Math.floor(index / GENERAL_CYCLE_WEEKS));
    const first = cycle * GENERAL_CYCLE_WEEKS;
    const length = cycle === cycles - 1 ? weeks - first : GENERAL_CYCLE_WEEKS;
    const position = index - first + 1;
    const phase = phaseAt(position, length, { build: 0.35, peak: 0.25 });
    const restarts = position === 1 && cycle > 0;
    return { phase, load: 'build', share: 1, restarts, progress: position / length };
  });
}

/**
 * Blocks of building weeks with a light week between them, the longer ones first: 14 weeks are 3, 3, 3 and 2 and three light
 * ones.
 */
function cycle(weeks: number, parts: { build: number; peak: number }): Shape[] {
  const blocks = Math.ceil((weeks + 1) / 4);
  const building = weeks - (blocks - 1);
  const shapes: Shape[] = [];
  for (let block = 0; block < blocks; block++) {
    if (block > 0) shapes.push(still('light', 'recovery', 1));
    const size = Math.floor(building / blocks) + (block < building % blocks ? 1 : 0);
    for (let week = 0; week < size; week++) {
      const position = shapes.length + 1;
      const phase = phaseAt(position, weeks, parts);
      shapes.push({ phase, load: 'build', share: 1, restarts: false, progress: position / weeks });
    }
  }
  return shapes;
}

function phaseAt(position: number, weeks: number, { build, peak }: { build: number; peak: number }): Phase {
  // Of a week or two nothing is the peak.
  if (weeks <= 2) return position === 1 ? 'base' : 'build';
  const peakWeeks = Math.min(4, Math.max(1, Math.round(weeks * peak)));
  const buildWeeks = Math.min(8, Math.max(1, Math.round(weeks * build)));
  if (position > weeks - peakWeeks) return 'peak';
  return position > weeks - peakWeeks - buildWeeks ? 'build' : 'base';
}

function still(load: WeekShape['load'], phase: Phase, share: number): Shape {
  return { phase, load, share, restarts: false, progress: 1 };
}

function restarting(shapes: readonly Shape[]): Shape[] {
  return shapes.map((shape, index) => (index === 0 ? { ...shape, restarts: true } : shape));
}
