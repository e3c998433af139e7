import type { PlanNumbers } from '../planning/brief.ts';
import { CAP_OF_ZONE } from '../planning/limits.ts';
import type { Phase } from '../planning/plan.ts';
import { aimOfWeek } from '../planning/race-of-plan.ts';
import { seededChoice } from '../planning/seeded-choice.ts';
import type { SkeletonWeek } from '../planning/skeleton.ts';
import type { WorkoutType } from '../workout-types.ts';
import { type MainPart, mainPart, type Room } from './quality-session.ts';
import { EMPHASIS, FIRST_WEEK, RACE_ZONE, RECIPES, type Recipe, type Weights } from './recipes.ts';
import type { SegmentBuilder } from './segment-builder.ts';

export type Session = {
  readonly type: WorkoutType;
  readonly key: string;
  readonly main: MainPart;
  readonly points: number;
};

export type SessionToChoose = {
  readonly numbers: PlanNumbers;
  readonly seed: number;
  readonly week: SkeletonWeek;
  readonly phase: Phase;
  /** The number of the hard day in its week, from 0, and the number of hard days. */
  readonly place: number;
  readonly hard_days: number;
  readonly room: Room;
  /** The recipes of the last weeks. */
  readonly lately: readonly string[];
  readonly isOut: (type: WorkoutType, recipe: Recipe) => boolean;
  /** Whether sessions of other phases and events count too. */
  readonly isAny?: boolean;
  /** Whether a session of this size and content may be on this day. */
  readonly fits: (session: Session) => boolean;
};

/** Daniels' points for a minute. */
const POINTS_A_MINUTE = { marathon: 0.4, threshold: 0.6, interval: 1, repetition: 1.5 } as const;

/**
 * A hard session for a day: by phase and goal, different from those of the weeks before, and no larger than there is room for. Where
 * nothing of the phase fits, any other type may. Null where none fits.
 */
export function chooseSession(asked: SessionToChoose, builder: SegmentBuilder): Session | null {
  const { numbers, week, phase, place, hard_days } = asked;
  const emphasis = week.number === 1 ? gentle(phase) : EMPHASIS[aimOfWeek(numbers, week.number)][phase];
  const turn =
    hard_days === 1 && phase !== 'peak' && phase !== 'taper' ? week.number % 2 : Math.min(place, 1);
  const [first, second] = turn === 1 ? [emphasis[1], emphasis[0]] : emphasis;
  const others: readonly Weights[] =
    week.number === 1 ? [] : [{ tempo: 1, fartlek: 1 }, { intervals: 1 }, { hills: 1 }];
  for (const weights of [first, second, ...others]) {
    for (const type of inTurn(weights, asked)) {
      const session = oneOfType(type, asked, builder, asked.isAny === true ? isPossible : suits);
      if (session !== null) return session;
    }
  }
  return null;
}

/** The first week is gentle, except in a taper. */
function gentle(phase: Phase): readonly [Weights, Weights] {
  return phase === 'taper' ? EMPHASIS.general.taper : FIRST_WEEK;
}

/** The types by weight: the first is drawn, the others follow in order. */
function inTurn(weights: Weights, { seed, week, place }: SessionToChoose): ReadonlySet<WorkoutType> {
  const entries = Object.entries(weights) as [WorkoutType, number][];
  const drawn = entries.flatMap(([type, weight]) => Array.from({ length: weight }, () => type));
  const start = seededChoice(seed, [week.number, place, 1], drawn.length);
  return new Set([...drawn.slice(start), ...drawn.slice(0, start)]);
}

/** A session of this type by one of the counted recipes, preferably one that was not used lately. */
export function oneOfType(
  type: WorkoutType,
  asked: SessionToChoose,
  builder: SegmentBuilder,
  counts: (recipe: Recipe, asked: SessionToChoose) => boolean = isPossible,
): Session | null {
  const { numbers, seed, week, place, lately, isOut, fits } = asked;
  const level = numbers.runner.experience_level;
  const fitting = RECIPES.filter(
    (recipe) =>
      recipe.type === type && recipe.levels.includes(level) && counts(recipe, asked) && !isOut(type, recipe),
  ).flatMap((recipe) => sessionOf(recipe, asked.room, builder) ?? []);
  const allowed = fitting.filter(fits);
  const fresh = allowed.filter(({ key }) => !lately.includes(key));
  const among = fresh.length > 0 ? fresh : allowed;
  return among[seededChoice(seed, [week.number, place, 2], among.length)] ?? null;
}

function sessionOf(recipe: Recipe, room: Room, builder: SegmentBuilder): Session | null {
  const main = mainPart(recipe, room, builder);
  if (main === null) return null;
  const points =
    (POINTS_A_MINUTE[CAP_OF_ZONE[recipe.zone] ?? 'marathon'] * builder.hardSeconds(main.segments)) / 60;
  return { type: recipe.type, key: recipe.key, main, points };
}

/** Race pace must be that of the race; all other recipes are possible for any goal. */
function isPossible({ type, zone }: Recipe, { numbers, week }: SessionToChoose): boolean {
  const event = aimOfWeek(numbers, week.number);
  return type !== 'race-pace' || zone === (event === 'general' ? '10k' : RACE_ZONE[event]);
}

/** Training becomes more specific towards the race: before long races the short and fast sessions come early. */
function suits(recipe: Recipe, asked: SessionToChoose): boolean {
  if (!isPossible(recipe, asked)) return false;
  const { numbers, week, phase } = asked;
  const event = aimOfWeek(numbers, week.number);
  const { type, zone } = recipe;
  if (type !== 'intervals') return true;
  const isFar = event !== '5k' && event !== '10k' && event !== 'general';
  if (!isFar || phase === 'base' || phase === 'recovery') return zone !== '10k';
  if (zone === '10k') return event === 'half_marathon';
  const work_m = recipe.form === 'reps' ? recipe.work_m : 0;
  if (zone === 'repetition') return false;
  if (phase === 'build') return work_m >= LEAST_FAR_M.build;
  return event !== 'half_marathon' && work_m >= LEAST_FAR_M.peak;
}

/** The shortest intervals, in metres, when the goal is a half marathon or longer. */
const LEAST_FAR_M = { build: 800, peak: 1_000 };
