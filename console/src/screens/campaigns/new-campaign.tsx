import { useLocation, useNavigate } from 'react-router';
import { useNotices } from '../../notices/notices.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { type CampaignText, useCampaignActs } from './campaign-data.ts';
import { CampaignHead } from './head.tsx';
import { WriteCampaign } from './write-campaign.tsx';

/** What the page before hands over: athletes who were selected, or the words of another campaign. */
export type Given = { readonly user_ids?: readonly string[]; readonly text?: CampaignText };

const NOTHING: CampaignText = { title: '', body: '', channels: ['push', 'email'], audience: 'all' };

/** What was typed and neither kept nor sent, by organization: it is there again when one comes back. */
const unsent = new Map<string, CampaignText>();

/** A campaign that is nowhere yet. */
export function Screen() {
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  const acts = useCampaignActs();
  const { offerUndo } = useNotices();
  const { key, state } = useLocation();
  const { user_ids, text } = (state ?? {}) as Given;
  const begun = text ?? unsent.get(org_id) ?? NOTHING;
  const leave = (campaign_id: string): void => {
    unsent.delete(org_id);
    void navigate(`/o/${org_id}/messages/campaigns/${campaign_id}`, { replace: true });
  };
  return (
    <>
      <CampaignHead title={say('campaigns.new')} />
      <WriteCampaign
        key={key}
        campaign={null}
        text={user_ids === undefined ? begun : { ...begun, audience: { user_ids } }}
        onText={(typed) => unsent.set(org_id, typed)}
        onKept={(campaign, written) => {
          leave(campaign.id);
          offerUndo({
            said: say('campaigns.kept'),
            undo: async () => {
              await acts.remove(campaign.id);
              const given: Given = { text: written };
              await navigate(`/o/${org_id}/messages/campaigns/new`, { replace: true, state: given });
            },
          });
        }}
        onSent={({ id }) => leave(id)}
      />
    </>
  );
}
