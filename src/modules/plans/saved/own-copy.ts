import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Queryable } from '../../../infra/db/queryable.ts';
import type { PlanToCopy } from '../../../training/plan-copies/move-plan.ts';
import { type CopyRunner, type OwnContent, ownCopies } from '../../../training/plan-copies/own-copy.ts';
import { type Voice, workoutWords } from '../../planning/index.ts';
import { findActiveUser } from '../../users/index.ts';
import type { SavedPlan } from './saved-plan.ts';

/**
 * Makes athletes' own copies of one plan; see `ownCopies`. A copy of a year takes milliseconds, and there may be hundreds of them, so
 * other requests are served after each.
 */
export function copyist(plan: PlanToCopy, voice: Voice): (runner: CopyRunner) => Promise<OwnContent | null> {
  const copyFor = ownCopies(plan, (workout) => workoutWords(workout, voice, workout.week_number));
  return async (runner) => {
    const own = copyFor(runner);
    await letOthersRun();
    return own;
  };
}

/** The voice for rewriting generated texts: that of the coach who saved the plan, in the language of the plan. */
export async function voiceOf(
  db: Queryable,
  { language, created_by }: Pick<SavedPlan, 'language' | 'created_by'>,
): Promise<Voice> {
  const author = created_by === null ? null : await findActiveUser(db, created_by);
  const { preferences } = author ?? {};
  return {
    language: language ?? preferences?.language ?? 'en',
    persona: preferences?.coach_persona ?? 'rex',
    unit_system: preferences?.unit_system ?? 'metric',
  };
}
