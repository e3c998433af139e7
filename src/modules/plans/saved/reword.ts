import { LANGUAGES } from '../../../shared/languages.ts';
import type { PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import {
  distancesIn,
  durationsIn,
  type NamedMeasure,
  type Voice,
  workoutWords,
} from '../../planning/index.ts';

type Words = Pick<PlannedWorkout, 'title' | 'description'>;

/** Every way in which our own words may have been said. */
const VOICES: readonly Voice[] = LANGUAGES.flatMap((language) =>
  (['rex', 'joy'] as const).flatMap((persona) =>
    (['metric', 'imperial'] as const).map((unit_system) => ({ language, persona, unit_system })),
  ),
);

/**
 * Title and description of a workout that was made less: our own words are said anew in the same way. In somebody else's the
 * distances, times and repetitions that were changed are exchanged where they stand alone.
 */
export function reword(before: PlannedWorkout, after: PlannedWorkout): Words {
  const voices = voicesOf(before);
  const saidAnew = (name: keyof Words): string => {
    const voice = voices[name];
    return voice === undefined
      ? exchange(before[name], changesOf(before, after))
      : workoutWords(after, voice, after.week_number)[name];
  };
  return { title: saidAnew('title'), description: saidAnew('description') };
}

/** The first in which we would have said the same; none of what is somebody else's. */
function voicesOf(workout: PlannedWorkout): Partial<Record<keyof Words, Voice>> {
  const found: Partial<Record<keyof Words, Voice>> = {};
  for (const voice of VOICES) {
    const own = workoutWords(workout, voice, workout.week_number);
    if (own.title === workout.title) found.title ??= voice;
    if (own.description === workout.description) found.description ??= voice;
    if (found.title !== undefined && found.description !== undefined) break;
  }
  return found;
}

type Change = {
  readonly of: 'distance_m' | 'duration_s' | 'times';
  readonly from: number;
  readonly to: number;
};

function changesOf(before: PlannedWorkout, after: PlannedWorkout): Change[] {
  const whole = (['distance_m', 'duration_s'] as const).map((of) => ({
    of,
    from: before[of],
    to: after[of],
  }));
  return [...changesIn(before.segments, after.segments), ...whole].filter(({ from, to }) => from !== to);
}

/** Both have the same segments, but for their numbers. */
function changesIn(before: readonly Segment[], after: readonly Segment[]): Change[] {
  return before.flatMap((one, place) => {
    const other = after[place];
    if (other === undefined) return [];
    const measures = (['distance_m', 'duration_s'] as const).flatMap((of): Change[] => {
      const [from, to] = [one[of], other[of]];
      return from === undefined || to === undefined ? [] : [{ of, from, to }];
    });
    if (one.repeat === undefined || other.repeat === undefined) return measures;
    const times: Change = { of: 'times', from: one.repeat.times, to: other.repeat.times };
    return [times, ...changesIn(one.repeat.segments, other.repeat.segments)];
  });
}

/** Texts round: "26 km" may be 26,040 m. */
const ABOUT = 0.01;

function exchange(text: string, changes: readonly Change[]): string {
  const named = [...distancesIn(text), ...durationsIn(text)].sort((one, other) => other.from - one.from);
  const measured = named.reduce((said, measure) => exchangeMeasure(said, measure, changes), text);
  return changes
    .filter(({ of }) => of === 'times')
    .reduce(
      (said, { from, to }) => said.replace(new RegExp(`(?<![\\d.,:])${from}(?=\\s?[×x])`, 'u'), String(to)),
      measured,
    );
}

function exchangeMeasure(text: string, measure: NamedMeasure, changes: readonly Change[]): string {
  const { from, until } = measure;
  const change = changes.find(({ of, from: old }) => {
    const value = of === 'times' ? null : measure[of];
    return value !== null && Math.abs(value - old) <= ABOUT * old;
  });
  const said = text.slice(from, until);
  const numbers = said.match(/\d+(?:[.,]\d+)?/gu) ?? [];
  const [number] = numbers;
  // Of ranges and of hours with minutes nobody knows which number it is.
  if (change === undefined || number === undefined || numbers.length > 1) return text;
  // Thousands that are parted.
  if (measure.in_metres && /[.,]/u.test(number)) return text;
  const scaled = (Number(number.replace(',', '.')) * change.to) / change.from;
  return text.slice(0, from) + said.replace(number, String(Math.round(scaled * 10) / 10)) + text.slice(until);
}
