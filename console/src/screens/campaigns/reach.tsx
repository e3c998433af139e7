import type { Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { Failure, Waiting } from '../../parts/states.tsx';
import { Said, useSay } from '../../say.tsx';
import style from './campaigns.module.css';
import { useSkipped } from './skipped.ts';
import type { useReach } from './use-audience.ts';

/** How many it would reach, by which channel, and why not the others. */
export function Reach({
  of: { data, isPending, isError, error, refetch, isOld },
}: {
  readonly of: ReturnType<typeof useReach>;
}) {
  const say = useSay();
  const format = useFormat();
  if (isError)
    return <Failure error={error} what={say('campaigns.reach.failed')} retry={() => void refetch()} />;
  if (isPending) return <Waiting rows={2} height={28} />;
  const { people, reached, channels, members, next_cursor } = data;
  const names = members.map(({ name }) => name);
  const more = people - names.length;
  const isUntold = channels.some(({ skipped, not_reached }) => skipped === null && not_reached > 0);
  return (
    <section className={style.reach} aria-label={say('campaigns.reach')} data-old={isOld || undefined}>
      <p role="status">
        <Said text="campaigns.reach.all" values={{ reached, people }} />
      </p>
      <dl className={style.channels}>
        {channels.map((channel) => (
          <OneChannel key={channel.channel} of={channel} />
        ))}
      </dl>
      {isUntold && <p className="small second">{say('campaigns.reach.untold')}</p>}
      {names.length > 0 && (
        <p className={`small second ${style.names}`}>
          {next_cursor === null || more <= 0
            ? format.list(names)
            : say('campaigns.reach.names', { names: format.list(names), more })}
        </p>
      )}
    </section>
  );
}

function OneChannel({ of }: { readonly of: Schemas['ChannelReach'] }) {
  const say = useSay();
  const whyNot = useSkipped();
  const { channel, reached, not_reached, skipped } = of;
  return (
    <div>
      <dt>{say(`campaigns.channel.${channel}`)}</dt>
      <dd>
        {say('campaigns.reach.channel', { reached, not_reached })}
        {skipped !== null && not_reached > 0 && (
          <ul className="small second">
            {whyNot(skipped).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}
