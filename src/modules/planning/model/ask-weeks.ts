import { LANGUAGE_NAMES, quote } from '../../../infra/llm/index.ts';
import type { GoalEvent } from '../../../training/planning/brief.ts';
import { measureSegments } from '../../../training/planning/measure.ts';
import { pacesOf } from '../../../training/planning/paces.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import type { LibraryWorkout, PlanBrief } from '../engine/engine.ts';
import type { Prompts } from './prompt-files.ts';
import { hardMetres, type Slot, type WeekToFill } from './slots.ts';

/** What of every request for a plan is the same. */
export type Asking = {
  readonly brief: PlanBrief;
  readonly prompts: Prompts;
  /** By the references that `nameLibrary` gave. */
  readonly library: ReadonlyMap<string, LibraryWorkout>;
};

/** More than a model reads with care. */
const MOST_OF_LIBRARY = 60;

/** The workouts of the library by short references: our ids are nobody's business, and models misspell them. */
export function nameLibrary(library: readonly LibraryWorkout[]): ReadonlyMap<string, LibraryWorkout> {
  return new Map(library.map((workout, index) => [`L${index + 1}`, workout]));
}

/**
 * What the model is told to fill these weeks. Of the brief only this goes into it: goal and level, language and manner, what the
 * coach wrote, titles of the library. No pace, no heart rate, no history and no date: what follows from them is decided already.
 *
 * @param problems what was wrong with its last answer, in our words
 */
export function askForWeeks(
  weeks: readonly WeekToFill[],
  problems: readonly string[],
  { brief, prompts, library }: Asking,
): { readonly system: string; readonly prompt: string } {
  return prompts.weeks.fill({
    language: languageName(brief),
    manner: mannerOf(brief),
    goal: EVENT_NAMES[brief.goal.event],
    level: brief.runner.experience_level,
    weeks: weeks.map((week) => JSON.stringify(weekAsked(week, brief, library))).join('\n'),
    texts: quote('coach', { ...coachTexts(brief), ...wordsOfWeeks(weeks, brief), ...wordsOfDays(weeks) }),
    library: quote('library', libraryAsked(weeks, library, brief)),
    problems: problemsAsked(problems),
  });
}

const EVENT_NAMES: Readonly<Record<GoalEvent, string>> = {
  '5k': '5 km',
  '10k': '10 km',
  half_marathon: 'half marathon',
  marathon: 'marathon',
  general: 'general fitness, no race',
};

export function languageName({ language }: PlanBrief): string {
  return LANGUAGE_NAMES[language];
}

/** How it is to speak, in sentences. */
export function mannerOf({ persona, unit_system }: PlanBrief): string {
  const manner = persona === 'rex' ? 'Write short, direct and a bit dry.' : 'Write warmly and encouragingly.';
  return `${manner} Name distances in ${unit_system === 'metric' ? 'metres and kilometres' : 'miles, those of the track in metres'}.`;
}

export function coachTexts({ instructions, training_principle, extra_guidance }: PlanBrief) {
  return { instructions, training_principle, extra_guidance };
}

/** Problems come from us: they may stand outside of data. */
function problemsAsked(problems: readonly string[]): string {
  if (problems.length === 0) return '';
  return `Your last answer could not be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}`;
}

function weekAsked({ number, phase, slots }: WeekToFill, brief: PlanBrief, library: Asking['library']) {
  return { week: number, phase, days: slots.map((slot) => dayAsked(slot, brief, library)) };
}

function dayAsked({ base, allowed }: Slot, { runner }: PlanBrief, library: Asking['library']) {
  const { day, workout_type, distance_m, duration_s } = base;
  const chosen = [...library].find(([, { id }]) => id === base.library_workout_id);
  const reference = chosen === undefined ? {} : { library: chosen[0] };
  if (!isRunning(workout_type)) return { day, allowed, about_s: duration_s, ...reference };
  const hard_m = hardMetres(base, runner);
  const hard = Object.keys(hard_m).length === 0 ? {} : { hard_m };
  return { day, allowed, about_m: distance_m, ...hard, ...reference };
}

/** What the coach's draft says these weeks are about. */
function wordsOfWeeks(weeks: readonly WeekToFill[], { draft }: PlanBrief) {
  const said = weeks.flatMap(({ number }) => {
    const focus = draft?.weeks.find((week) => week.number === number)?.focus;
    return focus === undefined ? [] : [{ week: number, focus }];
  });
  return said.length === 0 ? {} : { weeks: said };
}

/** What the coach's draft says of single days beside type and size. */
function wordsOfDays(weeks: readonly WeekToFill[]) {
  const days = weeks.flatMap(({ number, slots }) =>
    slots.flatMap(({ base, words }) => (words === null ? [] : [{ week: number, day: base.day, words }])),
  );
  return days.length === 0 ? {} : { days };
}

/** Workouts of the kinds that these weeks may have, of each kind about as many. */
function libraryAsked(weeks: readonly WeekToFill[], library: Asking['library'], { runner }: PlanBrief) {
  const types = new Set(weeks.flatMap(({ slots }) => slots.flatMap(({ allowed }) => allowed)));
  const most = Math.ceil(MOST_OF_LIBRARY / Math.max(1, types.size));
  return [...types].flatMap((type) =>
    [...library]
      .filter(([, { workout_type }]) => workout_type === type)
      .slice(0, most)
      .map(([reference, { workout_type, title, segments }]) => {
        const running = isRunning(workout_type);
        const { distance_m, duration_s } = measureSegments(segments, pacesOf(runner), running);
        const size = running ? { about_m: roughly(distance_m, 500) } : { about_s: roughly(duration_s, 300) };
        return { reference, workout_type, title, ...size };
      }),
  );
}

function roughly(amount: number, step: number): number {
  return Math.round(amount / step) * step;
}
