import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../client/errors.ts';
import { useKeys } from '../../keys/keys.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { RowMenu } from '../../parts/menu-button.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { ROW, useRowKeys } from '../../parts/use-row-keys.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { PlacesOfMessages } from '../messages/places-of-messages.tsx';
import { audienceOf } from './audience.ts';
import { useAudienceWords } from './audience-words.tsx';
import {
  type Campaign,
  mayBeCalledOff,
  mayBeDeleted,
  STATES,
  textOf,
  useCampaignActs,
  useCampaigns,
} from './campaign-data.ts';
import style from './campaigns.module.css';
import type { Given } from './new-campaign.tsx';
import { useStateWords } from './state-words.ts';

const ALL = 'all';

/** What the club writes to many at once: drafts, what is scheduled, and what has gone out. */
export function Screen() {
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const state = STATES.find((one) => one === search.get('state')) ?? null;
  const found = useCampaigns(state);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const rows = useRef<HTMLDivElement>(null);
  const toNew = `/o/${org_id}/messages/campaigns/new`;
  useRowKeys(rows);
  useKeys([{ key: 'n', does: say('campaigns.new'), act: () => void navigate(toNew) }]);
  const campaigns = found.data?.pages.flatMap((page) => page.campaigns);
  const isNotInTier = found.error instanceof ApiError && found.error.code === 'feature_not_enabled';
  return (
    <>
      <PageHead title={say('campaigns.all')}>
        <LinkButton to={toNew} look="main">
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('campaigns.new')} <KeyHint of="n" />
        </LinkButton>
      </PageHead>
      <PlacesOfMessages />
      <div className={style.which}>
        <Choice
          label={say('campaigns.show')}
          value={state ?? ALL}
          onChange={(value) => setSearch(value === ALL ? {} : { state: value }, { replace: true })}
          options={([ALL, ...STATES] as const).map((value) => ({
            value,
            label: say(`campaigns.show.${value}`),
          }))}
        />
      </div>
      {found.isPending && <Waiting height={64} />}
      {isNotInTier && <Empty>{say('campaigns.notInTier')}</Empty>}
      {found.isError && campaigns === undefined && !isNotInTier && (
        <Failure error={found.error} what={say('campaigns.failed')} retry={() => void found.refetch()} />
      )}
      {campaigns?.length === 0 && (
        <Empty action={<LinkButton to={toNew}>{say('campaigns.new')}</LinkButton>}>
          {say(`campaigns.empty.${state ?? ALL}`)}
        </Empty>
      )}
      <div ref={rows}>
        {campaigns !== undefined && campaigns.length > 0 && (
          <ul aria-label={say('campaigns.all')}>
            {campaigns.map((campaign) => (
              <Row key={campaign.id} campaign={campaign} confirm={setAsked} />
            ))}
          </ul>
        )}
      </div>
      {found.hasNextPage && (
        <p className={style.more}>
          <Button onPress={() => void found.fetchNextPage()} isDisabled={found.isFetchingNextPage}>
            {say('campaigns.more')}
          </Button>
        </p>
      )}
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function Row(props: { readonly campaign: Campaign; readonly confirm: (asked: Confirmation) => void }) {
  const { campaign, confirm } = props;
  const { id, title, deliveries } = campaign;
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  const acts = useCampaignActs();
  const stateOf = useStateWords();
  const words = useAudienceWords()(audienceOf(campaign));
  const given: Given = { text: textOf(campaign) };
  const path = `/o/${org_id}/messages/campaigns`;
  return (
    <li className={style.row}>
      <div className={style.what}>
        <Link to={`${path}/${id}`} className={style.name} {...ROW}>
          {title}
        </Link>
        <ul className={`small second ${style.phrases}`}>
          {words.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      <div className={style.became}>
        <span className="small">{stateOf(campaign)}</span>
        <ul className={`small second ${style.phrases}`}>
          {deliveries.map(({ channel, sent, recipients }) => (
            <li key={channel}>
              {say('campaigns.sentOf', { channel: say(`campaigns.channel.${channel}`), sent, recipients })}
            </li>
          ))}
        </ul>
      </div>
      <RowMenu
        label={say('campaigns.actions', { title })}
        actions={[
          {
            id: 'duplicate',
            label: say('campaigns.duplicate'),
            act: () => void navigate(`${path}/new`, { state: given }),
          },
          ...(mayBeCalledOff(campaign)
            ? [
                {
                  id: 'off',
                  label: say('campaigns.callOff'),
                  act: () => confirm(acts.askToCallOff(campaign)),
                },
              ]
            : []),
          ...(mayBeDeleted(campaign)
            ? [
                {
                  id: 'delete',
                  label: say('campaigns.delete'),
                  act: () => confirm(acts.askToDelete(campaign)),
                },
              ]
            : []),
        ]}
      />
    </li>
  );
}
