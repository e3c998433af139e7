import { dateWords } from '../../../words/date-words.ts';
import { inEachLanguage } from '../../../words/index.ts';
import type { PlansAssigned } from '../../plans/index.ts';
import type { Announcement } from '../centre/notification.ts';

/**
 * What an athlete is told whom a coach has given a plan.
 *
 * @param given.plan_id their copy's
 * @param given.today YYYY-MM-DD: dates of its year are told without it
 */
export function planAssigned(
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
