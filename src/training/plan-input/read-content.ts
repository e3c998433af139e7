import { addDays, daysBetween, weekdayOf } from '../../shared/calendar.ts';
import type { ErrorDetail } from '../../shared/errors.ts';
import type { Phase, PlanContent, PlannedWorkout, TextSource } from '../planning/plan.ts';
import { type WeekMeta, weeklyInfoOf } from '../planning/weekly-info.ts';
import type { WorkoutType } from '../workout-types.ts';
import { MAX_TITLE } from './limits.ts';
import { faultOfLine, readLine } from './one-line.ts';
import { bytesOf, faultsOfSegments, faultsOfWeight, readSegments } from './read-segments.ts';
import { segmentsOf, type Told } from './segments-of-text.ts';

/** Bytes of JSON: half as much again as the longest plan that the rules allow. A larger plan would take too long to check. */
export const MAX_CONTENT_BYTES = 400_000;

type GivenWorkout = Told & {
  readonly id?: string;
  readonly date: string;
  readonly phase?: Phase;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly description?: string;
  readonly text_source?: TextSource;
  readonly segments_source?: TextSource;
  readonly notes?: string;
  readonly source?: PlannedWorkout['source'];
  readonly library_workout_id?: string;
};
type WorkoutInSegments = Omit<GivenWorkout, keyof Told> & {
  readonly segments: NonNullable<Told['segments']>;
};

export type GivenContent = {
  readonly content: readonly GivenWorkout[];
  readonly weekly_info?: Readonly<Record<string, Partial<WeekMeta>>> | undefined;
};
type Frame = { readonly start_date: string; readonly weeks: number };

type Known = { readonly library: ReadonlySet<string>; readonly newId: () => string };

/**
 * The content that was sent, by date. Weeks and weekdays follow from dates. Targets that name a zone keep the numbers that were sent, so
 * that the runner they were made for can still be inferred; sums are 0 until they are computed.
 *
 * @param known.library the ids of workouts that the library has
 * @param known.newId makes the id of a workout that has none
 * @returns the content, or all faults of the first check that finds any, each with its path
 */
export function readContent(
  given: GivenContent,
  frame: Frame,
  known: Known,
): { readonly content: PlanContent } | { readonly faults: readonly ErrorDetail[] } {
  const told = given.content.map(({ segments, text, ...workout }, place) => ({
    workout,
    ...segmentsOf({ segments, text }, `content.${place}.`, { keeps_numbers: true, takes_both: true }),
  }));
  const content = told.map(({ workout, segments }): WorkoutInSegments => ({ ...workout, segments }));
  for (const look of [
    () => told.flatMap(({ faults }) => faults),
    () => faultsOfSize(content),
    () => [...faultsOfDates(content, frame), ...faultsOfIds(content), ...faultsOfParts(content)],
  ]) {
    const faults = look();
    if (faults.length > 0) return { faults };
  }
  const workouts = content
    .map((workout) => readWorkout(workout, frame, known))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return { content: { workouts, weekly_info: weeklyInfoOf(workouts, weeksOf(given, frame, workouts)) } };
}

function faultsOfDates(content: readonly WorkoutInSegments[], { start_date, weeks }: Frame): ErrorDetail[] {
  const end_date = addDays(start_date, weeks * 7 - 1);
  const taken = new Set<string>();
  return content.flatMap(({ date }, place) => {
    const path = `content.${place}.date`;
    if (date < start_date || date > end_date) {
      return [{ path, message: `must be a day of the plan, from ${start_date} to ${end_date}` }];
    }
    if (taken.has(date)) return [{ path, message: 'is the day of another workout' }];
    taken.add(date);
    return [];
  });
}

function faultsOfIds(content: readonly WorkoutInSegments[]): ErrorDetail[] {
  const taken = new Set<string>();
  return content.flatMap(({ id }, place) => {
    if (id === undefined) return [];
    if (taken.has(id.toLowerCase())) {
      return [{ path: `content.${place}.id`, message: 'is the id of another workout' }];
    }
    taken.add(id.toLowerCase());
    return [];
  });
}

function faultsOfParts(content: readonly WorkoutInSegments[]): ErrorDetail[] {
  return content.flatMap(({ title, segments }, place) => [
    ...faultOfLine(title, `content.${place}.title`, MAX_TITLE),
    ...faultsOfWeight(segments, `content.${place}.segments`),
    ...faultsOfSegments(segments, `content.${place}.segments`),
  ]);
}

function faultsOfSize(content: readonly WorkoutInSegments[]): ErrorDetail[] {
  const bytes = bytesOf(content);
  if (bytes <= MAX_CONTENT_BYTES) return [];
  const message = `must have at most ${MAX_CONTENT_BYTES} bytes of JSON together, and has ${bytes}`;
  return [{ path: 'content', message }];
}

function readWorkout(
  given: WorkoutInSegments,
  { start_date }: Frame,
  { library, newId }: Known,
): PlannedWorkout {
  const { date, workout_type } = given;
  const library_workout_id = given.library_workout_id?.toLowerCase();
  const isKnown = library_workout_id !== undefined && library.has(library_workout_id);
  return {
    id: given.id?.toLowerCase() ?? newId(),
    week_number: Math.floor(daysBetween(start_date, date) / 7) + 1,
    day: weekdayOf(date),
    date,
    phase: given.phase ?? 'base',
    workout_type,
    title: readLine(given.title),
    description: given.description?.trim() ?? '',
    text_source: given.text_source ?? 'written',
    ...(given.segments_source === undefined ? {} : { segments_source: given.segments_source }),
    ...notesOf(given.notes),
    duration_s: 0,
    distance_m: 0,
    segments: readSegments(given.segments, null),
    ...(given.source === 'library' && isKnown
      ? { source: 'library' as const, library_workout_id }
      : { source: 'generated' as const }),
  };
}

function notesOf(notes: string | undefined): { readonly notes?: string } {
  const text = notes?.trim() ?? '';
  return text === '' ? {} : { notes: text };
}

/** The data of each week. A week without a phase gets that of its first workout, else that of the week before. */
function weeksOf(
  { weekly_info = {} }: GivenContent,
  { weeks }: Frame,
  workouts: readonly PlannedWorkout[],
): Record<string, WeekMeta> {
  let phase: Phase = 'base';
  const numbers = Array.from({ length: weeks }, (_, index) => index + 1);
  return Object.fromEntries(
    numbers.map((number) => {
      const said = weekly_info[String(number)];
      phase = said?.phase ?? workouts.find(({ week_number }) => week_number === number)?.phase ?? phase;
      const { focus = '', text_source = 'written', notes } = said ?? {};
      return [String(number), { phase, focus: focus.trim(), text_source, ...notesOf(notes) }];
    }),
  );
}
