import { useEffect, useState } from 'react';
import type { Schemas } from '../../client/api.ts';
import { serverNow } from '../../client/server-clock.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { audienceOf } from './audience.ts';
import { useAudienceWords } from './audience-words.tsx';
import { type Campaign, textOf, UNDO_MS } from './campaign-data.ts';
import style from './campaigns.module.css';
import { Reach } from './reach.tsx';
import { useSkipped } from './skipped.ts';
import { useStateWords } from './state-words.ts';
import { useReach } from './use-audience.ts';

/** What was written, to whom, and what became of it. */
export function Report(props: { readonly campaign: Campaign; readonly takeBack: () => Promise<void> }) {
  const { campaign, takeBack } = props;
  const { state, body, channels, deliveries, is_resolved } = campaign;
  const say = useSay();
  const format = useFormat();
  const words = useAudienceWords()(audienceOf(campaign));
  const stateOf = useStateWords();
  return (
    <div className={style.report}>
      <div>
        {state === 'scheduled' ? (
          <Scheduled campaign={campaign} takeBack={takeBack} />
        ) : (
          <p className={style.state} role="status">
            {stateOf(campaign)}
          </p>
        )}
        <p className={style.body}>{body}</p>
        <dl className={style.facts}>
          <div>
            <dt>{say('campaigns.audience')}</dt>
            {words.map((text) => (
              <dd key={text}>{text}</dd>
            ))}
          </div>
          <div>
            <dt>{say('campaigns.channels')}</dt>
            <dd>{format.list(channels.map((channel) => say(`campaigns.channel.${channel}`)))}</dd>
          </div>
        </dl>
      </div>
      {state === 'scheduled' && <ReachNow campaign={campaign} />}
      {(state === 'sending' || deliveries.length > 0) && (
        <section aria-labelledby="deliveries">
          <h2 id="deliveries">{say('campaigns.deliveries')}</h2>
          {!is_resolved && <p className="small second">{say('campaigns.deliveries.looking')}</p>}
          <ul className={style.deliveries}>
            {deliveries.map((of) => (
              <Delivered key={of.channel} of={of} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Whom it would reach if its time were now. */
function ReachNow({ campaign }: { readonly campaign: Campaign }) {
  return <Reach of={useReach(textOf(campaign).audience, campaign.channels)} />;
}

const SECOND_MS = 1_000;

/** Until it begins it can be taken back: within the minute after sending it counts down. */
function Scheduled(props: { readonly campaign: Campaign; readonly takeBack: () => Promise<void> }) {
  const { campaign, takeBack } = props;
  const say = useSay();
  const stateOf = useStateWords();
  const { tellFault } = useNotices();
  const [now, setNow] = useState(serverNow);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const left_ms = Date.parse(campaign.scheduled_at ?? '') - now;
  const act = async (): Promise<void> => {
    setBusy(true);
    try {
      await takeBack();
    } catch (error) {
      tellFault(say('shell.notSaved', { what: campaign.title, why: reasonOf(error, say) }));
    }
    setBusy(false);
  };
  return (
    <div className={style.soon}>
      {left_ms > UNDO_MS && (
        <p className={style.state} role="status">
          {stateOf(campaign)}
        </p>
      )}
      {left_ms > 0 && left_ms <= UNDO_MS && (
        // The seconds are seen, not read aloud each time.
        <p className={style.state}>
          <span aria-hidden="true">{say('campaigns.soon', { seconds: Math.ceil(left_ms / SECOND_MS) })}</span>
          <span className="spoken" role="status">
            {say('campaigns.soon.spoken')}
          </span>
        </p>
      )}
      {left_ms <= 0 && (
        <p className={style.state} role="status">
          {say('campaigns.now')}
        </p>
      )}
      <p className="small second">{say('campaigns.takeBack.hint')}</p>
      <div>
        <Button isDisabled={isBusy} onPress={() => void act()}>
          {say('campaigns.takeBack')}
        </Button>
      </div>
    </div>
  );
}

const REST = ['waiting', 'failed', 'gone', 'unknown', 'cancelled', 'not_reached'] as const;

/** One channel: how much of it has gone out, and what became of the rest. */
function Delivered({ of }: { readonly of: Schemas['ChannelDeliveries'] }) {
  const say = useSay();
  const whyNot = useSkipped();
  const { channel, counted_in, recipients, sent, skipped } = of;
  const share = recipients === 0 ? 0 : sent / recipients;
  return (
    <li className={style.delivered}>
      <h3>{say(`campaigns.channel.${channel}`)}</h3>
      <p>
        {counted_in === 'people'
          ? say('campaigns.delivered.people', { sent, recipients })
          : say(`campaigns.delivered.${channel}`, { sent, recipients })}
      </p>
      <span className={style.bar} aria-hidden="true">
        <i style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <ul className="small second">
        {REST.filter((what) => of[what] > 0).map((what) => (
          <li key={what}>{say(`campaigns.delivered.rest.${what}`, { count: of[what] })}</li>
        ))}
        {whyNot(skipped).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </li>
  );
}
