import type { Database } from '../../../infra/db/database.ts';
import { fewRecords, type PersonalData } from '../../users/index.ts';
import { readSettings } from './change-settings.ts';
import { findSubscriptions } from './queries.ts';

/** What a person has chosen about their notifications. It is deleted with them. */
export function deliverySettingsData(deps: { db: Database }): PersonalData {
  const settings = async (user_id: string): Promise<object[]> => {
    const { quiet_hours, campaign_opt_outs } = await readSettings(deps.db, user_id);
    const optOuts = campaign_opt_outs.map(({ org_id, org_name, opted_out_at }) => ({
      org_id,
      org_name,
      opted_out_at: opted_out_at.toISOString(),
    }));
    return [{ quiet_hours, campaign_opt_outs: optOuts }];
  };
  const topics = async (user_id: string): Promise<object[]> =>
    (await findSubscriptions(deps.db, user_id)).map(({ topic, subscribed_at }) => ({
      topic,
      subscribed_at: subscribed_at.toISOString(),
    }));
  return {
    name: 'notification settings',
    columns: ['quiet_hours.user_id', 'campaign_opt_outs.user_id', 'topic_subscriptions.user_id'],
    files: {
      'notification_settings.json':
        'When you are not to be disturbed, and by which clubs’ messages to their members.',
      'topics.json': 'The topics you have chosen to hear of.',
    },
    async *collect(user_id) {
      yield { name: 'notification_settings.json', records: fewRecords(() => settings(user_id)) };
      yield { name: 'topics.json', records: fewRecords(() => topics(user_id)) };
    },
  };
}
