import type { Transaction } from '../../../infra/db/database.ts';
import { addDays, daysBetween } from '../../../shared/calendar.ts';
import { invalidField } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { calendarDay } from '../../../shared/time.ts';
import { asPlanned, type OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { adaptWorkout } from '../../../training/planning/adapt-plan.ts';
import { runnerOf } from '../../../training/planning/runner-facts.ts';
import { findRunners, type OwnRunner } from '../../planning/index.ts';
import { findPeople, type Person } from '../team-calendar/find-people.ts';
import { type Copy, coversDay } from './copy.ts';
import type { ActionDeps, Decided } from './keep-action.ts';
import { type Placed, placeWorkouts, type Wish } from './place-workouts.ts';
import { findMembers, lockCopiesOf, type RefusedRow } from './queries.ts';
import { type GivenSession, readSession, type Session, setOn } from './set-workout.ts';

export const ACTIONS = ['move', 'swap', 'copy', 'shift', 'clear', 'set'] as const;
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
  /** What is put on each of the days, and the days. */
  readonly workout: GivenSession | undefined;
  readonly dates: readonly string[] | undefined;
  readonly conflict: (typeof CONFLICTS)[number];
  readonly dry_run: boolean;
};

/** @throws invalidField for what does not go together; validationError for a workout that cannot be read */
export function requireWhole(action: WeekAction): void {
  if (action.conflict === 'add')
    throw invalidField('conflict', 'must be skip or replace: a plan has at most one workout a day');
  const isSet = action.action === 'set';
  if (isSet !== (action.workout !== undefined))
    throw invalidField('workout', isSet ? 'is required to set' : 'is only for set');
  if (isSet !== (action.dates !== undefined))
    throw invalidField('dates', isSet ? 'is required to set' : 'is only for set');
  requireWhich(action);
  requireWhere(action);
  const isCopy = action.action === 'copy';
  if (isCopy !== (action.source_athlete_id !== undefined))
    throw invalidField('source_athlete_id', isCopy ? 'is required to copy' : 'is only for copy');
  if (action.workout !== undefined) readSession(action.workout);
}

function requireWhich({ action, from, until, workout_ids }: WeekAction): void {
  if (action === 'set') {
    if (from !== undefined || until !== undefined || workout_ids !== undefined)
      throw invalidField('from', 'and workout_ids must be left out to set, which says its days in dates');
    return;
  }
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
  const needsTo = !isShift && action !== 'clear' && action !== 'set';
  if (needsTo !== (to !== undefined))
    throw invalidField('to', needsTo ? `is required to ${action}` : `must be left out to ${action}`);
  if (isShift !== (days !== undefined))
    throw invalidField('days', isShift ? 'is required to shift' : 'is only for shift');
  if (action !== 'swap' || from === undefined || to === undefined) return;
  if (Math.abs(daysBetween(from, to)) <= daysBetween(from, until ?? from))
    throw invalidField('to', 'must not be one of the days that are swapped');
}

export const athletesOf = ({ athlete_ids }: Pick<WeekAction, 'athlete_ids'>): string[] => [
  ...new Set(athlete_ids.map((id) => id.toLowerCase())),
];

/**
 * The changes of an action for its athletes, whose assignments are locked from here on.
 * @param of.source the workouts to copy; undefined to look them up
 */
export async function decideAction(
  tx: Transaction,
  deps: Pick<ActionDeps, 'sourcePolicies' | 'findSessionsOfPeople'>,
  of: {
    readonly org_id: string;
    readonly action: WeekAction;
    readonly source: readonly CopySource[] | undefined;
    readonly takes_races: boolean;
    readonly now: Date;
  },
): Promise<{ decided: Decided; people: Map<string, Person> }> {
  const { org_id, action, now } = of;
  const content = action.workout === undefined ? null : readSession(action.workout);
  const takes_races = of.takes_races || content !== null;
  const athletes = athletesOf(action);
  const source_id = of.source === undefined ? action.source_athlete_id?.toLowerCase() : undefined;
  const user_ids = [...new Set([...athletes, ...(source_id === undefined ? [] : [source_id])])];
  const yesterday = addDays(calendarDay(now, 'UTC'), -1);
  const copies = await lockCopiesOf(tx, { org_id, user_ids, yesterday });
  const people = await findPeople(tx, deps, { org_id, user_ids, now });
  const runners =
    action.action === 'copy' || content !== null
      ? await findRunners(tx, { org_id, user_ids: athletes, now })
      : new Map();
  const copiesOf = Map.groupBy(copies, ({ user_id }) => user_id);
  const source =
    of.source ??
    (source_id !== undefined && people.has(source_id)
      ? sourceOf(meant(copiesOf.get(source_id) ?? [], action))
      : []);
  const conflict = action.conflict === 'replace' ? 'replace' : 'skip';
  const refused: RefusedRow[] = [];
  const changes: Placed['changes'][number][] = [];
  const refuse = (user_id: string, reason: string, wish?: { id: string | null; date: string }) =>
    refused.push({ user_id, workout_id: wish?.id ?? null, date: wish?.date ?? null, reason });
  for (const user_id of athletes) {
    const person = people.get(user_id);
    if (person === undefined) {
      refuse(user_id, 'not_a_member');
      continue;
    }
    const mine = copiesOf.get(user_id) ?? [];
    const runner = runners.get(user_id);
    const wishes = wishesFor(mine, {
      ...{ action, content, source, runner },
      refuse: (...what) => refuse(user_id, ...what),
    });
    if (wishes.length === 0 && !refused.some((one) => one.user_id === user_id)) refuse(user_id, 'no_workout');
    const placed = placeWorkouts(wishes, { ...person, conflict, takes_races });
    changes.push(...placed.changes);
    for (const { wish, reason } of placed.refused)
      refuse(user_id, reason, {
        id: content === null ? (wish.before ?? wish.made).id : null,
        date: wish.to ?? wish.made.date,
      });
  }
  const decided: Decided = { copies, changes, refused };
  return { decided, people };
}

type Refuse = (reason: string, wish?: { id: string | null; date: string }) => void;

/** The wishes of an action for one athlete's assignments; impossible ones are refused. */
function wishesFor(
  mine: readonly Copy[],
  of: {
    readonly action: WeekAction;
    readonly content: Session | null;
    readonly source: readonly CopySource[];
    readonly runner: OwnRunner | undefined;
    readonly refuse: Refuse;
  },
): readonly Wish[] {
  const { action, content, source, runner, refuse } = of;
  if (content !== null) {
    const dates = [...new Set(action.dates)].toSorted();
    const { wishes, uncovered } = setOn(dates, mine, { content, runner });
    for (const date of uncovered) refuse('no_plan', { id: null, date });
    return wishes;
  }
  if (action.action !== 'copy') return wishesOf(meant(mine, action), action, mine);
  return copied(source, mine, { action, runner, refuse: (one, reason) => refuse(reason, one) });
}

type Meant = { readonly copy: Copy; readonly workout: OwnWorkout };
/** A workout that is copied, with the saved plan that it is of. */
export type CopySource = { readonly plan_id: string; readonly workout: OwnWorkout };

const sourceOf = (found: readonly Meant[]): CopySource[] =>
  found.map(({ copy: { plan_id }, workout }) => ({ plan_id, workout }));

/** The workouts to copy as they are now; none of a non-member. */
export async function findSource(
  tx: Transaction,
  { org_id, action, now }: { readonly org_id: string; readonly action: WeekAction; readonly now: Date },
): Promise<CopySource[]> {
  const source_id = action.source_athlete_id?.toLowerCase();
  if (source_id === undefined) return [];
  const found = await findMembers(tx, { org_id, user_ids: [source_id] });
  const yesterday = addDays(calendarDay(now, 'UTC'), -1);
  const copies = await lockCopiesOf(tx, { org_id, user_ids: found, yesterday });
  return sourceOf(meant(copies, action));
}

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
function shiftTo(found: readonly { readonly workout: OwnWorkout }[], { from, to }: WeekAction): number {
  const first = from ?? found[0]?.workout.date;
  return first === undefined || to === undefined ? 0 : daysBetween(first, to);
}

/** Copies of workouts at the athlete's own paces: in their assignment of the same plan where it has the day, else in another. */
function copied(
  source: readonly CopySource[],
  copies: readonly Copy[],
  of: {
    readonly action: WeekAction;
    readonly runner: OwnRunner | undefined;
    readonly refuse: (one: { id: string; date: string }, reason: 'no_plan' | 'no_workout') => void;
  },
): Wish[] {
  const shift = shiftTo(source, of.action);
  return source.flatMap(({ plan_id: from_plan_id, workout }) => {
    const date = addDays(workout.date, shift);
    const covering = copies.filter((copy) => coversDay(copy, date));
    const copy = covering.find(({ plan_id }) => plan_id === from_plan_id) ?? covering[0];
    if (copy === undefined || of.runner === undefined) {
      of.refuse({ id: workout.id, date }, 'no_plan');
      return [];
    }
    const {
      notes: _theirs,
      as_planned: _less,
      done_elsewhere: _done,
      ...planned
    } = { ...workout, ...asPlanned(workout) };
    const runner = runnerOf(of.runner, copy.experience_level ?? 'intermediate');
    return [{ copy, before: null, made: { ...adaptWorkout(planned, runner), id: newId() }, to: date }];
  });
}
