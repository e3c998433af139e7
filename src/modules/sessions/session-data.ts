import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { isoOrNull } from '../../shared/time.ts';
import { type PersonalData, pagesOf } from '../users/index.ts';
import { giveUpPlaces } from './leave-sessions.ts';
import {
  findOwnSessionAnswers,
  findOwnTicks,
  findTicksTaken,
  findWrittenSessions,
  type OwnAnswerRow,
  type OwnTickRow,
  type WrittenSession,
} from './session-data-queries.ts';

const PAGE = 500;

/**
 * A person's answers, their ticks in registers, and the sessions they planned, which stay with their organizations. When the account is
 * deleted, their places go to those who wait.
 */
export function clubSessionData(deps: {
  readonly db: Database;
  readonly events: Pick<Events, 'emitAll'>;
}): PersonalData {
  async function* paged<Row>(
    read: (page: { after: Row | null; limit: number }) => Promise<Row[]>,
    present: (row: Row) => object,
  ): AsyncGenerator<string[]> {
    for await (const page of pagesOf<Row>(PAGE, read)) yield page.map((row) => JSON.stringify(present(row)));
  }
  return {
    name: 'club-sessions',
    columns: [
      'club_session_answers.user_id',
      'club_session_answers.set_by',
      'club_session_ticks.user_id',
      'club_session_ticks.ticked_by',
      'club_sessions.coach_user_id',
      'club_sessions.created_by',
    ],
    files: {
      'club_session_answers.json': 'What you answered to sessions of your clubs.',
      'club_session_attendance.json': 'Each entry about you in the registers of sessions, whoever made it.',
      'club_sessions_planned.json': 'The sessions you planned or coach for organizations.',
      'club_session_ticks_taken.json':
        'When you entered into registers of sessions who came, without who they are.',
    },
    async *collect(user_id) {
      yield {
        name: 'club_session_answers.json',
        records: paged<OwnAnswerRow>(
          (page) => findOwnSessionAnswers(deps.db, { user_id, ...page }),
          presentAnswer,
        ),
      };
      yield {
        name: 'club_session_attendance.json',
        records: paged<OwnTickRow>((page) => findOwnTicks(deps.db, { user_id, ...page }), presentTick),
      };
      yield {
        name: 'club_sessions_planned.json',
        records: paged<WrittenSession>(
          (page) => findWrittenSessions(deps.db, { user_id, ...page }),
          presentWritten,
        ),
      };
      yield {
        name: 'club_session_ticks_taken.json',
        records: paged<OwnTickRow>((page) => findTicksTaken(deps.db, { user_id, ...page }), presentTaken),
      };
    },
    release: (tx, person) => giveUpPlaces(tx, deps, person),
  };
}

const sessionOf = (
  row: Pick<OwnAnswerRow, 'session_id' | 'org_id' | 'org_name' | 'title' | 'starts_at'>,
) => ({
  session_id: row.session_id,
  org_id: row.org_id,
  org_name: row.org_name,
  title: row.title,
  starts_at: row.starts_at.toISOString(),
});

const presentAnswer = (row: OwnAnswerRow): object => ({
  ...sessionOf(row),
  answer: row.answer,
  answered_at: row.answered_at.toISOString(),
  received_at: row.received_at.toISOString(),
  set_by: row.set_by,
  waits: row.waits,
  workout_group: row.workout_group,
  replaces_plan_id: row.replaces_plan_id,
  replaces_workout_id: row.replaces_workout_id,
});

const presentTick = (row: OwnTickRow): object => ({
  ...presentTaken(row),
  ticked_by: row.ticked_by,
  came: row.came,
});

const presentTaken = (row: OwnTickRow): object => ({
  ...sessionOf(row),
  ticked_at: row.ticked_at.toISOString(),
  received_at: row.received_at.toISOString(),
});

const presentWritten = (row: WrittenSession): object => ({
  ...sessionOf(row),
  description: row.description,
  place: row.place,
  created_by_you: row.created_by_you,
  coached_by_you: row.coached_by_you,
  cancelled_at: isoOrNull(row.cancelled_at),
  created_at: row.created_at.toISOString(),
});
