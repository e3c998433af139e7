import type { DraftAmount, DraftSession } from '../planning/draft.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import type { WorkoutType } from '../workout-types.ts';
import { RECIPES } from './recipes.ts';

/** The jogging after a stretch as a share of it, where no recipe has that stretch. */
const JOG_SHARE: Readonly<Partial<Record<ZoneName, number>>> = { interval: 0.5, repetition: 1 };
const OTHER_JOG_SHARE = 0.2;
const MOST_JOG_M = 1_000;
const MOST_JOG_S = 4 * 60;

/** The jogging after a stretch: that of the session, else that of a recipe, else a share of the stretch. */
export function recoveryAfter(
  work: DraftAmount,
  type: WorkoutType,
  zone: ZoneName,
  rest: DraftSession['rest'],
): DraftAmount {
  if (rest !== null) return rest;
  if ('distance_m' in work) {
    const recipe = RECIPES.find(
      (one) =>
        one.form === 'reps' && one.type === type && one.zone === zone && one.work_m === work.distance_m,
    );
    if (recipe?.form === 'reps') return { distance_m: recipe.jog_m };
    const share = type === 'hills' ? 1 : (JOG_SHARE[zone] ?? OTHER_JOG_SHARE);
    return { distance_m: between(100, MOST_JOG_M, Math.round((share * work.distance_m) / 100) * 100) };
  }
  const { duration_s } = work;
  const usual = RECIPES.flatMap((one) => (one.form === 'timed' && one.type === type ? one.pairs : []));
  const pair = usual.find(([hard_s]) => hard_s === duration_s);
  if (pair !== undefined) return { duration_s: pair[1] };
  const share = type === 'hills' ? 2 : zone === 'threshold' ? 0.25 : zone === 'repetition' ? 2 : 0.75;
  return { duration_s: between(30, MOST_JOG_S, Math.round((share * duration_s) / 15) * 15) };
}

/** The easy seconds after each stretch of a ladder by its recipe; null where no recipe has the ladder. */
export function recoveriesOfLadder(
  works: readonly DraftAmount[],
  type: WorkoutType,
): readonly number[] | null {
  const ladder = RECIPES.find(
    (one) =>
      one.form === 'timed' &&
      one.type === type &&
      one.pairs.length === works.length &&
      one.pairs.every(([hard_s], index) => {
        const work = works[index];
        return work !== undefined && 'duration_s' in work && work.duration_s === hard_s;
      }),
  );
  return ladder?.form === 'timed' ? ladder.pairs.map(([, easy_s]) => easy_s) : null;
}

function between(least: number, most: number, value: number): number {
  return Math.min(most, Math.max(least, value));
}
