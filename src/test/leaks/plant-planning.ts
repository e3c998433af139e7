/** What coaches work on in a club, written past HTTP: nobody is told of it. */
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { storeCalendarJob } from '../calendar-jobs.ts';
import type { Book } from './canaries.ts';
import type { LeakStage } from './client.ts';
import type { Club, Person } from './model.ts';

/** A draft that the head coach keeps for an athlete, and a change of the plans of all. */
export async function plantPlanning(
  stage: LeakStage,
  book: Book,
  club: Club,
  members: readonly Person[],
): Promise<void> {
  const { db, clock } = stage.deps;
  const { org_id, head } = club;
  const now = clock.now();
  const word = (field: string): string => book.text({ what: 'own', field, subject: head });
  const draft_id = newId();
  const form = JSON.stringify({ goal: word('form of a draft') });
  const remarks = JSON.stringify([{ from: 'coach', text: word('remark on a draft') }]);
  await db.execute(sql`
    INSERT INTO plan_drafts (id, org_id, created_by, athlete_id, title, draft, form, remarks, revision, created_at, updated_at)
    VALUES (${draft_id}, ${org_id}, ${head.user_id}, ${members[0]?.user_id ?? null}, ${word('title of a draft')},
      ${word('text of a draft')}, ${form}, ${remarks}, 1, ${now}, ${now})`);
  club.ids.draft_id?.push(draft_id);
  for (const person of members) {
    const created_by = head.user_id;
    const job_id = await storeCalendarJob(stage, { org_id, created_by, athlete_id: person.user_id });
    const title = book.text({ what: 'plan', field: 'title in a calendar job', subject: person, club });
    const change = {
      ...{ user_id: person.user_id, plan_id: newId(), workout_id: newId(), title, workout_type: 'tempo' },
      ...{ change: 'removed', from_date: '2026-07-20', to_date: null },
    };
    await db.execute(sql`
      UPDATE calendar_job_athletes SET outcome = ${JSON.stringify({ changes: [change], refused: [] })}::json
      WHERE job_id = ${job_id}`);
    club.ids.calendar_job_id?.push(job_id);
    club.calendar_jobs.set(person, job_id);
  }
}
