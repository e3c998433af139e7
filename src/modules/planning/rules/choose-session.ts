import type { PlanNumbers } from '../../../training/planning/brief.ts';
import type { Constraints } from '../../../training/planning/constraints.ts';
import type { Phase } from '../../../training/planning/plan.ts';
import { aimOfWeek } from '../../../training/planning/race-of-plan.ts';
import { seededChoice } from '../../../training/planning/seeded-choice.ts';
import type { SkeletonWeek } from '../../../training/planning/skeleton.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { Kit } from './kit.ts';
import { type MainPart, mainPart, type Room } from './quality-session.ts';
import { EMPHASIS, FIRST_WEEK, RACE_ZONE, RECIPES, type Recipe, type Weights } from './recipes.ts';

export type Session = { readonly type: WorkoutType; readonly key: string; readonly main: MainPart };

export type SessionToChoose = {
  readonly numbers: PlanNumbers;
  readonly constraints: Constraints;
  readonly seed: number;
  readonly week: SkeletonWeek;
  /** Which hard day of the week, from 0, of how many. */
  readonly slot: number;
  readonly slots: number;
  readonly room: Room;
  /** Keys of sessions lately, and kinds that the week has already. */
  readonly lately: readonly string[];
  readonly taken: readonly WorkoutType[];
};

/** A hard session for a day: by phase and goal, not that of the weeks before, no larger than there is room for. Null: none fits. */
export function chooseSession(asked: SessionToChoose, kit: Kit): Session | null {
  const { numbers, constraints, week, slot, slots, taken } = asked;
  const emphasis =
    week.number === 1 ? gentle(week.phase) : EMPHASIS[aimOfWeek(numbers, week.number)][week.phase];
  // With one hard day a week the two kinds take turns.
  const turn =
    slots === 1 && week.phase !== 'peak' && week.phase !== 'taper' ? week.number % 2 : Math.min(slot, 1);
  const first = emphasis[turn === 1 ? 1 : 0];
  const second = emphasis[turn === 1 ? 0 : 1];
  for (const weights of [first, second, { tempo: 1, fartlek: 1 }]) {
    const entries = Object.entries(weights) as [WorkoutType, number][];
    const kinds = entries.filter(([type]) => !constraints.exclude.includes(type) && !taken.includes(type));
    const session = oneOf(kinds, asked, kit);
    if (session !== null) return session;
  }
  return null;
}

/** The first week is for finding the way in. A race at its end is prepared for all the same. */
function gentle(phase: Phase): readonly [Weights, Weights] {
  return phase === 'taper' ? EMPHASIS.general.taper : FIRST_WEEK;
}

/** One of the kinds by weight; the others in turn where nothing of it fits. */
function oneOf(kinds: readonly [WorkoutType, number][], asked: SessionToChoose, kit: Kit): Session | null {
  const { seed, week, slot } = asked;
  const drawn = kinds.flatMap(([type, weight]) => Array.from({ length: weight }, () => type));
  const start = seededChoice(seed, [week.number, slot, 1], drawn.length);
  const order = new Set([...drawn.slice(start), ...drawn.slice(0, start)]);
  for (const type of order) {
    const session = sessionOfType(type, asked, kit, true);
    if (session !== null) return session;
  }
  return null;
}

/**
 * A session of this kind, one that was not there lately if there is any, and one that suits what the week prepares for; `strictly`
 * none but such.
 */
export function sessionOfType(
  type: WorkoutType,
  asked: SessionToChoose,
  kit: Kit,
  strictly = false,
): Session | null {
  return (
    sessionAmong(type, asked, kit, suits) ?? (strictly ? null : sessionAmong(type, asked, kit, isPossible))
  );
}

function sessionAmong(
  type: WorkoutType,
  asked: SessionToChoose,
  kit: Kit,
  counts: (recipe: Recipe, asked: SessionToChoose) => boolean,
): Session | null {
  const { numbers, seed, week, slot, room, lately } = asked;
  const level = numbers.runner.experience_level;
  const fitting = RECIPES.filter(
    (recipe) => recipe.type === type && counts(recipe, asked) && recipe.levels.includes(level),
  )
    .map((recipe) => ({ recipe, main: mainPart(recipe, room, kit) }))
    .filter((one): one is { recipe: Recipe; main: MainPart } => one.main !== null);
  const fresh = fitting.filter(({ recipe }) => !lately.includes(recipe.key));
  const among = fresh.length > 0 ? fresh : fitting;
  const chosen = among[seededChoice(seed, [week.number, slot, 2], among.length)];
  return chosen === undefined ? null : { type, key: chosen.recipe.key, main: chosen.main };
}

/** Race pace is that of the race; anything else may be run by anybody. */
function isPossible({ type, zone }: Recipe, { numbers, week }: SessionToChoose): boolean {
  const event = aimOfWeek(numbers, week.number);
  return type !== 'race-pace' || zone === (event === 'general' ? '10k' : RACE_ZONE[event]);
}

/** The nearer the race, the more like it: who prepares for hours of running has its short and fast sessions early on. */
function suits(recipe: Recipe, asked: SessionToChoose): boolean {
  if (!isPossible(recipe, asked)) return false;
  const { numbers, week } = asked;
  const event = aimOfWeek(numbers, week.number);
  const { type, zone } = recipe;
  if (type !== 'intervals') return true;
  if (event !== 'half_marathon' && event !== 'marathon') return zone !== '10k';
  if (week.phase === 'base' || week.phase === 'recovery') return zone !== '10k';
  if (zone === '10k') return event === 'half_marathon';
  const work_m = recipe.form === 'reps' ? recipe.work_m : 0;
  if (zone === 'repetition') return false;
  if (week.phase === 'build') return work_m >= LEAST_FAR_M.build;
  return event === 'marathon' && work_m >= LEAST_FAR_M.peak;
}

/** The shortest intervals of those who prepare for a half marathon or a marathon. */
const LEAST_FAR_M = { build: 800, peak: 1_000 };
