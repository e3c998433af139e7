import type { UserActor } from '../../http/actor.ts';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { type PrivacySettings, planCeiling } from '../../privacy/index.ts';
import { LOWEST_ID } from '../../shared/ids.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import type { Clock } from '../../shared/time.ts';
import type { Target } from '../../training/planning/plan.ts';
import { runnerOf } from '../../training/planning/runner-facts.ts';
import { type NoteDeps, noteReads } from '../audit/index.ts';
import { findRunners } from '../planning/index.ts';
import { privacyOf, shownName } from '../users/index.ts';
import type { AnswerWord, ClubSession } from './club-session.ts';
import { groupOf, ownWorkout, workTargets } from './own-workout.ts';
import { type Attendance, findParticipants, findTicks, type ParticipantRow } from './register-queries.ts';
import { requireSessionCoach, requireVisibleSession } from './require-session-right.ts';

type Deps = { readonly db: Database; readonly clock: Clock } & NoteDeps;
type SessionId = { readonly org_id: string; readonly session_id: string };

/** A person at a session as a coach sees them: their answer, whether they came, and what they run. */
export type Participant = {
  readonly user_id: string;
  readonly display_name: string;
  /** Whether the session is for them. Others came anyway, or a coach entered them. */
  readonly is_meant: boolean;
  readonly answer: AnswerWord | null;
  readonly answered_at: Date | null;
  readonly set_by: string | null;
  readonly waits: boolean;
  readonly attendance: Attendance | null;
  readonly workout_group: string | null;
  readonly targets: readonly Target[];
};

/** The list is ordered by id alone, so its cursors need no time. */
const NO_TIME = new Date(0);
const placeOf = ({ user_id }: { readonly user_id: string }) => ({ at: NO_TIME, id: user_id });

/**
 * A page, for coaches, of those whom the session is for, who answered it, or who came.
 *
 * @throws notFound; forbidden; noSuchSession; invalidField for the cursor
 */
export async function listParticipants(
  deps: Deps,
  actor: UserActor,
  { org_id, session_id, ...page }: SessionId & PageAsked,
): Promise<{ participants: Participant[]; next_cursor: string | null }> {
  await requireSessionCoach(deps.db, org_id, actor);
  const found = await deps.db.transaction(async (tx) => {
    const { session } = await requireVisibleSession(tx, { org_id, session_id }, actor);
    const { rows, next_cursor } = await pageOfRows(tx, session, page, { ticked_only: false });
    return { participants: await withTargets(tx, session, rows, deps.clock.now()), next_cursor };
  }, SNAPSHOT);
  const user_ids = found.participants.flatMap(({ user_id, targets }) =>
    targets.length > 0 ? [user_id] : [],
  );
  noteReads(deps, actor, { org_id, kind: 'plans', user_ids });
  return found;
}

async function pageOfRows(
  tx: Transaction,
  { org_id, id: session_id }: ClubSession,
  page: PageAsked,
  { ticked_only }: { readonly ticked_only: boolean },
): Promise<{ rows: ParticipantRow[]; next_cursor: string | null }> {
  return await pageOf(
    page,
    ({ after, limit }) =>
      findParticipants(tx, { org_id, session_id, after: after?.id ?? LOWEST_ID, limit, ticked_only }),
    placeOf,
  );
}

async function withTargets(
  tx: Transaction,
  session: ClubSession,
  rows: readonly ParticipantRow[],
  now: Date,
): Promise<Participant[]> {
  const { workout, org_id } = session;
  const settingsOf = (row: ParticipantRow): PrivacySettings => privacyOf(row);
  const open = rows.filter(
    (row) => planCeiling({ settings: settingsOf(row), audience: 'coach' }).shows_computed,
  );
  const user_ids = workout === null ? [] : open.map(({ user_id }) => user_id);
  const runners = await findRunners(tx, { org_id, user_ids, now });
  return rows.map((row) => {
    const group = workout === null ? null : groupOf(workout, row);
    const known = runners.get(row.user_id);
    const runner = known === undefined ? null : runnerOf(known, 'intermediate');
    const own = ownWorkout(session, { group, runner });
    return {
      ...toParticipant(row),
      workout_group: group,
      targets: own === null ? [] : workTargets(own.segments),
    };
  });
}

function toParticipant(row: ParticipantRow): Omit<Participant, 'workout_group' | 'targets'> {
  const { user_id, is_meant, answer, answered_at, set_by, waits, came, ticked_at, ticked_by } = row;
  return {
    ...{ user_id, is_meant, answer, answered_at, set_by },
    display_name: row.nickname ?? shownName(row, 'coach'),
    waits: waits === true,
    attendance: came === null || ticked_at === null ? null : { came, ticked_at, ticked_by },
  };
}

type LoggedTick = Attendance & { readonly received_at: Date };
export type RegisterEntry = Omit<Participant, 'workout_group' | 'targets'> & {
  readonly ticks: readonly LoggedTick[];
};

/**
 * A page of the register: everybody who was ticked, with every tick.
 *
 * @throws notFound; forbidden; noSuchSession; invalidField for the cursor
 */
export async function listAttendance(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  { org_id, session_id, ...page }: SessionId & PageAsked,
): Promise<{ register: RegisterEntry[]; next_cursor: string | null }> {
  await requireSessionCoach(deps.db, org_id, actor);
  return await deps.db.transaction(async (tx) => {
    const { session } = await requireVisibleSession(tx, { org_id, session_id }, actor);
    const { rows, next_cursor } = await pageOfRows(tx, session, page, { ticked_only: true });
    const user_ids = rows.map(({ user_id }) => user_id);
    const ticks = await findTicks(tx, { org_id: session.org_id, session_id: session.id, user_ids });
    const ticksOf = Map.groupBy(ticks, ({ user_id }) => user_id);
    const register = rows.map((row) => ({ ...toParticipant(row), ticks: ticksOf.get(row.user_id) ?? [] }));
    return { register, next_cursor };
  }, SNAPSHOT);
}
