import { useQuery } from '@tanstack/react-query';
import { api, ask } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { LinkButton } from '../../parts/button.tsx';
import columns from '../../parts/columns.module.css';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';

/** Where else one is told: on how many devices, and in messengers. */
export function Elsewhere() {
  const say = useSay();
  return (
    <>
      <Devices />
      <div className={columns.row}>
        <div>
          <p>{say('me.chats')}</p>
          <p className="small second">{say('me.chats.hint')}</p>
        </div>
        <LinkButton look="quiet" size="small" to="/me/connections">
          {say('me.chats.where')}
        </LinkButton>
      </div>
    </>
  );
}

function Devices() {
  const say = useSay();
  const format = useFormat();
  const { user_id } = useSession().profile;
  const { data, isError } = useQuery({
    queryKey: ['own-devices', user_id],
    queryFn: async ({ signal }) => {
      const params = { path: { user_id } };
      return (await ask(api.GET('/notifications/tokens/info/{user_id}', { signal, params }))).data;
    },
  });
  const { token_count = 0, platforms = [], is_valid = true, last_active_at = null } = data ?? {};
  return (
    <div className={columns.row}>
      <div>
        <p>{say('me.devices')}</p>
        <p className="small second">
          {isError && say('me.devices.failed')}
          {data !== undefined && token_count === 0 && say('me.devices.none')}
          {token_count > 0 &&
            say('me.devices.some', {
              count: token_count,
              on: format.list(platforms.map((one) => say(`me.devices.on.${one}`))),
            })}{' '}
          {last_active_at !== null &&
            say('me.devices.last', { at: format.moment(new Date(last_active_at).toISOString()) })}{' '}
          {token_count > 0 && !is_valid && say('me.devices.old')}
        </p>
      </div>
    </div>
  );
}
