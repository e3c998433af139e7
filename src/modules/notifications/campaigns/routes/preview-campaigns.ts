import { type Route, route } from '../../../../http/route.ts';
import { idParams } from '../../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../../shared/errors.ts';
import { noSuchOrganization } from '../../../organizations/index.ts';
import { CampaignPreviewResponse, PreviewCampaignBody, PreviewQuery } from '../contract.ts';
import { noSuchCampaign, previewLimit } from '../errors.ts';
import { presentPreview } from '../present.ts';
import { previewCampaign, previewWrittenCampaign } from '../preview-campaign.ts';
import { readAsked } from './write-campaigns.ts';

type Deps = Parameters<typeof previewCampaign>[0];

const TAG = 'Campaigns';
const REACH =
  'How many people each channel would reach at this moment and how many not, with the reasons where they are five or more and are not named ' +
  'one by one, and by pages who is in the audience. Who of them is not reached is not said.';

export const previewCampaignRoute = (deps: Deps): Route =>
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

export const previewWrittenCampaignRoute = (deps: Deps): Route =>
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
