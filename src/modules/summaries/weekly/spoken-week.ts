import { weekdayOf } from '../../../shared/calendar.ts';
import { restAround } from '../../../training/race-events.ts';
import type { RunnerForm } from '../../../training/runner-score.ts';
import { LONGEST_DAYS } from '../../../training/volume-change.ts';
import { phrase } from '../../../words/index.ts';
import { paceWords, sumWords, timeTakenWords } from '../../../words/measure-words.ts';
import type { SpokenFacts, Voice } from '../facts.ts';
import { factsOfRace, type SpokenRace, speakRace } from '../spoken-race.ts';
import type { WeekFacts } from './week-facts.ts';

export const WEEK_KINDS = [
  'nothing',
  'no_run',
  'begun',
  'untold',
  'less',
  'steady',
  'rebound',
  'more',
  'much_more',
  'leap',
  'before_race',
  'raced',
  'after_race',
] as const;
type WeekKind = (typeof WEEK_KINDS)[number];

/**
 * How the runner score went, which looks back on many weeks: `fell_anyway` where it fell after a week that was praised, `fell_resting`
 * where less was run around a race. `alone` has nothing to compare it with.
 */
export const SCORE_WAYS = ['alone', 'stayed', 'rose', 'fell', 'fell_anyway', 'fell_resting'] as const;
type ScoreWay = (typeof SCORE_WAYS)[number];

const PRAISED: readonly WeekKind[] = [
  'no_run',
  'begun',
  'untold',
  'steady',
  'rebound',
  'more',
  'much_more',
  'leap',
];
const AROUND_RACES: readonly WeekKind[] = ['before_race', 'raced', 'after_race'];

/** The figures of a week as one person reads them; what there is nothing to say of is not there. */
export type SpokenWeek = {
  readonly kind: WeekKind;
  readonly raced?: SpokenRace;
  readonly runs: number;
  readonly run?: { readonly distance?: string; readonly time: string; readonly pace?: string };
  readonly usual?: { readonly distance: string; readonly share: string };
  /** By how much more than the best of the weeks before; without a share where that would be a number nobody understands. */
  readonly grown?: { readonly distance: string; readonly share?: string };
  /** A run that was longer than any of so many `days` before. */
  readonly longer?: {
    readonly day: string;
    readonly days: string;
    readonly share?: string;
    readonly is_far: boolean;
  };
  readonly longest?: { readonly distance: string; readonly day: string };
  readonly fastest?: { readonly pace: string; readonly day: string };
  readonly others: number;
  readonly other_time?: string;
  /** `days` of 0 is today. */
  readonly race?: { readonly days: number; readonly words: string };
  readonly score?: SpokenScore;
};

export type SpokenScore = {
  readonly way: ScoreWay;
  readonly now: number;
  /** As `now` where there is nothing to compare with. */
  readonly before: number;
  /** What moved it most; null where nothing did. */
  readonly by: keyof RunnerForm | null;
};

/** Less than usual by so much is less, in per cent. */
const LESS_PERCENT = -10;
/** More than so many times as much is told without its share. */
const MOST_PERCENT = 200;
/** What a distance to a tenth of a kilometre says nothing of. */
const LEAST_M = 100;
/** Of a race that is further away nobody counts days, and nobody rests for it. */
const RACE_DAYS = 200;

export function speakWeek(facts: WeekFacts, voice: Voice): SpokenWeek {
  const { running, other, race } = facts;
  const kind = kindOf(facts);
  const score = spokenScore(facts, kind);
  return {
    kind,
    ...spokenRaced(facts, voice),
    runs: running.activities,
    ...(running.activities === 0 ? {} : { run: spokenRun(facts, voice) }),
    ...spokenUsual(facts, kind, voice),
    ...spokenBest(facts, voice),
    ...spokenLonger(facts, voice),
    others: other.activities,
    ...(other.activities === 0 ? {} : { other_time: timeWords(other.time_s, voice) }),
    ...(race === null || race.days_left > RACE_DAYS
      ? {}
      : { race: { days: race.days_left, words: daysOf(race.days_left, voice) } }),
    ...(score === null ? {} : { score }),
  };
}

function spokenScore({ runner_score: now, score_move: move }: WeekFacts, kind: WeekKind): SpokenScore | null {
  if (now === null) return null;
  if (move == null) return { way: 'alone', now, before: now, by: null };
  const { before, by } = move;
  if (by === null) return { way: 'stayed', now, before, by };
  if (now > before) return { way: 'rose', now, before, by };
  if (AROUND_RACES.includes(kind)) return { way: 'fell_resting', now, before, by };
  return { way: PRAISED.includes(kind) ? 'fell_anyway' : 'fell', now, before, by };
}

const RISES: readonly WeekKind[] = ['more', 'much_more', 'leap'];

function kindOf({
  activities,
  running,
  change_percent,
  growth,
  race,
  raced,
  is_recovery,
}: WeekFacts): WeekKind {
  if (raced != null) return 'raced';
  const isLess = running.activities === 0 || (change_percent !== null && change_percent <= LESS_PERCENT);
  if (isLess && is_recovery === true) return 'after_race';
  if (isLess && race !== null && race.days_left <= restAround(race.distance_m).taper_days)
    return 'before_race';
  if (activities === 0) return 'nothing';
  if (running.activities === 0) return 'no_run';
  if (growth == null) return change_percent === null ? 'begun' : 'untold';
  return growth.grade;
}

function spokenRun({ running }: WeekFacts, voice: Voice): NonNullable<SpokenWeek['run']> {
  const { distance_m, time_s, pace_s_per_km } = running;
  const time = timeWords(time_s, voice);
  // Nor is there a pace of it.
  if (distance_m < LEAST_M) return { time };
  return {
    distance: sumWords(distance_m, voice),
    time,
    ...(pace_s_per_km === null ? {} : { pace: paceWords(pace_s_per_km, voice) }),
  };
}

function spokenUsual(facts: WeekFacts, kind: WeekKind, voice: Voice): Partial<SpokenWeek> {
  const { running, usual_run_m, change_percent, growth } = facts;
  if (running.distance_m < LEAST_M) return {};
  if (growth?.best_m != null && growth.best_m >= LEAST_M && RISES.includes(kind))
    return { grown: { distance: sumWords(growth.best_m, voice), ...shareOf(growth.over_best_percent) } };
  if (usual_run_m === null || usual_run_m < LEAST_M || change_percent === null) return {};
  if (change_percent > LESS_PERCENT || kind === 'raced' || kind === 'untold') return {};
  return { usual: { distance: sumWords(usual_run_m, voice), share: `${-change_percent}%` } };
}

function shareOf(percent: number): { readonly share?: string } {
  return percent > MOST_PERCENT ? {} : { share: `${percent}%` };
}

function spokenLonger({ longer_run }: WeekFacts, voice: Voice): Partial<SpokenWeek> {
  if (longer_run == null) return {};
  const { date, percent, is_far } = longer_run;
  const day = dayOf(date, voice);
  return { longer: { day, days: daysOf(LONGEST_DAYS, voice), is_far, ...shareOf(percent) } };
}

function spokenRaced({ raced }: WeekFacts, voice: Voice): Partial<SpokenWeek> {
  if (raced == null) return {};
  const day = dayOf(raced.date, voice);
  return { raced: speakRace({ ...raced, day }, voice) };
}

function spokenBest({ longest_run, fastest_run }: WeekFacts, voice: Voice): Partial<SpokenWeek> {
  const longest = longest_run && {
    distance: sumWords(longest_run.distance_m, voice),
    day: dayOf(longest_run.date, voice),
  };
  const fastest = fastest_run && {
    pace: paceWords(fastest_run.pace_s_per_km, voice),
    day: dayOf(fastest_run.date, voice),
  };
  return {
    ...(longest === null || longest_run === null || longest_run.distance_m < LEAST_M ? {} : { longest }),
    ...(fastest === null ? {} : { fastest }),
  };
}

function dayOf(date: string, { language }: Voice): string {
  return phrase(language, `measures.weekday.${weekdayOf(date)}`);
}

function daysOf(n: number, { language }: Voice): string {
  return phrase(language, 'measures.days', { n });
}

function timeWords(time_s: number, voice: Voice): string {
  return timeTakenWords(time_s < 60 ? time_s : Math.round(time_s / 60) * 60, voice);
}

function list(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ');
}

/** The same as a model gets to read it. @param words what the week was like, and what moved the score */
export function factsOfSpoken(
  week: SpokenWeek,
  week_start: string,
  words: { readonly assessment: string; readonly score_because: string | undefined },
): SpokenFacts {
  const { race, score } = week;
  const facts: Record<string, string | number | undefined> = {
    week_of: week_start,
    assessment: words.assessment,
    runs: week.runs,
    distance_run: week.run?.distance,
    time_run: week.run?.time,
    average_pace: week.run?.pace,
    ...(week.raced && factsOfRace(week.raced)),
    distance_of_a_usual_week: week.usual?.distance,
    less_than_usual_by: week.usual?.share,
    best_of_the_weeks_before: week.grown?.distance,
    more_than_the_best_of_the_weeks_before_by: week.grown?.share,
    longer_than_any_run_before: week.longer && list(week.longer.day, week.longer.share, week.longer.days),
    longest_run: week.longest && `${week.longest.distance} (${week.longest.day})`,
    fastest_run: week.fastest && `${week.fastest.pace} (${week.fastest.day})`,
    other_workouts: week.others === 0 ? undefined : week.others,
    time_of_other_workouts: week.other_time,
    time_until_the_race: race && (race.days === 0 ? undefined : race.words),
    race_is_today: race?.days === 0 ? 'yes' : undefined,
    runner_score_of_100: score?.now,
    runner_score_a_week_earlier: score === undefined || score.way === 'alone' ? undefined : score.before,
    runner_score_moved_because: words.score_because,
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, String(fact)]])),
  );
}
