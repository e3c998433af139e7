import type { PlanNumbers } from './brief.ts';
import type { Phase } from './plan.ts';
import { AFTER, taperDays } from './race-limits.ts';
import { type PlanRace, racesToTaperFor } from './race-of-plan.ts';

export type WeekShape = {
  /** From 1. */
  readonly number: number;
  readonly phase: Phase;
  /** `build` grows or holds, `light` lets what was built sink in, `taper` and `after` have most of their days before or after a race. */
  readonly load: 'build' | 'light' | 'taper' | 'after';
  /** The race that the week is on the way to; null where none comes. */
  readonly race: PlanRace | null;
  /** The first building week of a new cycle, which begins a little below where the last one ended. */
  readonly restarts: boolean;
  /** From 0 in the first building week of its cycle to 1 in the last. */
  readonly progress: number;
};

/** Weeks that prepare for one race in particular; what is longer has cycles of general running before. */
const SPECIFIC_WEEKS = 20;
const GENERAL_CYCLE_WEEKS = 12;
/** Weeks of a plan that build in a row. */
const BUILDING_WEEKS = 3;
/** Days of a week before or after a race that make it one of the taper or of recovery. */
const MOST_OF_WEEK = 4;

/**
 * Every week of a plan, and of the time from its end to a race after it: base, build and peak in blocks of at most three growing weeks
 * and a light one; taper and recovery by the days to the races, whatever weekday they are on.
 */
export function weekShapes(numbers: PlanNumbers): WeekShape[] {
  const races = racesToTaperFor(numbers);
  const last = races.at(-1);
  const weeks = Math.max(numbers.weeks, Math.floor(((last?.at ?? 0) + 6) / 7));
  const shapes: WeekShape[] = [];
  while (shapes.length < weeks) {
    const first = shapes.length * 7;
    const load = loadAround(races, first);
    const race = races.find(({ at }) => at >= first + (load === 'after' ? 7 : 0)) ?? null;
    if (load !== null) {
      const phase = load === 'taper' ? 'taper' : 'recovery';
      shapes.push({ number: shapes.length + 1, phase, load, race, restarts: false, progress: 1 });
      continue;
    }
    let count = 1;
    while (shapes.length + count < weeks && loadAround(races, first + count * 7) === null) count += 1;
    const built = buildingBefore(shapes);
    const cycles = cyclesOf(count, {
      built,
      hasRace: race !== null,
      peaks: race !== null || shapes.length === 0,
    });
    for (const one of cycles)
      shapes.push({ ...one, number: shapes.length + 1, race, restarts: one.restarts && shapes.length > 0 });
  }
  return shapes;
}

/** Whether most of the week that begins on a day is before a race, or after one. */
function loadAround(races: readonly PlanRace[], first: number): 'taper' | 'after' | null {
  let [before, after] = [0, 0];
  for (let day = first; day < first + 7; day += 1) {
    if (races.some(({ event, at }) => day <= at && day >= at - taperDays(event))) before += 1;
    else if (races.some(({ event, at }) => day > at && day <= at + 7 * AFTER[event].length)) after += 1;
  }
  if (before + after < MOST_OF_WEEK) return null;
  return after > before ? 'after' : 'taper';
}

/** Weeks up to now that a lighter one has not followed yet: on the way back from a long race all grow but its first and fourth. */
function buildingBefore(shapes: readonly WeekShape[]): number {
  const after = shapes.length - 1 - shapes.findLastIndex(({ load }) => load !== 'after');
  return after > LIGHTER_AFTER ? after - LIGHTER_AFTER : Math.max(0, after - 1);
}

/** The week after a long race that is a little lighter than the one before it. */
export const LIGHTER_AFTER = 4;

type Built = Pick<WeekShape, 'phase' | 'load' | 'restarts' | 'progress'>;

/** Weeks without a race in them, after `built` that grew; what comes after the last race peaks for nothing. A cycle towards the next, with general ones before it where there is time, or general ones alone. */
function cyclesOf(
  weeks: number,
  { built, hasRace, peaks }: { readonly built: number; readonly hasRace: boolean; readonly peaks: boolean },
): Built[] {
  const isNew = (cycle: Built[]): Built[] =>
    cycle.map((week, index) => (index === 0 ? { ...week, restarts: true } : week));
  if (hasRace && weeks <= SPECIFIC_WEEKS + 4) return isNew(cycleOf(weeks, built, true));
  const specific = hasRace ? SPECIFIC_WEEKS : 0;
  // Whole rhythms of four weeks, so that a light one comes before what is specific.
  const general = hasRace ? Math.floor((weeks - specific + built) / 4) * 4 - built : weeks;
  const count = Math.max(1, Math.round(general / GENERAL_CYCLE_WEEKS));
  const cycles: Built[] = [];
  for (let cycle = 0; cycle < count; cycle += 1) {
    const first = cycles.length;
    const length = cycle === count - 1 ? general - first : GENERAL_CYCLE_WEEKS - (cycle === 0 ? built : 0);
    const endsLight = hasRace || cycle < count - 1;
    const own = cycleOf(length - (endsLight ? 1 : 0), cycle === 0 ? built : 0, peaks);
    cycles.push(...isNew(own), ...(endsLight ? [LIGHT] : []));
  }
  return hasRace ? [...cycles, ...isNew(cycleOf(weeks - cycles.length, 0, true))] : cycles;
}

const LIGHT: Built = { phase: 'recovery', load: 'light', restarts: false, progress: 1 };

/**
 * Blocks of building weeks with a light week between them, the longer ones first: 14 weeks are 3, 3, 3 and 2 and three light ones.
 *
 * @param built how many building weeks there were just before
 */
function cycleOf(weeks: number, built: number, peaks: boolean): Built[] {
  const first = BUILDING_WEEKS - built;
  const light = Math.max(0, Math.ceil((weeks - first) / (BUILDING_WEEKS + 1)));
  const building = weeks - light;
  const blocks = blocksOf(building, light + 1, first);
  const cycle: Built[] = [];
  let done = 0;
  for (const [block, size] of blocks.entries()) {
    if (block > 0) cycle.push(LIGHT);
    for (let week = 0; week < size; week += 1) {
      const phase = phaseAt(cycle.length + 1, weeks, peaks);
      const progress = building <= 1 ? 1 : done / (building - 1);
      cycle.push({ phase, load: 'build', restarts: false, progress });
      done += 1;
    }
  }
  return cycle;
}

function blocksOf(building: number, count: number, first: number): readonly number[] {
  const even = (weeks: number, blocks: number): number[] =>
    Array.from(
      { length: blocks },
      (_, block) => Math.floor(weeks / blocks) + (block < weeks % blocks ? 1 : 0),
    );
  const own = Math.min(first, Math.ceil(building / count));
  return count === 1 ? [building] : [own, ...even(building - own, count - 1)];
}

function phaseAt(position: number, weeks: number, peaks: boolean): Phase {
  // Of a week or two nothing is the peak.
  if (weeks <= 2) return position === 1 ? 'base' : 'build';
  const peakWeeks = Math.min(4, Math.max(1, Math.round(weeks * 0.22)));
  const buildWeeks = Math.min(8, Math.max(1, Math.round(weeks * 0.38)));
  if (position > weeks - peakWeeks) return peaks ? 'peak' : 'build';
  return position > weeks - peakWeeks - buildWeeks ? 'build' : 'base';
}
