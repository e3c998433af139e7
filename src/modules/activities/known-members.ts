import { BEST_EFFORT_FIELDS, LAP_FIELDS, type LapField } from '../../privacy/index.ts';
import type { StoredActivity } from './activity.ts';

const LAP_NAMES = Object.keys(LAP_FIELDS) as LapField[];

/**
 * Laps and best efforts with exactly the members that the ceiling knows: lists pass the stored ones through as they are, so
 * what it does not know must not be stored.
 */
export function onlyKnownMembers({
  laps,
  best_efforts,
}: Pick<StoredActivity, 'laps' | 'best_efforts'>): Pick<StoredActivity, 'laps' | 'best_efforts'> {
  return {
    laps: laps.map((lap) => pickMembers(lap, LAP_NAMES)),
    best_efforts: best_efforts.map((effort) => pickMembers(effort, BEST_EFFORT_FIELDS)),
  };
}

/** The named members in their order, null where one is missing. */
function pickMembers<From extends Readonly<Record<Name, unknown>>, Name extends keyof From & string>(
  from: From,
  names: readonly Name[],
): From {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? null])) as From;
}
