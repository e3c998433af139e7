import { MAX_DETAILS } from '../../../http/validate.ts';
import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { invalidField, unauthenticated, validationError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { Language } from '../../../shared/languages.ts';
import { type CheckedContent, checkedContent } from '../../../training/plan-copies/check-content.ts';
import type { PlanFrame } from '../../../training/plan-copies/context-of-content.ts';
import { type GivenContent, readContent } from '../../../training/plan-input/read-content.ts';
import { findingFault } from '../../../training/plan-request/plan-fault.ts';
import type { Goal } from '../../../training/planning/brief.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import { findPeopleOfGroups, noSuchGroup } from '../../groups/index.ts';
import { faultWords } from '../../planning/index.ts';
import { findActiveUser } from '../../users/index.ts';
import { requireRead } from '../errors.ts';
import { findKnownWorkouts } from '../library/queries.ts';
import { MAX_ATHLETES_AT_ONCE } from './saved-plan.ts';

/** The range of start days: the database has no others, and calendars with four-digit years end with them. */
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '9998-01-01';

/** @throws invalidField for a day on which no plan can start */
export function requireStart(start_date: string): void {
  if (start_date < FIRST_DAY || start_date > LAST_DAY) {
    throw invalidField('start_date', `must be from ${FIRST_DAY} to ${LAST_DAY}`);
  }
}

export type GoalInput = {
  readonly event: Goal['event'];
  readonly race_date?: string | null;
  readonly target_time_s?: number | null;
};

/** @throws invalidField for a race before the start of the plan */
export function readGoal(goal: GoalInput | null | undefined, start_date: string): Goal {
  const { event = 'general', race_date = null, target_time_s = null } = goal ?? {};
  if (race_date !== null && race_date < start_date) {
    throw invalidField('goal.race_date', `must not be before the first day of the plan, ${start_date}`);
  }
  return { event, race_date, target_time_s };
}

/** The content as it is saved; see `readContent` and `checkContent`. */
export async function acceptContent(
  db: Queryable,
  given: GivenContent,
  { org_id, actor_id, ...frame }: PlanFrame & { readonly org_id: string; readonly actor_id: string },
): Promise<CheckedContent & { readonly language: Language }> {
  const workout_ids = given.content.flatMap(({ library_workout_id: id }) => (id === undefined ? [] : [id]));
  const library = await findKnownWorkouts(db, { org_id, workout_ids });
  const language = await languageOf(db, actor_id);
  const { content } = requireRead(readContent(given, frame, { library, newId }));
  return { ...checkContent(content, frame, language), language };
}

/**
 * Content as it is saved; see `checkedContent`.
 *
 * @param language the language of the messages
 * @throws validationError for a plan that contradicts itself, with every finding that is `invalid`
 */
export function checkContent(content: PlanContent, frame: PlanFrame, language: Language): CheckedContent {
  const checked = checkedContent(content, frame);
  if (!('invalid' in checked)) return checked;
  const details = checked.invalid.slice(0, MAX_DETAILS).map(({ path, finding }) => ({
    path,
    message: faultWords(findingFault(path, 'plan_unsafe', finding), language),
  }));
  const [first] = details;
  throw validationError({ ...(first && { message: `${first.path}: ${first.message}` }), details });
}

async function languageOf(db: Queryable, user_id: string): Promise<Language> {
  const user = await findActiveUser(db, user_id);
  if (user === null) throw unauthenticated();
  return user.preferences.language;
}

export type Whom = { readonly athlete_ids?: readonly string[]; readonly group_ids?: readonly string[] };
export type Giving = Whom & { readonly start_date?: string };

/** @throws invalidField where the request names nobody */
export function requireSomebody({ athlete_ids, group_ids }: Whom): void {
  if (athlete_ids === undefined && group_ids === undefined)
    throw invalidField('athlete_ids', 'is required where there are no group_ids');
}

/**
 * The athletes of a request, each once.
 *
 * @throws noSuchGroup; invalidField for more athletes than can get a plan at once
 */
export async function readWhom(
  tx: Transaction,
  org_id: string,
  { athlete_ids = [], group_ids = [] }: Whom,
): Promise<string[]> {
  const named = athlete_ids.map((id) => id.toLowerCase());
  if (group_ids.length === 0) return [...new Set(named)];
  const wanted = new Set(group_ids.map((id) => id.toLowerCase()));
  const found = await findPeopleOfGroups(tx, {
    org_id,
    group_ids: [...wanted],
    limit: MAX_ATHLETES_AT_ONCE + 1,
  });
  if (found.group_ids.length < wanted.size) throw noSuchGroup();
  const all = new Set([...named, ...found.user_ids]);
  if (all.size > MAX_ATHLETES_AT_ONCE) {
    const message = `with the members of these groups that are more than ${MAX_ATHLETES_AT_ONCE} athletes: give it to them in parts`;
    throw invalidField('group_ids', message);
  }
  return [...all];
}
