import type { UserActor } from '../../../http/actor.ts';
import { addDays } from '../../../shared/calendar.ts';
import type { DayRange } from '../../../shared/day-range.ts';
import { invalidField } from '../../../shared/errors.ts';
import type { ToldConstraints } from '../../../training/availability/constraints-of-told.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { Constraints } from '../../../training/planning/constraints.ts';
import { noSuchMember } from '../../organizations/index.ts';
import type { PlanRequest } from './plan-request.ts';

/** What an athlete told of the days of a plan, as a coach of the organization may see it; null for somebody who is not its athlete. */
export type FindToldConstraints = (
  actor: UserActor,
  asked: DayRange & { readonly org_id: string; readonly user_id: string },
) => Promise<ToldConstraints | null>;

/**
 * Reads what the athlete told of the days of the plan. Engines keep to it; a model sees only the remaining days and neither reasons nor
 * injuries.
 *
 * @throws validationError where the request names no athlete; noSuchMember
 */
export async function readTold(
  findToldConstraints: FindToldConstraints,
  actor: UserActor,
  { org_id, start_date, request }: { org_id: string; start_date: string; request: PlanRequest },
): Promise<ToldConstraints | null> {
  const { athlete_id, constraints_from, weeks } = request;
  if (constraints_from === null) return null;
  if (athlete_id === null)
    throw invalidField(
      'constraints_from',
      'is required with athlete_id, whose availability it is, or not at all',
    );
  const range = { from: start_date, to: addDays(start_date, 7 * weeks - 1) };
  const told = await findToldConstraints(actor, { org_id, user_id: athlete_id, ...range });
  if (told === null) throw noSuchMember();
  return told;
}

/** What was told without the races that the request already has. */
export function toldBeside(
  told: ToldConstraints | null,
  { constraints }: PlanRequest,
  { race_date }: PlanBrief['goal'],
): Partial<Constraints> | null {
  if (told === null) return null;
  const asked = [race_date, ...(constraints?.races ?? []).map(({ date }) => date)];
  return { ...told, races: told.races.filter(({ date }) => !asked.includes(date)) };
}
