import type { Database, Queryable } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import { defineJob, handleJob, type JobRegistration, type Jobs } from '../../../infra/jobs/index.ts';
import { calendarDay, MINUTE_MS } from '../../../shared/time.ts';
import { dateWords } from '../../../words/date-words.ts';
import { inEachLanguage } from '../../../words/index.ts';
import { type WeeksChanged, weeksChanged } from '../../calendars/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tellEach } from '../centre/tell.ts';

/** An athlete is told about one week at most once in this time, however often it is changed. */
const APART_MS = 10 * MINUTE_MS;

type Deps = TellDeps & { readonly db: Database; readonly jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'> };

const tellLaterJob = defineJob<WeeksChanged>({
  name: 'notifications.tell-changed-weeks',
  sends: true,
  payload: weeksChanged.job.payload,
  retry: { limit: 12, delay_s: 5, backoff: true, max_delay_s: 600 },
  expire_in_s: 300,
});

export function changedWeeksJobs(deps: Deps): readonly JobRegistration[] {
  return [handleJob(tellLaterJob, (event) => notifyOfChangedWeeks(deps, event))];
}

/**
 * Tells athletes, in one notification a call, about weeks that their coaches have changed. Of a week of which they were told less than
 * ten minutes before the change they are told when the ten minutes are over, unless that has happened by then.
 */
export async function notifyOfChangedWeeks(deps: Deps, event: WeeksChanged): Promise<void> {
  const now = deps.clock.now();
  const today = calendarDay(now, 'UTC');
  const changed_at = new Date(event.changed_at);
  const user_ids = event.athletes.map(({ user_id }) => user_id);
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, user_ids);
    const since = new Date(Math.min(changed_at.getTime(), now.getTime() - APART_MS));
    const told = await findToldWeeks(tx, { org_id: event.org_id, user_ids, since });
    const toldAt = (user_id: string, week: string): Date | undefined =>
      told.find((one) => one.user_id === user_id && one.week === week)?.told_at;
    const athletes = event.athletes.map(({ user_id, weeks }) => {
      const open = weeks.filter((week) => (toldAt(user_id, week) ?? new Date(0)) < changed_at);
      const isSoon = (week: string) => (toldAt(user_id, week)?.getTime() ?? 0) > now.getTime() - APART_MS;
      return { user_id, now: open.filter((week) => !isSoon(week)), later: open.filter(isSoon) };
    });
    const said = athletes
      .filter((one) => one.now.length > 0)
      .map(({ user_id, now: weeks }) => ({
        user_id,
        announcement: weeksOfPlanChanged(event, { weeks, today }),
      }));
    await tellEach(deps, tx, WEEKS_CHANGED, said);
    const later = athletes
      .filter((one) => one.later.length > 0)
      .map((one) => ({ user_id: one.user_id, weeks: one.later }));
    if (later.length === 0) return;
    const last = Math.max(...told.map(({ told_at }) => told_at.getTime()));
    const start_after = new Date(last + APART_MS);
    await deps.jobs.enqueue(tx, tellLaterJob, { ...event, athletes: later }, { start_after });
  });
}

type ToldWeek = { readonly user_id: string; readonly week: string; readonly told_at: Date };

/** When people were last told about each week that an organization has changed. */
async function findToldWeeks(
  db: Queryable,
  {
    org_id,
    user_ids,
    since,
  }: { readonly org_id: string; readonly user_ids: readonly string[]; readonly since: Date },
): Promise<ToldWeek[]> {
  return await db.query<ToldWeek>(sql`
    SELECT n.user_id, week.start AS week, max(n.created_at) AS told_at
    FROM notifications n CROSS JOIN LATERAL jsonb_array_elements_text(n.data -> 'weeks') AS week (start)
    WHERE n.user_id = ANY (${user_ids}::uuid[]) AND n.type = ${WEEKS_CHANGED} AND n.created_at >= ${since}
      AND n.data ->> 'org_id' = ${org_id}::text
    GROUP BY n.user_id, week.start`);
}

const WEEKS_CHANGED = 'weeks_changed';

/**
 * What an athlete is told when coaches have changed workouts of some weeks.
 *
 * @param weeks their Mondays, in order; at least one
 * @param today YYYY-MM-DD: dates in its year are written without the year
 */
function weeksOfPlanChanged(
  { occurrence_id, org_id, org_name }: WeeksChanged,
  { weeks, today }: { readonly weeks: readonly string[]; readonly today: string },
): Announcement {
  const [first = today] = weeks;
  return {
    category: 'training',
    type: WEEKS_CHANGED,
    subject: `${occurrence_id}/${first}`,
    texts: inEachLanguage((say, language) => ({
      title: say('notifications.weeksChanged.title'),
      message: say('notifications.weeksChanged.message', {
        club: org_name,
        weeks: weeks.length,
        start: dateWords(first, { language, today }),
      }),
    })),
    data: { org_id, org_name, weeks },
  };
}
