import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, ask } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import type { Scope } from './keys-data.ts';
import style from './security.module.css';

/** Of how many athletes a key with these scopes would see what: counted by the server, never worked out here. */
export function KeySight({ scopes }: { readonly scopes: readonly Scope[] }) {
  const say = useSay();
  const format = useFormat();
  const { data, isError } = useKeySight(scopes);
  if (isError) return <p className="small second">{say('security.sees.failed')}</p>;
  if (data === undefined) return null;
  const { athletes, sees } = data.data;
  if (sees.length === 0) return <p className="small second">{say('security.sees.nothing')}</p>;
  return (
    <>
      <dl className={style.sees}>
        {sees.map(({ kind, athletes: count }) => (
          <div key={kind} className={count === 0 ? `${style.seen} third` : style.seen}>
            <dt>{say(`security.sees.kind.${kind}`)}</dt>
            <dd>{say('security.sees.of', { count: format.number(count), all: format.number(athletes) })}</dd>
          </div>
        ))}
      </dl>
      <p className="small third">{say('security.sees.counts', { count: athletes })}</p>
    </>
  );
}

function useKeySight(scopes: readonly Scope[]) {
  const org_id = useOrgId();
  return useQuery({
    queryKey: ['api-key-preview', org_id, scopes],
    queryFn: ({ signal }) =>
      ask(
        api.POST('/organizations/{org_id}/api-key-preview', {
          signal,
          params: { path: { org_id } },
          body: { scopes: [...scopes] },
        }),
      ),
    // While one ticks scopes the counts stay until the next are there.
    placeholderData: keepPreviousData,
  });
}
