import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { invalidField } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { holdOwnActivity, noSuchActivity } from '../activities/index.ts';
import { type FindSessionsOfPeople, findOwnWorkout, isWorkoutDone } from '../calendars/index.ts';
import { noSuchPlannedWorkout } from '../plans/index.ts';
import { workoutDone, workoutRated, workoutSkipped } from './errors.ts';
import { type Feedback, MEMBERS, type Member, NOTHING_SAID, type Said } from './feedback.ts';
import { feedbackGiven } from './feedback-given.ts';
import { hear, latest } from './policy.ts';
import { holdFeedback, saveFeedback, type Target } from './queries.ts';

export type GiveDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'emit'>;
  readonly sourcePolicies: SourcePolicies;
  readonly findSessionsOfPeople: FindSessionsOfPeople;
};

/** One's own activity, or a workout of one's own copy of a plan. */
export type Named =
  | { readonly activity_id: string }
  | { readonly plan_id: string; readonly workout_id: string };

export type GivenFeedback = {
  readonly named: Named;
  /** What is absent stays as it is; null takes it back. */
  readonly members: Partial<Said>;
  /** By the clock of the athlete's device; null: now. */
  readonly occurred_at: Date | null;
  readonly write_key: WriteKey | undefined;
};

/** Feedback as a whole: what is not said of a workout is nothing. */
export function whole(named: Named, said: Partial<Said>): Partial<Said> {
  const { skipped, ...others } = { ...NOTHING_SAID, ...said };
  return 'activity_id' in named ? others : { ...others, skipped };
}

/**
 * Keeps what an athlete says of a workout. Of each part counts what was said last by the athlete's own clock, so that
 * what a device sends late changes only what nobody has said since.
 * @returns which parts were said otherwise later already, and so stay
 * @throws noSuchActivity, noSuchPlannedWorkout also for another person's; workoutDone, workoutRated, workoutSkipped for
 * what contradicts what is known
 */
export async function giveFeedback(
  deps: GiveDeps,
  { user_id }: UserActor,
  { named, members, occurred_at, write_key }: GivenFeedback,
): Promise<{ readonly ignored: readonly Member[] }> {
  requireSound(members);
  const now = deps.clock.now();
  // A clock that is ahead must not make what is said today win over all of tomorrow.
  const at = occurred_at === null || occurred_at > now ? now : occurred_at;
  const { ignored } = await writeOnce(deps, write_key, async (tx) => {
    const target = await findTarget(tx, user_id, named);
    const before = await holdFeedback(tx, { user_id, target, now });
    const { said, said_at } = { said: saidIn(before), said_at: before.said_at };
    const heard = hear({ said, said_at }, { members, at });
    if (heard.contradicts === 'effort') throw workoutRated();
    if (heard.contradicts === 'skip') throw workoutSkipped();
    const { workout } = target;
    if (heard.said.skipped !== null && said.skipped === null && workout !== null) {
      if (await isWorkoutDone(tx, deps, { ...workout, user_id })) throw workoutDone();
    }
    if (heard.is_changed) {
      const after: Feedback = { ...before, ...heard.said, said_at: heard.said_at, workout };
      const told_at = latest(heard, ['rpe', 'feel', 'note', 'skipped']);
      await saveFeedback(tx, after, { told_at, last_at: latest(heard, MEMBERS), now });
      await deps.events.emit(tx, feedbackGiven, { user_id, feedback_id: before.id });
    }
    return { feedback_id: before.id, ignored: heard.ignored.join(' ') };
  });
  return { ignored: MEMBERS.filter((member) => ignored.split(' ').includes(member)) };
}

/** @throws AppError 400 for what contradicts itself */
function requireSound({ skipped, rpe, feel }: Partial<Said>): void {
  if (skipped != null && (rpe != null || feel != null)) {
    throw invalidField(
      'skipped',
      'a workout that was skipped has neither rpe nor feel: leave one of the two out',
    );
  }
}

async function findTarget(tx: Transaction, user_id: string, named: Named): Promise<Target> {
  if ('activity_id' in named) {
    const activity_id = await holdOwnActivity(tx, { activity_id: named.activity_id, user_id });
    if (activity_id === null) throw noSuchActivity();
    return { activity_id, workout: null };
  }
  const workout = await findOwnWorkout(tx, { ...named, user_id });
  if (workout === null) throw noSuchPlannedWorkout();
  return { activity_id: null, workout };
}

function saidIn({ rpe, feel, note, pain, skipped }: Feedback): Said {
  return { rpe, feel, note, pain, skipped };
}
