import { allowsWorkout } from '../planning/broken-constraint.ts';
import type { Runner } from '../planning/paces.ts';
import type { PlannedWorkout } from '../planning/plan.ts';
import { isAbout, isWithin, minutesOn } from './days.ts';
import type { AvailabilityEntry, Told } from './told.ts';

export const CONFLICT_KINDS = ['unavailable', 'injury', 'limited', 'travelling'] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** The entry that a workout conflicts with. Days are those of the entry, for a weekly entry the day of the workout. */
export type Conflict = {
  readonly kind: ConflictKind;
  readonly entry_id: string;
  readonly from: string;
  /** Null means until further notice. */
  readonly to: string | null;
};

export type DatedWorkout = Pick<PlannedWorkout, 'date' | 'workout_type' | 'segments' | 'duration_s'>;

const SECONDS_A_MINUTE = 60;
/** A segment's zone follows from its name or, without a name, from its numbers for this runner, of whom nothing is known. */
const NOBODY: Runner = { paces: null, heart_rates: null, experience_level: 'intermediate' };

/**
 * The conflict of a workout with what the athlete told about its day, the first kind where there are several; null where there is none.
 */
export function conflictOf(workout: DatedWorkout, { entries, injuries }: Told): Conflict | null {
  const { date, duration_s } = workout;
  const about = entries.filter((entry) => isAbout(entry, date));
  if (about.length === 0 && injuries.length === 0) return null;
  const minutes = minutesOn(about);
  if (minutes === 0) return conflictWith(about, 'unavailable', date) ?? conflictWith(about, 'limited', date);
  const hurt = injuries.find(
    (injury) => isWithin(date, injury) && !allowsWorkout(injury.running, workout, NOBODY),
  );
  if (hurt !== undefined) return { kind: 'injury', entry_id: hurt.id, from: hurt.from, to: hurt.to };
  if (duration_s > minutes * SECONDS_A_MINUTE)
    return conflictWith(about, 'limited', date) ?? conflictWith(about, 'unavailable', date);
  return conflictWith(
    about.filter(({ part }) => part === 'day'),
    'travelling',
    date,
  );
}

function conflictWith(
  entries: readonly AvailabilityEntry[],
  kind: AvailabilityEntry['kind'],
  date: string,
): Conflict | null {
  const [first] = entries
    .filter((entry) => entry.kind === kind)
    .toSorted((one, other) => (one.minutes ?? 0) - (other.minutes ?? 0));
  if (first === undefined) return null;
  const { id, weekdays, from, to } = first;
  const days = weekdays === null ? { from: from ?? date, to: to ?? date } : { from: date, to: date };
  return { kind, entry_id: id, ...days };
}
