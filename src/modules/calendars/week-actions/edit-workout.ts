import type { UserActor } from '../../../http/actor.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { daysBetween } from '../../../shared/calendar.ts';
import { invalidField, unauthenticated, validationError } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { contextOfContent } from '../../../training/plan-copies/context-of-content.ts';
import { asPlanned, type OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import {
  faultsOfSegments,
  faultsOfWeight,
  readSegments,
} from '../../../training/plan-input/read-segments.ts';
import { segmentsOf, type Told } from '../../../training/plan-input/segments-of-text.ts';
import { adaptPlan, adaptWorkout } from '../../../training/planning/adapt-plan.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import type { Segment } from '../../../training/planning/plan.ts';
import { runnerOf } from '../../../training/planning/runner-facts.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { holdOrganization, noSuchMember } from '../../organizations/index.ts';
import { findRunners, type OwnRunner, requirePlanner } from '../../planning/index.ts';
import { noSuchPlannedWorkout, requireLine, requireNoFaults } from '../../plans/index.ts';
import { findActiveUser } from '../../users/index.ts';
import { changeRefused } from '../errors.ts';
import { findPeople, type Person } from '../team-calendar/find-people.ts';
import { type Change, type Copy, changed } from './copy.ts';
import {
  type ActionDeps,
  type Decided,
  keepAction,
  type Outcome,
  outcomeOf,
  readOutcome,
} from './keep-action.ts';
import { type Placed, placeWorkouts, type Refusal, type Wish } from './place-workouts.ts';
import { lockCopiesById } from './queries.ts';

export type WorkoutId = {
  readonly org_id: string;
  readonly user_id: string;
  readonly plan_id: string;
  readonly workout_id: string;
};
export type Edit = Told & {
  readonly date: string | undefined;
  readonly workout_type: WorkoutType | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly notes: string | undefined;
  /** That it was done without a recording, or that it was not. */
  readonly done_elsewhere: boolean | undefined;
};

const WHY: Readonly<Partial<Record<Refusal, string>>> = {
  past: 'What lies before today, where the athlete lives, stays as it was planned.',
  done: 'The workout was done, or part of it: it stays as it was planned.',
  past_day: 'The day is over where the athlete lives. Choose today or a later one.',
  outside_plan: 'The day is none of the plan’s. Choose one from its first to its last.',
  day_taken:
    'The plan has another workout on this day, and at most one a day. Move or delete that one first.',
  race: 'A race is not moved by athletes: ask the coach.',
};

export function requirePlaced(placed: Placed): Placed {
  const [first] = placed.refused;
  if (first === undefined) return placed;
  throw changeRefused({ message: WHY[first.reason] ?? changeRefused.message });
}

/**
 * Changes one workout of an athlete's assignment; the coach decides, and the planning rules' findings are returned.
 * @param edit null removes it
 * @throws notFound; forbidden; featureNotEnabled; noSuchMember; noSuchPlannedWorkout; changeRefused; validationError
 */
export async function editWorkout(
  deps: ActionDeps,
  actor: UserActor,
  {
    write_key,
    dry_run,
    edit,
    ...where
  }: WorkoutId & {
    readonly edit: Edit | null;
    readonly dry_run: boolean;
    readonly write_key: WriteKey | undefined;
  },
): Promise<{ outcome: Outcome; findings: readonly Finding[]; language: Language }> {
  const { org_id } = await requirePlanner(deps.db, where.org_id, actor);
  const user_id = where.user_id.toLowerCase();
  const content = edit === null ? null : readEdit(edit);
  const now = deps.clock.now();
  const coach = await findActiveUser(deps.db, actor.user_id);
  if (coach === null) throw unauthenticated();
  const decide = async (tx: Transaction) => {
    await holdOrganization(tx, org_id);
    const people = await findPeople(tx, deps, { org_id, user_ids: [user_id], now });
    const person = people.get(user_id);
    const runner = (await findRunners(tx, { org_id, user_ids: [user_id], now })).get(user_id);
    if (person === undefined || runner === undefined) throw noSuchMember();
    const { copy, workout } = await lockWorkout(tx, { ...where, org_id, user_id });
    if (edit?.done_elsewhere !== undefined) {
      const changes = marked(copy, workout, edit.done_elsewhere, person);
      return { decided: { copies: [copy], changes, refused: [] }, people, findings: [] };
    }
    const wish: Wish =
      content === null
        ? { copy, before: workout, made: workout, to: null }
        : {
            copy,
            before: workout,
            made: edited(workout, content, copy, runner),
            to: edit?.date ?? workout.date,
          };
    const { changes } = requirePlaced(
      placeWorkouts([wish], { ...person, conflict: 'skip', takes_races: true }),
    );
    const decided: Decided = { copies: [copy], changes, refused: [] };
    return { decided, people, findings: findingsOf(decided, runner) };
  };
  const { language } = coach.preferences;
  if (dry_run) {
    const { decided, findings } = await deps.db.transaction(decide);
    return { outcome: outcomeOf(decided), findings, language };
  }
  let fresh: { token: string; findings: readonly Finding[] } | undefined;
  const { action_id } = await writeOnce(deps, write_key, async (tx) => {
    const { decided, people, findings } = await decide(tx);
    const action = edit === null ? 'delete' : 'edit';
    const kept = await keepAction(
      tx,
      deps,
      { org_id, actor, action, names: people, write_key, now },
      decided,
    );
    fresh = { token: kept.undo_token, findings };
    return { action_id: kept.action_id };
  });
  const outcome = await readOutcome(deps.db, { org_id, action_id, write_key }, fresh?.token);
  return { outcome, findings: fresh?.findings ?? [], language };
}

/** @throws noSuchPlannedWorkout */
export async function lockWorkout(
  tx: Transaction,
  { org_id, user_id, plan_id, workout_id }: WorkoutId,
): Promise<{ copy: Copy; workout: OwnWorkout }> {
  const [copy] = await lockCopiesById(tx, { org_id, ids: [plan_id] });
  const workout = copy?.workouts.find(({ id }) => id === workout_id.toLowerCase());
  if (copy === undefined || copy.user_id !== user_id || workout === undefined) throw noSuchPlannedWorkout();
  return { copy, workout };
}

type Content = Omit<Edit, keyof Told | 'date' | 'done_elsewhere'> & {
  readonly segments: readonly Segment[] | undefined;
};

/** @throws validationError */
function readEdit({ segments, text, date, ...edit }: Edit): Content {
  const { done_elsewhere, ...others } = edit;
  const isBare = [segments, text, date, ...Object.values(others)].every((one) => one === undefined);
  if (isBare && done_elsewhere === undefined)
    throw validationError({
      message:
        'Say what to change: date, workout_type, title, description, notes, segments, text or done_elsewhere.',
    });
  if (!isBare && done_elsewhere !== undefined)
    throw invalidField('done_elsewhere', 'is said alone: send other changes apart');
  if (edit.title !== undefined) requireLine(edit.title, 'title', MAX_TITLE);
  if (segments === undefined && typeof text !== 'string') return { ...others, segments: undefined };
  const told = segmentsOf({ segments, text }, '', { keeps_numbers: false, takes_both: false });
  requireNoFaults([...told.faults, ...faultsOfSegments(told.segments, 'segments')]);
  const read = readSegments(told.segments);
  requireNoFaults(faultsOfWeight(read, segments === undefined ? 'text' : 'segments'));
  return { ...others, segments: read };
}

/** The workout as edited, at the athlete's paces; a mere move changes only the day. */
function edited(workout: OwnWorkout, content: Content, copy: Copy, runner: OwnRunner): OwnWorkout {
  const { workout_type, title, description, notes, segments } = content;
  const note = notes?.trim();
  const { notes: before, ...rest } = workout;
  const noted =
    notes === undefined ? workout : { ...rest, ...(note === '' ? {} : { notes: note ?? before ?? '' }) };
  if ([workout_type, title, description, segments].every((one) => one === undefined)) return noted;
  const { as_planned: _, ...planned } = { ...noted, ...asPlanned(noted) };
  const written = title !== undefined || description !== undefined;
  return adaptWorkout(
    {
      ...planned,
      workout_type: workout_type ?? planned.workout_type,
      title: title?.trim() ?? planned.title,
      description: description?.trim() ?? planned.description,
      ...(written && { text_source: 'written' as const }),
      segments: segments ?? planned.segments,
    },
    runnerOf(runner, copy.experience_level ?? 'intermediate'),
  );
}

/** The mark that a workout was done without a recording; nothing where it is as it should be. @throws changeRefused */
function marked(
  copy: Copy,
  workout: OwnWorkout,
  is_done: boolean,
  { today, done }: Pick<Person, 'today' | 'done'>,
): Change[] {
  const { done_elsewhere = false, ...before } = workout;
  if (is_done === done_elsewhere) return [];
  if (workout.date > today)
    throw changeRefused({
      message: 'The workout is still to come where the athlete lives: nobody has done it yet.',
    });
  if (is_done && done.has(workout.id))
    throw changeRefused({ message: 'A recording shows that the workout was done, or part of it.' });
  return [{ copy, before: workout, after: is_done ? { ...before, done_elsewhere: true } : before }];
}

function findingsOf({ copies: [copy], changes }: Decided, runner: OwnRunner): Finding[] {
  if (copy === undefined) return [];
  const level = copy.experience_level ?? 'intermediate';
  const known = runnerOf(runner.shows_zones ? runner : { paces: null, heart_rates: null }, level);
  const after = changed(copy, changes);
  const content = adaptPlan(
    { workouts: after.workouts.map(asPlanned), weekly_info: after.weekly_info },
    known,
  );
  const weeks = (daysBetween(copy.start_date, copy.end_date) + 1) / 7;
  const goal = { event: 'general', race_date: null, target_time_s: null } as const;
  const frame = { start_date: copy.start_date, weeks, goal, experience_level: level };
  const touched = changes.flatMap((one) => [one.before?.week_number, one.after?.week_number]);
  return checkPlan(content, contextOfContent(content, frame, known)).filter(({ week_number }) =>
    touched.includes(week_number),
  );
}
