import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import { type Constraints, NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';
import type { DraftWeek } from '../../../training/planning/draft.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import type { PlanFault } from '../engine/faults.ts';
import { planFault } from '../words/fault-words.ts';
import { quotedLine } from '../words/quoted-line.ts';
import { weekAgainst } from './against-draft.ts';
import { contradictionsIn, type Said } from './contradictions.ts';
import { isFollowed, type Request, readParts, readSentence } from './read-sentence.ts';
import { sentencesOf } from './sentences.ts';

/** The free text of a request for a plan. */
export type CoachTexts = {
  readonly instructions: string | null;
  readonly training_principle: string | null;
  readonly extra_guidance: string | null;
};

/** What was made of it. Sentences are quoted as they stand; each is in one of the three lists. */
export type InstructionsRead = {
  readonly constraints: Constraints;
  readonly understood: readonly string[];
  /** Of the principle, which the request's own texts go before, and of the instructions, which the draft was made after. */
  readonly overruled: readonly string[];
  readonly not_understood: readonly string[];
  /** What contradicts itself, the training days or the draft: empty, or nothing can be planned. */
  readonly faults: readonly PlanFault[];
};

type ReadOptions = {
  readonly workout_days: readonly Weekday[];
  /** Those that the request itself names; the others are of the draft, or usual. */
  readonly asked_days?: readonly Weekday[] | null;
  /** Nobody asked for just these days. */
  readonly days_are_open?: boolean;
  /** Made after the instructions and the principle, which give way to it, and before the guidance. */
  readonly draft_weeks?: readonly DraftWeek[] | null;
};

/**
 * Reads what can be read by rules, in any of the languages: days off, how many days a week, the day of the long run, the largest and the first week, the
 * longest run, and kinds of workouts that are not wanted. A sentence counts only where all of its form is known, so that none is
 * taken for its opposite; the rest is for whoever reads the plan.
 */
export function readInstructions(texts: CoachTexts, options: ReadOptions): InstructionsRead {
  const { workout_days } = options;
  const days = { workout_days, are_open: options.days_are_open ?? false };
  const inDraft = (one: Said) => weekAgainst(one.request, options.draft_weeks ?? null);
  const all_instructions = saidIn(texts, 'instructions');
  const instructions = Map.groupBy(all_instructions, (one) => inDraft(one) === null);
  const guidance = saidIn(texts, 'extra_guidance');
  const own = [...(instructions.get(true) ?? []), ...guidance];
  const overruled: Said[] = [...(instructions.get(false) ?? [])];
  const set_aside_faults =
    overruled.length === 0
      ? []
      : contradictionsIn(all_instructions, { workout_days: WEEKDAYS, are_open: true });
  const faults = [
    ...contradictionsIn(own, days),
    // What contradicts itself does so whatever the draft says.
    ...set_aside_faults.filter(({ values }) => overruled.some(({ text }) => isNamed(text, values))),
    ...guidance.flatMap((one) => {
      const week = inDraft(one);
      return week === null ? [] : [againstDraft(one, week)];
    }),
  ];
  // A principle is for everybody; who asks for one plan knows better. It is never a reason to refuse.
  const kept = [...own];
  const before = contradictionsIn(own, days).length;
  for (const one of saidIn(texts, 'training_principle')) {
    if (one.request === null) {
      kept.push(one);
      continue;
    }
    const all = [...kept, one];
    const fits = inDraft(one) === null && contradictionsIn(all, days).length <= before;
    if (fits && leavesDays(all, workout_days)) kept.push(one);
    else overruled.push(one);
  }
  const leftOver =
    leavesDays(own, workout_days) && leavesDays(all_instructions, options.asked_days ?? WEEKDAYS);
  const stop = leftOver
    ? faults
    : [
        ...faults,
        planFault([...overruled, ...own].findLast(isDaysOff)?.path ?? 'instructions', 'no_training_days', {}),
      ];
  const set_aside = quotesOf(overruled);
  const understood = quotesOf(kept.filter(isUnderstood)).filter((quote) => !set_aside.includes(quote));
  return {
    constraints: wishesOf(kept),
    understood,
    overruled: set_aside,
    not_understood: quotesOf(kept.filter((one) => !isUnderstood(one))),
    faults: stop,
  };
}

function isUnderstood({ request }: Said): boolean {
  return request !== null && isFollowed(request);
}

function isNamed(text: string, { one, other }: PlanFault['values']): boolean {
  const quote = quotedLine(text);
  return quote === one || quote === other;
}

function againstDraft({ path, text }: Said, week: number): PlanFault {
  return planFault(path, 'instructions_contradict', { one: quotedLine(text), week });
}

function isDaysOff({ request }: Said): boolean {
  return request?.asked === 'days_off';
}

function leavesDays(said: readonly Said[], workout_days: readonly Weekday[]): boolean {
  const { days_off } = wishesOf(said);
  return workout_days.some((day) => !days_off.includes(day));
}

/** Nobody asks for so much; what comes after is for people, since each is held against all others. */
const MOST_REQUESTS = 50;

/** Each request of a text with the words it was made in; none for words that ask for nothing known. */
function saidIn(texts: CoachTexts, path: keyof CoachTexts): Said[] {
  let requests = 0;
  return saidOf(texts, path).map((one) => {
    if (one.request !== null) requests += 1;
    return requests > MOST_REQUESTS ? { ...one, request: null } : one;
  });
}

function saidOf(texts: CoachTexts, path: keyof CoachTexts): Said[] {
  return sentencesOf(texts[path]).flatMap((sentence) => {
    const whole = readSentence(sentence);
    const parts =
      whole === null || isMixed(whole) ? readParts(sentence) : [{ text: sentence, requests: whole }];
    return parts.flatMap(({ text, requests }): Said[] =>
      requests === null || isMixed(requests)
        ? [{ path, text, request: null }]
        : requests.map((request) => ({ path, text, request })),
    );
  });
}

/** Of a sentence that plans go by in part each part is quoted by itself. */
function isMixed(requests: readonly Request[]): boolean {
  return requests.some(isFollowed) && !requests.every(isFollowed);
}

function quotesOf(said: readonly Said[]): string[] {
  return [...new Set(said.map(({ text }) => text))];
}

function wishesOf(said: readonly Said[]): Constraints {
  const requests = said.flatMap(({ request }) => (request === null ? [] : [request]));
  const distance = (asked: 'max_weekly_distance_m' | 'first_week_distance_m' | 'longest_run_m') =>
    requests.flatMap((one) => (one.asked === asked && 'distance_m' in one ? [one.distance_m] : []))[0] ??
    null;
  const off = requests.flatMap((one) => (one.asked === 'days_off' ? one.days : []));
  const exclude = requests.flatMap((one) => (one.asked === 'without' ? one.types : []));
  return {
    ...NO_CONSTRAINTS,
    days_off: WEEKDAYS.filter((day) => off.includes(day)),
    long_run_day: requests.flatMap((one) => (one.asked === 'long_run_day' ? [one.day] : []))[0] ?? null,
    days_per_week: requests.flatMap((one) => (one.asked === 'days_per_week' ? [one.count] : []))[0] ?? null,
    max_weekly_distance_m: distance('max_weekly_distance_m'),
    first_week_distance_m: distance('first_week_distance_m'),
    longest_run_m: distance('longest_run_m'),
    exclude: WORKOUT_TYPES.filter((type) => exclude.includes(type)),
  };
}
