import type { Database } from '../../../infra/db/database.ts';
import { calendarDay } from '../../../shared/time.ts';
import { dateWords } from '../../../words/date-words.ts';
import { inEachLanguage } from '../../../words/index.ts';
import type { PlansAssigned } from '../../plans/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tellEach } from '../centre/tell.ts';

export async function notifyOfPlans(deps: TellDeps & { db: Database }, event: PlansAssigned): Promise<void> {
  const { assigned } = event;
  const today = calendarDay(deps.clock.now(), 'UTC');
  await deps.db.transaction(async (tx) => {
    await holdCentres(
      tx,
      assigned.map(({ user_id }) => user_id),
    );
    const said = assigned.map(({ user_id, plan_id }) => ({
      user_id,
      announcement: planAssigned(event, { plan_id, today }),
    }));
    await tellEach(deps, tx, 'plan_assigned', said);
  });
}

/**
 * What an athlete is told when a coach has given them a plan.
 *
 * @param given.plan_id the id of their assignment
 * @param given.today YYYY-MM-DD: dates in its year are written without the year
 */
function planAssigned(
  event: PlansAssigned,
  { plan_id, today }: { plan_id: string; today: string },
): Announcement {
  const { org_id, org_name, plan_title, start_date, weeks } = event;
  return {
    category: 'training',
    type: 'plan_assigned',
    subject: plan_id,
    texts: inEachLanguage((say, language) => ({
      title: say('notifications.planAssigned.title'),
      message: say('notifications.planAssigned.message', {
        club: org_name,
        plan: plan_title,
        start: dateWords(start_date, { language, today }),
      }),
    })),
    data: { plan_id, org_id, org_name, plan_title, start_date, weeks },
  };
}
