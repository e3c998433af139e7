import type { PlanNumbers } from './brief.ts';
import { AFTER, TAPER } from './race-limits.ts';
import { type PlanRace, racesToTaperFor } from './race-of-plan.ts';
import { LIGHTER_AFTER } from './week-shapes.ts';

/** Days before or after a race, and the share of the largest seven days before the taper that is run in them. */
export type PlannedWindow = {
  readonly race: PlanRace;
  /** Days from the first day of the plan, both inclusive. */
  readonly from: number;
  readonly to: number;
  readonly share: number;
};

/** The planned share of what may be run; the rest is for rounding and for the coach. */
const USED = { taper: 0.85, after: 0.9, lighter: 0.7 };

export function plannedWindows(numbers: PlanNumbers): readonly PlannedWindow[] {
  return racesToTaperFor(numbers)
    .flatMap((race) => {
      const placed = ({ from, to }: { from: number; to: number }, share: number): PlannedWindow => ({
        race,
        from: race.at + from,
        to: race.at + to,
        share,
      });
      return [
        ...TAPER[race.event].map((window) => placed(window, window.most * USED.taper)),
        ...AFTER[race.event].map((window, index) =>
          placed(window, window.most * (index === LIGHTER_AFTER - 1 ? USED.lighter : USED.after)),
        ),
      ];
    })
    .sort((one, other) => one.from - other.from);
}
