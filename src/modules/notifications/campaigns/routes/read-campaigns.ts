import { type Route, route } from '../../../../http/route.ts';
import { idParams } from '../../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../../shared/errors.ts';
import { noSuchOrganization } from '../../../organizations/index.ts';
import { CampaignListResponse, CampaignQuery, CampaignResponse } from '../contract.ts';
import { noSuchCampaign } from '../errors.ts';
import { presentCampaign } from '../present.ts';
import { listCampaigns, readCampaign } from '../read-campaigns.ts';

const TAG = 'Campaigns';

export const listCampaignsRoute = (deps: Parameters<typeof listCampaigns>[0]): Route =>
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

export const readCampaignRoute = (deps: Parameters<typeof readCampaign>[0]): Route =>
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
