import type { Database } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { fewRecords, type PersonalData } from '../users/index.ts';
import type { Mark } from './entry-queries.ts';
import { presentMark } from './present.ts';

/** What coaches noted about a person on their lists. What the rules found is found of data that is in other files, and anew each day. */
export function triageData(deps: { readonly db: Database }): PersonalData {
  const readMarks = async (user_id: string): Promise<object[]> => {
    const marks = await deps.db.query<Mark & { org_id: string }>(sql`
      SELECT org_id, state, keys, note, until, marked_by, marked_at FROM triage_marks
      WHERE user_id = ${user_id} ORDER BY org_id`);
    // Who wrote it is another person: the organization answers for its coaches.
    return marks.map(({ org_id, ...mark }) => {
      const { marked_by: _coach, ...told } = presentMark(mark);
      return { org_id, ...told };
    });
  };
  return {
    name: 'triage',
    columns: [
      'triage_marks.user_id',
      'triage_marks.marked_by',
      'triage_entries.user_id',
      'triage_due.user_id',
      'assigned_workouts.user_id',
    ],
    files: { 'coach_decisions.json': 'What coaches decided and noted when they were told to look at you.' },
    async *collect(user_id) {
      yield { name: 'coach_decisions.json', records: fewRecords(() => readMarks(user_id)) };
    },
  };
}
