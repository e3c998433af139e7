import type { PlanNumbers } from './brief.ts';
import type { Phase } from './plan.ts';
import { AFTER, taperDays } from './race-limits.ts';
import { type PlanRace, racesToTaperFor } from './race-of-plan.ts';

export type WeekShape = {
  /** From 1. */
  readonly number: number;
  readonly phase: Phase;
  /** `build` grows or holds, `light` lets the runner adapt, `taper` and `after` have most of their days before or after a race. */
  readonly load: 'build' | 'light' | 'taper' | 'after';
  /** The next race after the week begins; null where none comes. */
  readonly race: PlanRace | null;
  /** Whether it is the first building week of a new cycle, which begins a little below the end of the last one. */
  readonly restarts: boolean;
  /** From 0 in the first building week of its cycle to 1 in the last. */
  readonly progress: number;
};

/** The weeks that prepare for one race; a longer time begins with general cycles. */
const SPECIFIC_WEEKS = 20;
const GENERAL_CYCLE_WEEKS = 12;
/** The most building weeks in a row. */
const BUILDING_WEEKS = 3;
/** A week with this many days before or after a race belongs to the taper or to recovery. */
const MOST_OF_WEEK = 4;

/**
 * The shape of every week of a plan, and of the time from its end to a race after it: base, build and peak in blocks of at most three
 * growing weeks and a light one; taper and recovery by the days to the races, on any weekday.
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

/** Whether most of the week that begins on this day is before a race, or after one. */
function loadAround(races: readonly PlanRace[], first: number): 'taper' | 'after' | null {
  let [before, after] = [0, 0];
  for (let day = first; day < first + 7; day += 1) {
    if (races.some(({ event, at }) => day <= at && day >= at - taperDays(event))) before += 1;
    else if (races.some(({ event, at }) => day > at && day <= at + 7 * AFTER[event].length)) after += 1;
  }
  if (before + after < MOST_OF_WEEK) return null;
  return after > before ? 'after' : 'taper';
}

/** The building weeks since the last lighter one. After a long race all weeks grow but the first and the fourth. */
function buildingBefore(shapes: readonly WeekShape[]): number {
  const after = shapes.length - 1 - shapes.findLastIndex(({ load }) => load !== 'after');
  return after > LIGHTER_AFTER ? after - LIGHTER_AFTER : Math.max(0, after - 1);
}

/** The number of the week after a long race that is a little lighter than the one before it. */
export const LIGHTER_AFTER = 4;

type Built = Pick<WeekShape, 'phase' | 'load' | 'restarts' | 'progress'>;

/**
 * The cycles of weeks without a race in them, after `built` growing weeks: a cycle towards the next race, with general ones before it
 * where there is time, or general ones alone. After the last race no week is a peak.
 */
function cyclesOf(
  weeks: number,
  { built, hasRace, peaks }: { readonly built: number; readonly hasRace: boolean; readonly peaks: boolean },
): Built[] {
  const isNew = (cycle: Built[]): Built[] =>
    cycle.map((week, index) => (index === 0 ? { ...week, restarts: true } : week));
  if (hasRace && weeks <= SPECIFIC_WEEKS + 4) return isNew(cycleOf(weeks, built, true));
  const specific = hasRace ? SPECIFIC_WEEKS : 0;
  // General cycles have whole blocks of four weeks, so that a light week comes before the specific part.
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
 * Blocks of building weeks with a light week between them, the longer blocks first: 14 weeks are 3, 3, 3 and 2 and three light ones.
 *
 * @param built the number of building weeks just before
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
  // One or two weeks have no peak.
  if (weeks <= 2) return position === 1 ? 'base' : 'build';
  const peakWeeks = Math.min(4, Math.max(1, Math.round(weeks * 0.22)));
  const buildWeeks = Math.min(8, Math.max(1, Math.round(weeks * 0.38)));
  if (position > weeks - peakWeeks) return peaks ? 'peak' : 'build';
  return position > weeks - peakWeeks - buildWeeks ? 'build' : 'base';
}
