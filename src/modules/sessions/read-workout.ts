import type { ErrorDetail } from '../../shared/errors.ts';
import { NOBODY } from '../../training/plan-input/nobody.ts';
import { faultsOfSegments, faultsOfWeight, readSegments } from '../../training/plan-input/read-segments.ts';
import { segmentsOf, type Told } from '../../training/plan-input/segments-of-text.ts';
import { targetOf } from '../../training/planning/paces.ts';
import type { Segment } from '../../training/planning/plan.ts';
import { isZoneName } from '../../training/planning/zone-names.ts';
import type { WorkoutType } from '../../training/workout-types.ts';
import { requireNoFaults } from '../plans/index.ts';
import type { SessionWorkout, WorkoutGroup } from './club-session.ts';

export type WorkoutInput = Told & {
  readonly workout_type: WorkoutType;
  readonly groups?:
    | readonly (Told & {
        readonly name: string;
        readonly group_id?: string | null | undefined;
        readonly zone?: string | null | undefined;
      })[]
    | undefined;
};

/**
 * Reads a workout as it is stored. A target that names a zone becomes an effort, so that it fits every athlete. A group has segments of
 * its own, or the workout's with the working segments in another zone.
 *
 * @throws validationError that lists what is wrong
 */
export function readSessionWorkout(input: WorkoutInput): SessionWorkout {
  const told = readTold(input, 'workout.');
  const groups = (input.groups ?? []).map((group, place) => {
    const path = `workout.groups.${place}.`;
    return { group, path, ...readGroup(group, told.segments, path) };
  });
  const named = groups.map(({ group }) => group.name.trim().toLowerCase());
  const twice = named.flatMap((name, place): ErrorDetail[] =>
    named.indexOf(name) === place
      ? []
      : [
          {
            path: `workout.groups.${place}.name`,
            message: 'must be another name than that of the group before',
          },
        ],
  );
  requireNoFaults([...told.faults, ...groups.flatMap(({ faults }) => faults), ...twice]);
  return {
    workout_type: input.workout_type,
    segments: told.segments,
    groups: groups.map(
      ({ group, zone, segments }): WorkoutGroup => ({
        name: group.name.trim().normalize(),
        group_id: group.group_id?.toLowerCase() ?? null,
        zone,
        segments,
      }),
    ),
  };
}

function readTold(input: Told, path: string): { segments: Segment[]; faults: ErrorDetail[] } {
  const told = segmentsOf(input, path, { keeps_numbers: false, takes_both: false });
  const faults = [...told.faults, ...faultsOfSegments(told.segments, `${path}segments`)];
  if (faults.length > 0) return { segments: [], faults };
  const segments = readSegments(told.segments);
  const name = input.text === undefined ? 'segments' : 'text';
  return { segments, faults: faultsOfWeight(segments, `${path}${name}`) };
}

type ReadGroup = Pick<WorkoutGroup, 'zone' | 'segments'> & { readonly faults: ErrorDetail[] };

function readGroup(
  group: NonNullable<WorkoutInput['groups']>[number],
  segments: readonly Segment[],
  path: string,
): ReadGroup {
  const { zone = null, segments: own, text } = group;
  const has_own = own !== undefined || typeof text === 'string';
  if (zone === null) {
    if (!has_own) {
      const message = 'is required, or text, or a zone for the working stretches of the workout';
      return { zone, segments: [], faults: [{ path: `${path}segments`, message }] };
    }
    return { zone, ...readTold(group, path) };
  }
  if (has_own) {
    const message = 'must be left out with segments or text of the group: these say their zones themselves';
    return { zone: null, segments: [], faults: [{ path: `${path}zone`, message }] };
  }
  if (!isZoneName(zone))
    return { zone: null, segments: [], faults: [{ path: `${path}zone`, message: 'is no zone' }] };
  const target = targetOf(zone, NOBODY);
  return { zone, segments: withWorkAt(segments, target), faults: [] };
}

function withWorkAt(segments: readonly Segment[], target: NonNullable<Segment['target']>): Segment[] {
  return segments.map((segment) => {
    const { kind, repeat } = segment;
    if (repeat !== undefined)
      return { ...segment, repeat: { ...repeat, segments: withWorkAt(repeat.segments, target) } };
    return kind === 'work' ? { ...segment, target } : segment;
  });
}
