import type { Route } from '../../../http/route.ts';
import type { CampaignDeps } from './create-campaign.ts';
import {
  changeCampaignRoute,
  createCampaignRoute,
  deleteCampaignRoute,
  listCampaignsRoute,
  readCampaignRoute,
} from './routes/campaigns.ts';
import {
  cancelCampaignRoute,
  previewCampaignRoute,
  previewWrittenCampaignRoute,
  sendCampaignRoute,
} from './routes/sending.ts';

export function campaignRoutes(deps: CampaignDeps): readonly Route[] {
  return [
    listCampaignsRoute(deps),
    createCampaignRoute(deps),
    previewCampaignRoute(deps),
    readCampaignRoute(deps),
    previewWrittenCampaignRoute(deps),
    changeCampaignRoute(deps),
    deleteCampaignRoute(deps),
    sendCampaignRoute(deps),
    cancelCampaignRoute(deps),
  ];
}
