import { newId } from '../../../shared/ids.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import {
  faultsOfSegments,
  faultsOfWeight,
  readSegments,
} from '../../../training/plan-input/read-segments.ts';
import { segmentsOf, type Told } from '../../../training/plan-input/segments-of-text.ts';
import { adaptSession } from '../../../training/planning/adapt-plan.ts';
import type { Segment } from '../../../training/planning/plan.ts';
import { runnerOf } from '../../../training/planning/runner-facts.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { OwnRunner } from '../../planning/index.ts';
import { requireLine, requireNoFaults } from '../../plans/index.ts';
import { type Copy, coversDay, placedOn } from './copy.ts';
import type { Wish } from './place-workouts.ts';

/** A workout that a coach puts on days, as it was sent. */
export type GivenSession = Told & {
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly description?: string;
  readonly notes?: string;
};
export type Session = {
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly description: string;
  readonly notes: string;
  readonly segments: readonly Segment[];
};

export function readSession({
  workout_type,
  title,
  description = '',
  notes = '',
  ...told
}: GivenSession): Session {
  const said = segmentsOf(told, 'workout.', { keeps_numbers: false, takes_both: false });
  requireNoFaults([...said.faults, ...faultsOfSegments(said.segments, 'workout.segments')]);
  const segments = readSegments(said.segments);
  requireNoFaults(
    faultsOfWeight(segments, told.segments === undefined ? 'workout.text' : 'workout.segments'),
  );
  const words = { description: description.trim(), notes: notes.trim() };
  return { workout_type, title: requireLine(title, 'workout.title', MAX_TITLE), ...words, segments };
}

/** A workout for each day, at the athlete's own paces, in the copy that has the day; and the days that none of them has. */
export function setOn(
  dates: readonly string[],
  copies: readonly Copy[],
  { content, runner }: { readonly content: Session; readonly runner: OwnRunner | undefined },
): { readonly wishes: readonly Wish[]; readonly uncovered: readonly string[] } {
  const { workout_type, title, description, notes } = content;
  const wishes: Wish[] = [];
  const uncovered: string[] = [];
  for (const date of dates) {
    const covering = copies.filter((one) => coversDay(one, date));
    // Where several plans have the day, the one whose workout would be replaced.
    const copy = covering.find(({ workouts }) => workouts.some((one) => one.date === date)) ?? covering[0];
    if (copy === undefined || runner === undefined) {
      uncovered.push(date);
      continue;
    }
    const own = adaptSession(content, runnerOf(runner, copy.experience_level ?? 'intermediate'));
    const workout = {
      ...({
        id: newId(),
        week_number: 1,
        day: 'monday',
        date,
        phase: 'base',
        workout_type,
        title,
        description,
      } as const),
      ...(notes === '' ? {} : { notes }),
      ...own,
      ...({ text_source: 'written', source: 'generated' } as const),
    };
    wishes.push({ copy, before: null, made: placedOn(copy, workout, date), to: date });
  }
  return { wishes, uncovered };
}
