import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useKeys } from '../../keys/keys.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import {
  type Campaign,
  mayBeCalledOff,
  mayBeDeleted,
  textOf,
  useCampaign,
  useCampaignActs,
  wireOf,
} from './campaign-data.ts';
import { CampaignHead } from './head.tsx';
import type { Given } from './new-campaign.tsx';
import { Report } from './report.tsx';
import { WriteCampaign } from './write-campaign.tsx';

/** One campaign: a draft to write on, or what became of it. */
export function Screen() {
  const say = useSay();
  const { campaign: campaign_id = '' } = useParams();
  const query = useCampaign(campaign_id);
  if (query.isPending)
    return (
      <>
        <CampaignHead title={say('campaigns.one')} />
        <Waiting rows={5} height={56} />
      </>
    );
  if (query.data === undefined)
    return (
      <>
        <CampaignHead title={say('campaigns.one')} />
        <Failure error={query.error} what={say('campaigns.one.failed')} retry={() => void query.refetch()} />
      </>
    );
  return <Found campaign={query.data} />;
}

function Found({ campaign }: { readonly campaign: Campaign }) {
  const { id, title, state } = campaign;
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  const acts = useCampaignActs();
  const { offerUndo } = useNotices();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const isDraft = state === 'draft';
  const given: Given = { text: textOf(campaign) };
  const duplicate = (): void => void navigate(`/o/${org_id}/messages/campaigns/new`, { state: given });
  const remove = (): void =>
    setAsked(acts.askToDelete(campaign, () => void navigate(`/o/${org_id}/messages/campaigns`)));
  const callOff = (): void => setAsked(acts.askToCallOff(campaign));
  useKeys([
    { key: 'd', does: say('campaigns.duplicate'), act: duplicate },
    ...(mayBeCalledOff(campaign) ? [{ key: 'o', does: say('campaigns.callOff'), act: callOff }] : []),
    ...(mayBeDeleted(campaign) ? [{ key: 'Delete', does: say('campaigns.delete'), act: remove }] : []),
  ]);
  return (
    <>
      <CampaignHead title={isDraft ? say('campaigns.draft') : title} beside={isDraft ? title : undefined}>
        <Button onPress={duplicate}>
          {say('campaigns.duplicate')} <KeyHint of="d" />
        </Button>
        {mayBeCalledOff(campaign) && (
          <Button onPress={callOff}>
            {say('campaigns.callOff')} <KeyHint of="o" />
          </Button>
        )}
        {mayBeDeleted(campaign) && <Button onPress={remove}>{say('campaigns.delete')}</Button>}
      </CampaignHead>
      {isDraft ? (
        <WriteCampaign
          key={campaign.updated_at}
          campaign={campaign}
          text={textOf(campaign)}
          onKept={() =>
            offerUndo({
              said: say('campaigns.kept'),
              undo: async () => {
                const before = textOf(campaign);
                if (before.audience !== null)
                  await acts.keep(id, { ...wireOf(before), scheduled_at: campaign.scheduled_at });
              },
            })
          }
          onSent={() => undefined}
        />
      ) : (
        <Report campaign={campaign} takeBack={() => acts.takeBack(id)} />
      )}
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}
