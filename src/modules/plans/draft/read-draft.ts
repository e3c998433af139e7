import type { DraftWeek } from '../../../training/planning/draft.ts';
import type { PlanFault } from '../engine/faults.ts';

export type DraftRead =
  | { readonly weeks: readonly DraftWeek[]; readonly faults?: never }
  | { readonly weeks?: never; readonly faults: readonly PlanFault[] };

/**
 * A draft as a coach edited it, in any of the languages. A day says a distance or a time, never both: where a line has both, the
 * distance counts. The time taken grows with the length of the text and no faster.
 *
 * @param options.weeks how many there must be
 * @param options.start_date first day of week 1: days of each week are put in order from its weekday
 * @param options.unit_system what a distance without a unit is in
 */
export function readDraft(
  _text: string,
  _options: {
    readonly weeks: number;
    readonly start_date: string;
    readonly unit_system: 'metric' | 'imperial';
  },
): DraftRead {
  return { weeks: [] };
}
