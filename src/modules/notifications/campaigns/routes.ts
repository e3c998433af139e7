import type { Route } from '../../../http/route.ts';
import { previewCampaignRoute, previewWrittenCampaignRoute } from './routes/preview-campaigns.ts';
import { listCampaignsRoute, readCampaignRoute } from './routes/read-campaigns.ts';
import { cancelCampaignRoute, sendCampaignRoute } from './routes/run-campaigns.ts';
import { changeCampaignRoute, createCampaignRoute, deleteCampaignRoute } from './routes/write-campaigns.ts';

export function campaignRoutes(deps: Parameters<typeof createCampaignRoute>[0]): readonly Route[] {
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
