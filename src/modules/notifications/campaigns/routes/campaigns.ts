import { type Route, route } from '../../../../http/route.ts';
import { idParams } from '../../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../../shared/errors.ts';
import { noSuchOrganization } from '../../../organizations/index.ts';
import { MAX_A_DAY, MAX_A_DAY_BY_ONE } from '../campaign.ts';
import { changeCampaign } from '../change-campaign.ts';
import {
  type AudienceField,
  CampaignListResponse,
  CampaignQuery,
  CampaignResponse,
  ChangeCampaignBody,
  CreateCampaignBody,
  DeletedCampaignResponse,
} from '../contract.ts';
import { type CampaignDeps, createCampaign } from '../create-campaign.ts';
import { deleteCampaign } from '../delete-campaign.ts';
import {
  campaignLimit,
  dayIsFull,
  noSuchCampaign,
  notChangeable,
  notDeletable,
  ownCampaignLimit,
  ownDayIsFull,
  tooManyCampaigns,
  tooManyDrafts,
} from '../errors.ts';
import { presentCampaign } from '../present.ts';
import type { AskedAudience } from '../read-audience.ts';
import { listCampaigns, readCampaign } from '../read-campaigns.ts';

const TAG = 'Campaigns';

export const listCampaignsRoute = (deps: CampaignDeps): Route =>
  route({
    operation_id: 'listCampaigns',
    method: 'GET',
    path: '/organizations/:org_id/campaigns',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'List campaigns',
    description: 'For coaches of the organization: the newest first, with what became of each.',
    params: idParams('org_id'),
    query: CampaignQuery,
    responses: { 200: CampaignListResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization],
    handler: async ({ actor, params: { org_id }, query: { state, cursor, limit } }) => {
      const { reports, next_cursor } = await listCampaigns(deps, actor, { org_id, state, cursor, limit });
      const data = { campaigns: reports.map(presentCampaign), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

export const readCampaignRoute = (deps: CampaignDeps): Route =>
  route({
    operation_id: 'getCampaign',
    method: 'GET',
    path: '/organizations/:org_id/campaigns/:campaign_id',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Read a campaign',
    description: 'For coaches of the organization: with what became of it so far, channel by channel.',
    params: idParams('org_id', 'campaign_id'),
    responses: { 200: CampaignResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchCampaign],
    handler: async ({ actor, params: { org_id, campaign_id } }) => {
      const report = await readCampaign(deps, actor, { org_id, campaign_id });
      return { status: 200, body: { status: 'ok' as const, data: { campaign: presentCampaign(report) } } };
    },
  });

export const createCampaignRoute = (deps: CampaignDeps): Route =>
  route({
    operation_id: 'createCampaign',
    method: 'POST',
    path: '/organizations/:org_id/campaigns',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Write to members',
    description:
      'For coaches of the organization. Goes out at once, at `scheduled_at`, or with `draft` when it is sent. Refused where nobody ' +
      `is in the audience. At most ${MAX_A_DAY} campaigns of an organization go out on one day, and ${MAX_A_DAY_BY_ONE} of one person in all.`,
    params: idParams('org_id'),
    body: CreateCampaignBody,
    responses: { 201: CampaignResponse },
    errors: [
      forbidden,
      featureNotEnabled,
      noSuchOrganization,
      tooManyCampaigns,
      tooManyDrafts,
      dayIsFull,
      campaignLimit,
      ownDayIsFull,
      ownCampaignLimit,
    ],
    handler: async ({ actor, params: { org_id }, body }) => {
      const { title, body: text, channels, audience, scheduled_at, draft } = body;
      const report = await createCampaign(deps, actor, {
        ...{ org_id, title, body: text, channels, scheduled_at },
        audience: readAsked(audience),
        draft: draft === true,
      });
      return { status: 201, body: { status: 'ok' as const, data: { campaign: presentCampaign(report) } } };
    },
  });

export const changeCampaignRoute = (deps: CampaignDeps): Route =>
  route({
    operation_id: 'changeCampaign',
    method: 'PATCH',
    path: '/organizations/:org_id/campaigns/:campaign_id',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Change a draft or a scheduled campaign',
    description: 'For coaches of the organization, whoever of them wrote it.',
    params: idParams('org_id', 'campaign_id'),
    body: ChangeCampaignBody,
    responses: { 200: CampaignResponse },
    errors: [
      forbidden,
      featureNotEnabled,
      noSuchOrganization,
      noSuchCampaign,
      notChangeable,
      dayIsFull,
      ownDayIsFull,
    ],
    handler: async ({ actor, params: { org_id, campaign_id }, body }) => {
      const { title, body: text, channels, audience, scheduled_at } = body;
      const report = await changeCampaign(
        deps,
        actor,
        { org_id, campaign_id },
        {
          ...{ title, body: text, channels, scheduled_at },
          audience: audience === undefined ? undefined : readAsked(audience),
        },
      );
      return { status: 200, body: { status: 'ok' as const, data: { campaign: presentCampaign(report) } } };
    },
  });

export const deleteCampaignRoute = (deps: CampaignDeps): Route =>
  route({
    operation_id: 'deleteCampaign',
    method: 'DELETE',
    path: '/organizations/:org_id/campaigns/:campaign_id',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Delete a campaign that has not gone out',
    description:
      'For coaches of the organization: a draft, or one that was cancelled before anything of it went out. What members were ' +
      'sent stays on record.',
    params: idParams('org_id', 'campaign_id'),
    responses: { 200: DeletedCampaignResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchCampaign, notDeletable],
    handler: async ({ actor, params: { org_id, campaign_id } }) => {
      await deleteCampaign(deps, actor, { org_id, campaign_id });
      return { status: 200, body: { status: 'ok' as const, message: 'Campaign deleted.' } };
    },
  });

export function readAsked(asked: AudienceField): AskedAudience {
  if (asked === 'all') return asked;
  const { segment, user_ids } = asked;
  return {
    ...(segment === undefined ? {} : { segment }),
    ...(user_ids === undefined ? {} : { user_ids }),
  };
}
