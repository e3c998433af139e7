import { defineError, type ErrorDetail, validationError } from '../../shared/errors.ts';
import { defineQuota } from '../../shared/quotas.ts';
import { faultOfLine, readLine } from '../../training/plan-input/one-line.ts';
import { MAX_DRAFTS } from './drafts/draft.ts';

export const noSuchWorkout = defineError('not_found', 404, 'There is no such workout in the library.');
export const tooManyWorkouts = defineQuota(
  'library_workouts',
  ({ used, limit }) =>
    `The library of the organization has ${used} workouts, and may have ${limit}. Delete some that nobody uses.`,
);
export const tooManyWords = defineQuota(
  'library_bytes',
  ({ used, limit }) =>
    `The workouts of the library have ${used} bytes of words and segments together, and may have ${limit}. Delete some that nobody uses.`,
);
export const noSuchPlan = defineError('not_found', 404, 'There is no such plan.');
export const noSuchPlannedWorkout = defineError('not_found', 404, 'There is no such workout in the plan.');
export const noSuchDraft = defineError('not_found', 404, 'There is no such draft of yours.');
export const draftChanged = defineError(
  'draft_changed',
  409,
  'The draft was changed since, such as in another tab. Nothing was stored: `current` has the other one.',
);
export const tooManyDrafts = defineError(
  'conflict',
  409,
  `You keep ${MAX_DRAFTS} drafts in this organization, which is as many as there may be. Delete some.`,
);
export const notAssigned = defineError('not_found', 404, 'This athlete does not have the plan.');
export const nothingToRestore = defineError(
  'not_found',
  404,
  'This plan was not taken back from the athlete within 24 hours, or they have it again. Give it anew instead.',
);
export const tooManyPlans = defineQuota(
  'plans',
  ({ used, limit }) =>
    `The organization has ${used} saved plans, and may have ${limit}. Delete some that nobody follows.`,
);

const MAX_FAULTS = 20;

type Faults = { readonly faults: readonly ErrorDetail[] };

/** Returns what was read. @throws validationError that names the first of the faults and lists them */
export function requireRead<Read extends object>(read: Read | Faults): Read {
  if (isFaulty(read)) throw faulty(read.faults);
  return read;
}

/** @throws validationError that names the first of the faults and lists them */
export function requireNoFaults(faults: readonly ErrorDetail[]): void {
  if (faults.length > 0) throw faulty(faults);
}

function isFaulty(read: object): read is Faults {
  return 'faults' in read;
}

function faulty(faults: readonly ErrorDetail[]) {
  const [first] = faults;
  const message = first && `${first.path}: ${first.message}.`;
  return validationError({ ...(message && { message }), details: faults.slice(0, MAX_FAULTS) });
}

/** One line as it is stored. @throws validationError where the line is too long */
export function requireLine(text: string, path: string, most: number): string {
  const faults = faultOfLine(text, path, most);
  if (faults.length > 0) throw faulty(faults);
  return readLine(text);
}
