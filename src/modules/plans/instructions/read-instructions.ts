import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import type { Wishes } from '../../../training/planning/wishes.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import type { PlanFault } from '../engine/faults.ts';
import { planFault } from '../words/fault-words.ts';
import { contradictionsIn, type Said } from './contradictions.ts';
import { readParts, readSentence } from './read-sentence.ts';
import { sentencesOf } from './sentences.ts';

/** The free text of a request for a plan. */
export type CoachTexts = {
  readonly instructions: string | null;
  readonly training_principle: string | null;
  readonly extra_guidance: string | null;
};

/** What was made of it. Sentences are quoted as they stand; each is in one of the three lists. */
export type InstructionsRead = {
  readonly wishes: Wishes;
  readonly understood: readonly string[];
  /** Of the principle, which the request's own texts go before. */
  readonly overruled: readonly string[];
  readonly not_understood: readonly string[];
  /** What contradicts itself or the training days: empty, or nothing can be planned. */
  readonly faults: readonly PlanFault[];
};

/**
 * Reads what can be read by rules, in any of the languages: days off, the day of the long run, the largest and the first week, the
 * longest run, and kinds of workouts that are not wanted. A sentence counts only where all of its form is known, so that none is
 * taken for its opposite; the rest is for whoever reads the plan.
 */
export function readInstructions(
  texts: CoachTexts,
  options: { readonly workout_days: readonly Weekday[] },
): InstructionsRead {
  const own = [...saidIn(texts, 'instructions'), ...saidIn(texts, 'extra_guidance')];
  const principle = saidIn(texts, 'training_principle');
  const faults = contradictionsIn(own, options.workout_days);
  // A principle is for everybody; who asks for one plan knows better. It is never a reason to refuse.
  const kept = [...own];
  const overruled: Said[] = [];
  for (const one of principle) {
    const all = [...kept, one];
    const fits = contradictionsIn(all, options.workout_days).length <= faults.length;
    if (fits && leavesDays(all, options.workout_days)) kept.push(one);
    else overruled.push(one);
  }
  const stop = leavesDays(own, options.workout_days)
    ? faults
    : [...faults, planFault(own.findLast(isDaysOff)?.path ?? 'instructions', 'no_training_days', {})];
  return {
    wishes: wishesOf(kept),
    understood: quotesOf(kept.filter(({ request }) => request !== null)),
    overruled: quotesOf(overruled),
    not_understood: quotesOf(kept.filter(({ request }) => request === null)),
    faults: stop,
  };
}

function isDaysOff({ request }: Said): boolean {
  return request?.asked === 'days_off';
}

function leavesDays(said: readonly Said[], workout_days: readonly Weekday[]): boolean {
  const { days_off } = wishesOf(said);
  return workout_days.some((day) => !days_off.includes(day));
}

/** Each request of a text with the words it was made in; none for words that ask for nothing known. */
function saidIn(texts: CoachTexts, path: keyof CoachTexts): Said[] {
  return sentencesOf(texts[path]).flatMap((sentence) => {
    const whole = readSentence(sentence);
    const parts = whole === null ? readParts(sentence) : [{ text: sentence, requests: whole }];
    return parts.flatMap(({ text, requests }): Said[] =>
      requests === null
        ? [{ path, text, request: null }]
        : requests.map((request) => ({ path, text, request })),
    );
  });
}

function quotesOf(said: readonly Said[]): string[] {
  return [...new Set(said.map(({ text }) => text))];
}

function wishesOf(said: readonly Said[]): Wishes {
  const requests = said.flatMap(({ request }) => (request === null ? [] : [request]));
  const distance = (asked: 'most_weekly_m' | 'first_week_m' | 'longest_run_m') =>
    requests.flatMap((one) => (one.asked === asked && 'distance_m' in one ? [one.distance_m] : []))[0] ??
    null;
  const off = requests.flatMap((one) => (one.asked === 'days_off' ? one.days : []));
  const without = requests.flatMap((one) => (one.asked === 'without' ? one.types : []));
  return {
    days_off: WEEKDAYS.filter((day) => off.includes(day)),
    long_run_day: requests.flatMap((one) => (one.asked === 'long_run_day' ? [one.day] : []))[0] ?? null,
    most_weekly_m: distance('most_weekly_m'),
    first_week_m: distance('first_week_m'),
    longest_run_m: distance('longest_run_m'),
    without: WORKOUT_TYPES.filter((type) => without.includes(type)),
  };
}
