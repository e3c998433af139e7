import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { useFormat } from '../../format.ts';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import columns from '../../parts/columns.module.css';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { type Connectable, isConnectable, type Provider } from './providers.ts';

type Integration = Schemas['Integration'];
const SHOWN: readonly Provider[] = ['strava', 'garmin', 'apple_health'];
const KEY = ['integrations'];
const BACKFILL_MS = 5_000;

/** The platforms that bring runs: their state, and connecting and leaving them. */
export function Platforms() {
  const say = useSay();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await ask(api.GET('/integrations', { signal }))).data.integrations as readonly Integration[],
    // The past comes over step by step; nothing tells of each.
    refetchInterval: ({ state }) =>
      state.data?.some(({ backfill }) => backfill?.state === 'waiting' || backfill?.state === 'running') ===
      true
        ? BACKFILL_MS
        : false,
  });
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const shown = [
    ...SHOWN,
    ...(query.data ?? []).map(({ provider }) => provider).filter((one) => !SHOWN.includes(one)),
  ];
  return (
    <section className={columns.section}>
      <h2>{say('connections.platforms')}</h2>
      {query.isPending && <Waiting rows={3} height={72} />}
      {query.isError && (
        <Failure
          error={query.error}
          what={say('connections.platforms.failed')}
          retry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined &&
        shown.map((provider) => (
          <Platform
            key={provider}
            provider={provider}
            integration={query.data.find((one) => one.provider === provider)}
            askFirst={setAsked}
          />
        ))}
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

function Platform(props: {
  readonly provider: Provider;
  readonly integration: Integration | undefined;
  readonly askFirst: (asked: Confirmation) => void;
}) {
  const { provider, integration, askFirst } = props;
  const say = useSay();
  const cache = useQueryClient();
  const isOnline = useIsOnline();
  const [fault, setFault] = useState<string>();
  const name = say(`connections.provider.${provider}`);
  const isConnected = integration?.connected === true;
  const isExpired = isConnected && integration.token_expired_at !== null;
  const connect = async (to: Connectable): Promise<void> => {
    setFault(undefined);
    try {
      location.assign(await startOf(to));
    } catch (error) {
      const isNotSetUp = error instanceof ApiError && error.code === 'not_configured';
      setFault(isNotSetUp ? say('connections.notSetUp', { name }) : reasonOf(error, say));
    }
  };
  return (
    <div className={columns.row}>
      <div>
        <h3>{name}</h3>
        <p className="small second">{say(`connections.brings.${provider}`)}</p>
        {isConnected && <State integration={integration} name={name} />}
        {!isConnected && <p className="small third">{say('connections.not')}</p>}
        {fault !== undefined && (
          <p className="small" role="alert" style={{ color: 'var(--fault)' }}>
            {fault}
          </p>
        )}
      </div>
      {isConnectable(provider) && (!isConnected || isExpired) && (
        <Button
          look={isExpired ? 'main' : 'plain'}
          isDisabled={!isOnline}
          onPress={() => void connect(provider)}
        >
          {isExpired ? say('connections.again', { name }) : say('connections.connect', { name })}
        </Button>
      )}
      {isConnectable(provider) && isConnected && (
        <Button
          look="quiet"
          isDisabled={!isOnline}
          onPress={() =>
            askFirst({
              title: say('connections.disconnect.title', { name }),
              text: say('connections.disconnect.text', { name }),
              verb: say('connections.disconnect.verb'),
              act: async () => {
                await disconnect(provider);
                await cache.invalidateQueries({ queryKey: KEY });
              },
            })
          }
        >
          {say('connections.disconnect', { name })}
        </Button>
      )}
    </div>
  );
}

/** The last sync, that the platform lets the server in no more, and how far its past has come over. */
function State({ integration, name }: { readonly integration: Integration; readonly name: string }) {
  const say = useSay();
  const format = useFormat();
  const { last_sync_at, token_expired_at, backfill } = integration;
  return (
    <>
      {token_expired_at === null ? (
        <p className="small">
          {last_sync_at === null
            ? say('connections.noSync')
            : say('connections.synced', { at: format.moment(last_sync_at) })}
        </p>
      ) : (
        <p className="small strong">
          {say('connections.expired', { name, since: format.moment(token_expired_at) })}
        </p>
      )}
      {backfill !== null && (
        <p className="small second" role="status">
          {backfill.state === 'waiting'
            ? say('connections.past.waiting')
            : say(`connections.past.${backfill.state}`, { count: backfill.imported })}
        </p>
      )}
    </>
  );
}

/** Where one sets out: a page of this server, which says whose account is about to be connected, and leads on. */
async function startOf(provider: Connectable): Promise<string> {
  const query = { return_url: `${location.origin}/console/me/connections` };
  const { data } =
    provider === 'strava'
      ? await ask(api.GET('/strava/oauth/authorize-url', { params: { query } }))
      : await ask(api.GET('/garmin/oauth/authorize-url', { params: { query } }));
  return data.authorize_url;
}

async function disconnect(provider: Connectable): Promise<void> {
  if (provider === 'strava') await ask(api.POST('/strava/deauth'));
  else await ask(api.DELETE('/garmin/deauth'));
}
