import type { UserActor } from '../../../http/actor.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { addDays, daysBetween } from '../../../shared/calendar.ts';
import { invalidField } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { calendarDay } from '../../../shared/time.ts';
import { asPlanned, type OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { adaptWorkout } from '../../../training/planning/adapt-plan.ts';
import { runnerOf } from '../../../training/planning/runner-facts.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { findRunners, type OwnRunner, requirePlanner } from '../../planning/index.ts';
import { findPeople } from '../team-calendar/find-people.ts';
import { type Copy, coversDay } from './copy.ts';
import {
  type ActionDeps,
  type Decided,
  keepAction,
  type Outcome,
  outcomeOf,
  readOutcome,
} from './keep-action.ts';
import { type Placed, placeWorkouts, type Wish } from './place-workouts.ts';
import { lockCopiesOf, type RefusedRow } from './queries.ts';

export const ACTIONS = ['move', 'swap', 'copy', 'shift', 'clear'] as const;
export const CONFLICTS = ['skip', 'replace', 'add'] as const;
export const MAX_ACTION_DAYS = 28;

export type WeekAction = {
  readonly action: (typeof ACTIONS)[number];
  readonly athlete_ids: readonly string[];
  /** First and last day of what is meant, or the workouts themselves. */
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly workout_ids: readonly string[] | undefined;
  /** The day on which the first one is to be. */
  readonly to: string | undefined;
  readonly days: number | undefined;
  /** Whose workouts are copied. */
  readonly source_athlete_id: string | undefined;
  readonly conflict: (typeof CONFLICTS)[number];
  readonly dry_run: boolean;
};

/**
 * Moves, swaps, copies, shifts or clears workouts of athletes' own copies, all in one transaction. What cannot be done for an athlete is named
 * with the reason, and the rest is done. Trying it out (`dry_run`) goes the same way and stores nothing.
 *
 * @throws notFound; forbidden; featureNotEnabled; invalidField for what does not go together
 */
export async function actOnWeeks(
  deps: ActionDeps,
  actor: UserActor,
  { org_id: asked, write_key, ...action }: WeekAction & { org_id: string; write_key: WriteKey | undefined },
): Promise<Outcome> {
  const { org_id } = await requirePlanner(deps.db, asked, actor);
  requireWhole(action);
  const now = deps.clock.now();
  const decide = async (tx: Transaction) => {
    await holdOrganization(tx, org_id);
    return await decideFor(tx, deps, { org_id, action, now });
  };
  if (action.dry_run) return outcomeOf((await deps.db.transaction(decide)).decided);
  let fresh: string | undefined;
  let nothing: Decided | undefined;
  const { action_id } = await writeOnce(deps, write_key, async (tx) => {
    const { decided, people } = await decide(tx);
    if (decided.changes.length === 0 && write_key === undefined) {
      nothing = decided;
      return { action_id: null };
    }
    const about = { org_id, actor, action: action.action, names: people, write_key, now };
    const kept = await keepAction(tx, about, decided);
    fresh = kept.undo_token;
    return { action_id: kept.action_id };
  });
  if (action_id === null) return outcomeOf(nothing ?? { copies: [], changes: [], refused: [] });
  return await readOutcome(deps.db, { org_id, action_id, write_key }, fresh);
}

/** @throws invalidField for what does not go together */
function requireWhole(action: WeekAction): void {
  if (action.conflict === 'add')
    throw invalidField('conflict', 'must be skip or replace: a plan has at most one workout a day');
  requireWhich(action);
  requireWhere(action);
  const isCopy = action.action === 'copy';
  if (isCopy !== (action.source_athlete_id !== undefined))
    throw invalidField('source_athlete_id', isCopy ? 'is required to copy' : 'is only for copy');
}

function requireWhich({ action, from, until, workout_ids }: WeekAction): void {
  if ((from === undefined) === (workout_ids === undefined))
    throw invalidField('from', 'say either the days, from … until, or workout_ids');
  if (action === 'swap' && from === undefined)
    throw invalidField('from', 'is required to swap, which is of days');
  if (until === undefined) return;
  if (from === undefined || until < from)
    throw invalidField('until', 'must be from or later, and comes with it');
  if (daysBetween(from, until) >= MAX_ACTION_DAYS)
    throw invalidField('until', `must be at most ${MAX_ACTION_DAYS} days from from, itself counted`);
}

function requireWhere({ action, from, until, to, days }: WeekAction): void {
  const isShift = action === 'shift';
  const needsTo = !isShift && action !== 'clear';
  if (needsTo !== (to !== undefined))
    throw invalidField('to', needsTo ? `is required to ${action}` : `must be left out to ${action}`);
  if (isShift !== (days !== undefined))
    throw invalidField('days', isShift ? 'is required to shift' : 'is only for shift');
  if (action !== 'swap' || from === undefined || to === undefined) return;
  if (Math.abs(daysBetween(from, to)) <= daysBetween(from, until ?? from))
    throw invalidField('to', 'must not be one of the days that are swapped');
}

async function decideFor(
  tx: Transaction,
  deps: Pick<ActionDeps, 'sourcePolicies' | 'findSessionsOfPeople'>,
  { org_id, action, now }: { org_id: string; action: WeekAction; now: Date },
) {
  const athletes = [...new Set(action.athlete_ids.map((id) => id.toLowerCase()))];
  const source_id = action.source_athlete_id?.toLowerCase();
  const user_ids = [...new Set([...athletes, ...(source_id === undefined ? [] : [source_id])])];
  const yesterday = addDays(calendarDay(now, 'UTC'), -1);
  const copies = await lockCopiesOf(tx, { org_id, user_ids, yesterday });
  const people = await findPeople(tx, deps, { org_id, user_ids, now });
  const runners =
    action.action === 'copy' ? await findRunners(tx, { org_id, user_ids: athletes, now }) : new Map();
  const copiesOf = Map.groupBy(copies, ({ user_id }) => user_id);
  const source =
    source_id !== undefined && people.has(source_id) ? meant(copiesOf.get(source_id) ?? [], action) : [];
  const takes_races = action.workout_ids?.length === 1 && athletes.length === 1;
  const conflict = action.conflict === 'replace' ? 'replace' : 'skip';
  const refused: RefusedRow[] = [];
  const changes: Placed['changes'][number][] = [];
  const refuse = (user_id: string, reason: string, wish?: { id: string; date: string }) =>
    refused.push({ user_id, workout_id: wish?.id ?? null, date: wish?.date ?? null, reason });
  for (const user_id of athletes) {
    const person = people.get(user_id);
    if (person === undefined) {
      refuse(user_id, 'not_a_member');
      continue;
    }
    const mine = copiesOf.get(user_id) ?? [];
    const wishes =
      action.action === 'copy'
        ? copied(source, mine, {
            action,
            runner: runners.get(user_id),
            refuse: (one, reason) => refuse(user_id, reason, one),
          })
        : wishesOf(meant(mine, action), action, mine);
    if (wishes.length === 0 && !refused.some((one) => one.user_id === user_id)) refuse(user_id, 'no_workout');
    const placed = placeWorkouts(wishes, { ...person, conflict, takes_races });
    changes.push(...placed.changes);
    for (const { wish, reason } of placed.refused)
      refuse(user_id, reason, { id: (wish.before ?? wish.made).id, date: wish.to ?? wish.made.date });
  }
  const decided: Decided = { copies, changes, refused };
  return { decided, people };
}

type Meant = { readonly copy: Copy; readonly workout: OwnWorkout };

/** The workouts that are meant, by date. */
function meant(copies: readonly Copy[], { from, until, workout_ids }: WeekAction): Meant[] {
  const ids = workout_ids && new Set(workout_ids.map((id) => id.toLowerCase()));
  const isMeant = ({ id, date }: OwnWorkout): boolean =>
    ids === undefined ? from !== undefined && date >= from && date <= (until ?? from) : ids.has(id);
  return copies
    .flatMap((copy) => copy.workouts.filter(isMeant).map((workout) => ({ copy, workout })))
    .toSorted((a, b) => (a.workout.date < b.workout.date ? -1 : a.workout.date > b.workout.date ? 1 : 0));
}

function wishesOf(found: readonly Meant[], action: WeekAction, copies: readonly Copy[]): Wish[] {
  const wish = ({ copy, workout }: Meant, to: string | null): Wish => ({
    ...{ copy, before: workout, made: workout, to },
  });
  const { days, to } = action;
  if (action.action === 'clear' || (found.length === 0 && action.action !== 'swap'))
    return found.map((one) => wish(one, null));
  const shift = days ?? shiftTo(found, action);
  const moved = found.map((one) => wish(one, addDays(one.workout.date, shift)));
  if (action.action !== 'swap' || to === undefined || action.from === undefined) return moved;
  const until = addDays(action.until ?? action.from, shift);
  const there = meant(copies, { ...action, from: to, until });
  return [...moved, ...there.map((one) => wish(one, addDays(one.workout.date, -shift)))];
}

/** How many days later the first day, or the first workout, is to be. */
function shiftTo(found: readonly Meant[], { from, to }: WeekAction): number {
  const first = from ?? found[0]?.workout.date;
  return first === undefined || to === undefined ? 0 : daysBetween(first, to);
}

/** New workouts for somebody, at their own paces: in their copy of the same plan where it has the day, else in another one. */
function copied(
  source: readonly Meant[],
  copies: readonly Copy[],
  of: {
    readonly action: WeekAction;
    readonly runner: OwnRunner | undefined;
    readonly refuse: (one: { id: string; date: string }, reason: 'no_plan' | 'no_workout') => void;
  },
): Wish[] {
  const shift = shiftTo(source, of.action);
  return source.flatMap(({ copy: from, workout }) => {
    const date = addDays(workout.date, shift);
    const covering = copies.filter((copy) => coversDay(copy, date));
    const copy = covering.find(({ plan_id }) => plan_id === from.plan_id) ?? covering[0];
    if (copy === undefined || of.runner === undefined) {
      of.refuse({ id: workout.id, date }, 'no_plan');
      return [];
    }
    const { notes: _theirs, as_planned: _less, ...planned } = { ...workout, ...asPlanned(workout) };
    const runner = runnerOf(of.runner, copy.experience_level ?? 'intermediate');
    return [{ copy, before: null, made: { ...adaptWorkout(planned, runner), id: newId() }, to: date }];
  });
}
