import { type Route, route } from '../../../../http/route.ts';
import { idParams } from '../../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../../shared/errors.ts';
import { noSuchOrganization } from '../../../organizations/index.ts';
import { MAX_A_DAY, MAX_A_DAY_BY_ONE } from '../campaign.ts';
import { cancelCampaign } from '../cancel-campaign.ts';
import { CampaignResponse, CancelledCampaignResponse } from '../contract.ts';
import {
  campaignLimit,
  dayIsFull,
  noSuchCampaign,
  notADraft,
  notUnderWay,
  ownCampaignLimit,
  ownDayIsFull,
} from '../errors.ts';
import { presentCampaign } from '../present.ts';
import { sendCampaign } from '../send-campaign.ts';

const TAG = 'Campaigns';

export const sendCampaignRoute = (deps: Parameters<typeof sendCampaign>[0]): Route =>
  route({
    operation_id: 'sendCampaign',
    method: 'POST',
    path: '/organizations/:org_id/campaigns/:campaign_id/send',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Send a draft',
    description:
      'For coaches of the organization. Takes no body. At its `scheduled_at`, where the draft has one, which must lie ahead still; ' +
      `else at once. At most ${MAX_A_DAY} campaigns of an organization go out on one day, and ${MAX_A_DAY_BY_ONE} of one person in all.`,
    params: idParams('org_id', 'campaign_id'),
    responses: { 200: CampaignResponse },
    errors: [
      forbidden,
      featureNotEnabled,
      noSuchOrganization,
      noSuchCampaign,
      notADraft,
      dayIsFull,
      campaignLimit,
      ownDayIsFull,
      ownCampaignLimit,
    ],
    handler: async ({ actor, params: { org_id, campaign_id } }) => {
      const report = await sendCampaign(deps, actor, { org_id, campaign_id });
      return { status: 200, body: { status: 'ok' as const, data: { campaign: presentCampaign(report) } } };
    },
  });

export const cancelCampaignRoute = (deps: Parameters<typeof cancelCampaign>[0]): Route =>
  route({
    operation_id: 'cancelCampaign',
    method: 'POST',
    path: '/organizations/:org_id/campaigns/:campaign_id/cancel',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Call a campaign off',
    description:
      'For coaches of the organization, and for platform admins, who stop what they may not read. Takes no body. One that is scheduled does not go out; of one that is going out what has ' +
      'not gone yet does not, and `deliveries` say how much that is. What is just being handed over goes out.',
    params: idParams('org_id', 'campaign_id'),
    responses: { 200: CancelledCampaignResponse },
    errors: [forbidden, noSuchOrganization, noSuchCampaign, notUnderWay],
    handler: async ({ actor, params: { org_id, campaign_id } }) => {
      const report = await cancelCampaign(deps, actor, { org_id, campaign_id });
      const campaign = report && presentCampaign(report);
      return { status: 200, body: { status: 'ok' as const, data: { campaign } } };
    },
  });
