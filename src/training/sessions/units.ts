import { METRES_PER_MILE } from '../../shared/units.ts';
import type { Voice } from '../plan-request/plan-brief.ts';

/** The steps in which road distances are planned, in metres: whole, half and tenth units of the reader. */
export type Units = {
  readonly whole_m: number;
  readonly half_m: number;
  readonly tenth_m: number;
  /** The least week in which runs are in half units; in a smaller week halves of a mile would leave too much out. */
  readonly halves_from_m: number;
};

const UNITS: Readonly<Record<Voice['unit_system'], Units>> = {
  metric: { whole_m: 1_000, half_m: 500, tenth_m: 100, halves_from_m: 8_000 },
  imperial: {
    whole_m: METRES_PER_MILE,
    half_m: METRES_PER_MILE / 2,
    tenth_m: METRES_PER_MILE / 10,
    halves_from_m: 20_000,
  },
};

export function unitsOf({ unit_system }: Pick<Voice, 'unit_system'>): Units {
  return UNITS[unit_system];
}

/** Shorter repetitions are run on tracks, which are metric everywhere. */
const ROAD_FROM_M = 1_600;

/** Repetitions of a mile and more in quarters or halves of a mile, where the reader's unit is the mile. */
export function repetitionIn({ whole_m }: Units, metres: number): number {
  if (whole_m === 1_000 || metres < ROAD_FROM_M) return metres;
  const step = whole_m / (metres < 3_000 ? 4 : 2);
  return Math.round(Math.round(metres / step + 0.1) * step);
}
