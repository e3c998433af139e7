import { weekdayOf } from '../../shared/calendar.ts';
import { NOBODY } from '../../training/plan-input/nobody.ts';
import { adaptWorkout } from '../../training/planning/adapt-plan.ts';
import type { Runner } from '../../training/planning/paces.ts';
import type { PlannedWorkout, Segment, Target } from '../../training/planning/plan.ts';
import type { ClubSession, SessionWorkout } from './club-session.ts';
import { localOf } from './series-rule.ts';

/** The workout group of a person: the one they chose, if it still exists, else the one for their group of the roster. */
export function groupOf(
  { groups }: SessionWorkout,
  {
    workout_group,
    group_ids,
  }: { readonly workout_group: string | null; readonly group_ids: readonly string[] },
): string | null {
  const chosen = groups.find(({ name }) => name === workout_group);
  const usual = groups.find(({ group_id }) => group_id !== null && group_ids.includes(group_id));
  return (chosen ?? usual)?.name ?? null;
}

/** The workout of a session for one athlete: that of their group, at their own paces and heart rates. Null where the session has none. */
export function ownWorkout(
  session: Pick<ClubSession, 'id' | 'title' | 'description' | 'starts_at' | 'timezone' | 'workout'>,
  { group, runner }: { readonly group: string | null; readonly runner: Runner | null },
): PlannedWorkout | null {
  const { workout } = session;
  if (workout === null) return null;
  const segments = workout.groups.find(({ name }) => name === group)?.segments ?? workout.segments;
  const { date } = localOf(session.starts_at, session.timezone);
  const planned: PlannedWorkout = {
    id: session.id,
    week_number: 1,
    day: weekdayOf(date),
    date,
    phase: 'build',
    workout_type: workout.workout_type,
    title: session.title,
    description: session.description,
    duration_s: 0,
    distance_m: 0,
    segments,
    source: 'library',
  };
  return adaptWorkout(planned, runner ?? NOBODY);
}

const MOST_TARGETS = 5;

/** The targets of the working segments, each once, in their order, as a coach would call them out. */
export function workTargets(segments: readonly Segment[]): Target[] {
  const found = new Map<string, Target>();
  const look = (stretches: readonly Segment[]): void => {
    for (const { kind, target, repeat } of stretches) {
      if (repeat !== undefined) look(repeat.segments);
      else if (kind === 'work' && target !== undefined) found.set(JSON.stringify(target), target);
    }
  };
  look(segments);
  return [...found.values()].slice(0, MOST_TARGETS);
}
