import { ApiError } from '../../client/errors.ts';
import { reasonOf } from '../../parts/states.tsx';
import type { Say } from '../../say.tsx';

/** Why a plan could not be changed: the tier by its name where that is why. */
export const reasonOfPlan = (error: unknown, say: Say): string =>
  error instanceof ApiError && error.code === 'feature_not_enabled'
    ? say('triage.plan.feature')
    : reasonOf(error, say);
