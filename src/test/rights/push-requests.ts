import { randomUUID } from 'node:crypto';
import { sql } from '../../infra/db/sql.ts';
import { WORDS as CAMPAIGN, campaignOf } from '../campaign-stage.ts';
import { topicPushOf } from '../topic-push.ts';
import type { ActorName } from './read-rights.ts';
import type { Prepare } from './requests.ts';
import type { RightsStage } from './rights-stage.ts';

const nothing: Prepare = () => ({});
const WORDS = { title: 'Track is closed', message: 'We meet at the river.' };
const { title, message: body } = WORDS;

/** Whoever asks; where it is nobody, the athlete. */
const idOf = ({ personOf, ids }: RightsStage, actor: ActorName): string =>
  personOf(actor)?.user_id ?? ids.user_id ?? '';

const draft = async ({ server, club }: RightsStage) => ({
  params: { campaign_id: await campaignOf(server, club) },
});

/** An export that is made, with nobody in it, of whoever asks. */
const exportOfAsker: Prepare = async (stage, actor) => {
  const export_id = randomUUID();
  await stage.server.deps.db.execute(sql`
    INSERT INTO export_jobs (id, org_id, requested_by, format, status, object_key, shown, snapshot, snapshot_at, created_at,
      completed_at, expires_at)
    VALUES (${export_id}, ${stage.club.org_id}, ${idOf(stage, actor)}, 'csv', 'completed', ${`exports/${export_id}.zip`}, '[]',
      pg_current_snapshot(), now(), now(), now(), '9000-01-01')`);
  return { params: { export_id } };
};

/** Requests about pushes, campaigns and exports, and about what somebody has chosen of what reaches them. */
export const PUSH_REQUESTS: Readonly<Record<string, Prepare>> = {
  sendDirectPush: ({ ids }) => ({ body: { user_id: ids.user_id, ...WORDS } }),
  'sendPush(member)': ({ ids }) => ({ body: { user_id: ids.user_id, title, body } }),
  'sendPush(club)': ({ club }) => ({ body: { topic: `org-${club.org_id}`, ...WORDS } }),
  'sendPush(general)': () => ({ body: WORDS }),
  getPush: async ({ server, club }) => ({ params: { push_id: await topicPushOf(server, club) } }),

  listCampaigns: nothing,
  createCampaign: () => ({ body: { ...CAMPAIGN, channels: ['chat'], draft: true } }),
  previewCampaign: () => ({ body: { channels: ['chat'], audience: 'all' } }),
  previewWrittenCampaign: draft,
  getCampaign: draft,
  changeCampaign: async (stage) => ({ ...(await draft(stage)), body: { title } }),
  deleteCampaign: draft,
  sendCampaign: draft,
  cancelCampaign: async ({ server, club }) => ({
    params: { campaign_id: await campaignOf(server, club, 'scheduled') },
  }),

  createOrganizationExport: () => ({ body: {} }),
  listOrganizationExports: nothing,
  getOrganizationExport: exportOfAsker,
  getOrganizationExportDownload: exportOfAsker,

  getNotificationDelivery: nothing,
  changeNotificationDelivery: () => ({ body: { quiet_hours: { start: '22:00', end: '07:00' } } }),
  optOutOfCampaigns: nothing,
  optInToCampaigns: async (stage, actor) => {
    await stage.server.deps.db.execute(sql`
      INSERT INTO campaign_opt_outs (user_id, org_id, opted_out_at)
      VALUES (${idOf(stage, actor)}, ${stage.club.org_id}, now()) ON CONFLICT DO NOTHING`);
    return {};
  },
  listTopics: nothing,
  subscribeToTopic: () => ({ params: { topic: randomUUID() } }),
  unsubscribeFromTopic: async (stage, actor) => {
    const topic = randomUUID();
    await stage.server.deps.db.execute(sql`
      INSERT INTO topic_subscriptions (user_id, topic, subscribed_at)
      VALUES (${idOf(stage, actor)}, ${topic}, now())`);
    return { params: { topic } };
  },
  listChats: nothing,
  startLinkingChat: () => ({ params: { service: 'line' } }),
  disconnectChat: async (stage, actor) => {
    await stage.server.deps.db.execute(sql`
      INSERT INTO chat_accounts (user_id, service, chat_id, linked_at)
      VALUES (${idOf(stage, actor)}, 'telegram', ${randomUUID()}, now()) ON CONFLICT DO NOTHING`);
    return { params: { service: 'telegram' } };
  },
};
