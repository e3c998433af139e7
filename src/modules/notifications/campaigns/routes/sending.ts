import { type Route, route } from '../../../../http/route.ts';
import { idParams } from '../../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../../shared/errors.ts';
import { noSuchOrganization } from '../../../organizations/index.ts';
import { MAX_A_DAY, MAX_A_DAY_BY_ONE } from '../campaign.ts';
import { cancelCampaign } from '../cancel-campaign.ts';
import {
  CampaignPreviewResponse,
  CampaignResponse,
  CancelledCampaignResponse,
  PreviewCampaignBody,
  PreviewQuery,
} from '../contract.ts';
import type { CampaignDeps } from '../create-campaign.ts';
import {
  campaignLimit,
  dayIsFull,
  noSuchCampaign,
  notADraft,
  notUnderWay,
  ownCampaignLimit,
  ownDayIsFull,
  previewLimit,
} from '../errors.ts';
import { presentCampaign, presentPreview } from '../present.ts';
import { previewCampaign, previewWrittenCampaign } from '../preview-campaign.ts';
import { sendCampaign } from '../send-campaign.ts';
import { readAsked } from './campaigns.ts';

const TAG = 'Campaigns';
const REACH =
  'How many people each channel would reach at this moment and how many not, with the reasons where they are five or more and are not named ' +
  'one by one, and by pages who is in the audience. Who of them is not reached is not said.';

export const previewCampaignRoute = (deps: CampaignDeps): Route =>
  route({
    operation_id: 'previewCampaign',
    method: 'POST',
    path: '/organizations/:org_id/campaign-preview',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Whom a campaign would reach, before it is written',
    description: `For coaches of the organization. ${REACH} Nothing is kept.`,
    params: idParams('org_id'),
    query: PreviewQuery,
    body: PreviewCampaignBody,
    responses: { 200: CampaignPreviewResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, previewLimit],
    volatile: true,
    handler: async ({
      actor,
      params: { org_id },
      query: { limit, cursor },
      body: { channels, audience },
    }) => {
      const asked = { org_id, channels, audience: readAsked(audience), limit, cursor };
      const data = presentPreview(await previewCampaign(deps, actor, asked));
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

export const previewWrittenCampaignRoute = (deps: CampaignDeps): Route =>
  route({
    operation_id: 'previewWrittenCampaign',
    method: 'GET',
    path: '/organizations/:org_id/campaigns/:campaign_id/preview',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Whom a campaign would reach',
    description: `For coaches of the organization, of a campaign as it stands. ${REACH}`,
    params: idParams('org_id', 'campaign_id'),
    query: PreviewQuery,
    responses: { 200: CampaignPreviewResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchCampaign, previewLimit],
    volatile: true,
    handler: async ({ actor, params: { org_id, campaign_id }, query: { limit, cursor } }) => {
      const data = presentPreview(
        await previewWrittenCampaign(deps, actor, { org_id, campaign_id, limit, cursor }),
      );
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

export const sendCampaignRoute = (deps: CampaignDeps): Route =>
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

export const cancelCampaignRoute = (deps: CampaignDeps): Route =>
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
