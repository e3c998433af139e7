import type { Database } from '../../../infra/db/database.ts';
import { isoOrNull } from '../../../shared/time.ts';
import { type PersonalData, pagesOf } from '../../users/index.ts';
import { findCampaignsWrittenBy, forgetNamed, type OwnCampaign } from './queries.ts';

const PAGE = 100;

/**
 * The campaigns that a person wrote for organizations. When the person is deleted, these stay with the organizations, without an
 * author, and campaigns that name the person among their receivers lose that name.
 */
export function campaignData(deps: { db: Database }): PersonalData {
  const records = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<OwnCampaign>(PAGE, (page) => findCampaignsWrittenBy(deps.db, { user_id, ...page }));
    for await (const page of pages) yield page.map((one) => JSON.stringify(presentOwn(one)));
  };
  return {
    name: 'campaigns',
    columns: ['campaigns.created_by', 'campaigns.audience', 'outgoing_messages.audience'],
    files: { 'campaigns.json': 'The campaigns you wrote for organizations, without whom they were for.' },
    async *collect(user_id) {
      yield { name: 'campaigns.json', records: records(user_id) };
    },
    release: (tx, { user_id }) => forgetNamed(tx, user_id),
  };
}

const presentOwn = (one: OwnCampaign) => ({
  campaign_id: one.id,
  org_id: one.org_id,
  org_name: one.org_name,
  title: one.title,
  body: one.body,
  channels: one.channels,
  state: one.state,
  created_at: one.created_at.toISOString(),
  scheduled_at: isoOrNull(one.scheduled_at),
  sent_at: isoOrNull(one.sent_at),
});
