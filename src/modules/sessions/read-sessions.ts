import type { UserActor } from '../../http/actor.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import { readFromTo } from '../../shared/read-time.ts';
import type { Clock } from '../../shared/time.ts';
import type { PlannedWorkout } from '../../training/planning/plan.ts';
import { runnerOf } from '../../training/planning/runner-facts.ts';
import { findAthlete } from '../organizations/index.ts';
import { findRunners } from '../planning/index.ts';
import { findOwnAnswers, findWaitingPlace } from './answer-queries.ts';
import type { Answer, AnswerCounts, ClubSession } from './club-session.ts';
import { groupOf, ownWorkout } from './own-workout.ts';
import { countAnswers, findSessions } from './queries.ts';
import { type Attendance, findOwnAttendance } from './register-queries.ts';
import { requireSessionReader, requireVisibleSession } from './require-session-right.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

export type ListedSession = {
  readonly session: ClubSession;
  readonly counts: AnswerCounts;
  readonly own: { readonly answer: Answer | null; readonly attendance: Attendance | null };
};

const NOBODY: AnswerCounts = { yes: 0, maybe: 0, no: 0, waiting: 0 };

/**
 * A page of the sessions: all of them for coaches, and for members those that are for them.
 *
 * @throws notFound; forbidden; invalidField
 */
export async function listSessions(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  {
    org_id: asked,
    from,
    to,
    ...page
  }: PageAsked & {
    readonly org_id: string;
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
): Promise<{ sessions: ListedSession[]; next_cursor: string | null }> {
  const { organization, is_coach } = await requireSessionReader(deps.db, asked, actor);
  const { org_id } = organization;
  const { start_date_ms, end_date_ms } = readFromTo({ from, to });
  return await deps.db.transaction(async (tx) => {
    const { rows, next_cursor } = await pageOf(
      page,
      ({ after, limit }) =>
        findSessions(tx, {
          ...{ org_id, after, limit, user_id: is_coach ? null : actor.user_id },
          from: start_date_ms === undefined ? null : new Date(start_date_ms),
          to: end_date_ms === undefined ? null : new Date(end_date_ms),
        }),
      ({ starts_at, id }) => ({ at: starts_at, id }),
    );
    return { sessions: await withAnswers(tx, rows, { org_id, user_id: actor.user_id }), next_cursor };
  }, SNAPSHOT);
}

async function withAnswers(
  tx: Transaction,
  sessions: readonly ClubSession[],
  { org_id, user_id }: { readonly org_id: string; readonly user_id: string },
): Promise<ListedSession[]> {
  const session_ids = sessions.map(({ id }) => id);
  const counts = await countAnswers(tx, { org_id, session_ids });
  const answers = await findOwnAnswers(tx, { org_id, session_ids, user_id });
  const attended = await findOwnAttendance(tx, { org_id, session_ids, user_id });
  return sessions.map((session) => ({
    session,
    counts: counts.get(session.id) ?? NOBODY,
    own: { answer: answers.get(session.id) ?? null, attendance: attended.get(session.id) ?? null },
  }));
}

export type ReadSession = ListedSession & {
  readonly plain: PlannedWorkout | null;
  /** Null for a reader who is no athlete of the organization. */
  readonly mine: {
    readonly waiting_place: number | null;
    readonly group: string | null;
    readonly workout: PlannedWorkout | null;
  } | null;
};

/**
 * One session. An athlete reads the workout at their own paces, and at nobody else's.
 *
 * @throws notFound; forbidden; noSuchSession
 */
export async function readSession(
  deps: Deps,
  actor: UserActor,
  id: { readonly org_id: string; readonly session_id: string },
): Promise<ReadSession> {
  return await deps.db.transaction(async (tx) => {
    const { session } = await requireVisibleSession(tx, id, actor);
    return await describeSession(tx, session, { user_id: actor.user_id, now: deps.clock.now() });
  }, SNAPSHOT);
}

async function describeSession(
  tx: Transaction,
  session: ClubSession,
  { user_id, now }: { readonly user_id: string; readonly now: Date },
): Promise<ReadSession> {
  const { org_id } = session;
  const [listed] = await withAnswers(tx, [session], { org_id, user_id });
  const shown = listed ?? { session, counts: NOBODY, own: { answer: null, attendance: null } };
  const plain = ownWorkout(session, { group: null, runner: null });
  const athlete = await findAthlete(tx, { org_id, user_id });
  if (athlete === null) return { ...shown, plain, mine: null };
  const { answer } = shown.own;
  const { group_ids } = athlete;
  const chosen = { workout_group: answer?.workout_group ?? null, group_ids };
  const group = session.workout === null ? null : groupOf(session.workout, chosen);
  const known = (await findRunners(tx, { org_id, user_ids: [athlete.id], now })).get(athlete.id);
  const runner = known === undefined ? null : runnerOf(known, 'intermediate');
  const waits = answer?.waits === true && answer.queue_number !== null;
  const waiting_place = waits
    ? await findWaitingPlace(tx, { org_id, session_id: session.id, queue_number: answer.queue_number ?? '0' })
    : null;
  return { ...shown, plain, mine: { waiting_place, group, workout: ownWorkout(session, { group, runner }) } };
}
