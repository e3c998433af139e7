import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { addDays, todayIn } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import { useAudienceWords } from './audience-words.tsx';
import {
  type Campaign,
  type CampaignText,
  CHANNELS,
  type Channel,
  useCampaignActs,
  whyNot,
  wireOf,
} from './campaign-data.ts';
import style from './campaigns.module.css';
import { Reach } from './reach.tsx';
import { useAudience, useReach } from './use-audience.ts';

const MOST_TITLE = 120;
const MOST_BODY = 4_000;
const USUAL_TIME = '09:00';

/** When it is to go out: at once, or at a time of day where the club is. */
type When = { readonly how: 'now' | 'later'; readonly date: string; readonly time: string };

/** The words of a campaign, by what it goes out, to whom and when. */
export function WriteCampaign(props: {
  /** Null for one that is nowhere kept yet. */
  readonly campaign: Campaign | null;
  readonly text: CampaignText;
  /** With what is typed so far, whenever it changes. */
  readonly onText?: (text: CampaignText) => void;
  readonly onKept: (campaign: Campaign, written: CampaignText) => void;
  readonly onSent: (campaign: Campaign) => void;
}) {
  const { campaign, text, onText, onKept, onSent } = props;
  const say = useSay();
  const isOnline = useIsOnline();
  const acts = useCampaignActs();
  const zone = useZone(campaign);
  const [written, setWritten] = useState<Omit<CampaignText, 'audience'>>(text);
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = useAudience(text.audience, typed);
  const reach = useReach(chosen.audience, written.channels);
  const [when, setWhen] = useState<When>(() => whenOf(campaign, zone));
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const change = (changes: Partial<typeof written>): void => setWritten({ ...written, ...changes });
  const isTouched = written !== text || typed !== null;
  const tellText = useEffectEvent(() => {
    if (isTouched) onText?.({ ...written, audience: chosen.audience });
  });
  const audience = JSON.stringify(chosen.audience);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told whenever one of these is another
  useEffect(() => tellText(), [written, audience]);
  const isWhole =
    written.title.trim() !== '' &&
    written.body.trim() !== '' &&
    written.channels.length > 0 &&
    chosen.audience !== null;
  const isReady = isWhole && isOnline && !isBusy;
  const at = when.how === 'later' ? `${when.date}T${when.time}` : null;
  const run = async (act: () => Promise<void>): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    setError(undefined);
    try {
      await act();
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  const whole = wireOrNull({ ...written, audience: chosen.audience });
  const keep = (): void =>
    void run(async () => {
      if (whole === null) return;
      const kept = await acts.keep(campaign?.id ?? null, { ...whole, scheduled_at: at });
      onKept(kept, { ...written, audience: chosen.audience });
    });
  const send = (): void =>
    void run(async () => {
      if (whole !== null) onSent(await acts.send(campaign?.id ?? null, whole, at));
    });
  useKeys([
    { key: 'mod+s', does: say('campaigns.keep'), act: keep },
    { key: 'mod+Enter', does: at === null ? say('campaigns.send') : say('campaigns.schedule'), act: send },
  ]);
  const faultOf = (name: string): string | undefined =>
    error instanceof ApiError && error.status === 400
      ? error.details.find(({ path }) => path.split(/[./]/).includes(name))?.message
      : undefined;
  const fieldFaults = ['title', 'body', 'channels', 'audience', 'scheduled_at'].map(faultOf);
  const isOfField = fieldFaults.some((fault) => fault !== undefined);
  return (
    <form
      className={style.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={style.fields}>
        <Field
          label={say('campaigns.title')}
          hint={say('campaigns.title.hint')}
          value={written.title}
          onChange={(title) => change({ title })}
          maxLength={MOST_TITLE}
          fault={faultOf('title')}
          autoFocus={campaign === null}
        />
        <Field
          label={say('campaigns.body')}
          hint={say('campaigns.body.hint', { chars: MOST_BODY - written.body.length })}
          rows={9}
          value={written.body}
          onChange={(body) => change({ body })}
          maxLength={MOST_BODY}
          fault={faultOf('body')}
          onKeyDown={(event) => event.continuePropagation()}
        />
        <Channels chosen={written.channels} onChange={(channels) => change({ channels })} />
      </div>
      <div className={style.fields}>
        <AudienceField
          given={text.audience}
          typed={typed}
          onType={setTyped}
          fault={chosen.fault ?? faultOf('audience') ?? faultOf('user_ids')}
        />
        {chosen.isReading === true && <p className="small second">{say('campaigns.audience.reading')}</p>}
        {chosen.audience !== null && written.channels.length > 0 && <Reach of={reach} />}
        <WhenField when={when} zone={zone} onChange={setWhen} fault={faultOf('scheduled_at')} />
        {error !== undefined && !isOfField && (
          <p className="fault" role="alert">
            {whyNot(error, say)}
          </p>
        )}
        {!isOnline && <p className="small second">{say('campaigns.offline')}</p>}
        <div className={style.buttons}>
          <Button isDisabled={!isReady} onPress={keep}>
            {say('campaigns.keep')} <KeyHint of="mod+s" />
          </Button>
          <Button look="main" type="submit" isDisabled={!isReady}>
            {at === null ? say('campaigns.send') : say('campaigns.schedule')} <KeyHint of="mod+Enter" />
          </Button>
        </div>
        {at === null && <p className="small second">{say('campaigns.send.hint')}</p>}
      </div>
    </form>
  );
}

const wireOrNull = (text: CampaignText): ReturnType<typeof wireOf> | null =>
  text.audience === null ? null : wireOf(text);

/** Where the club is, else where one is oneself: by which clock a time is meant. */
function useZone(campaign: Campaign | null): string {
  const org_id = useOrgId();
  const { timezone } = useSession().profile.preferences;
  const { data } = useQuery({
    queryKey: ['organization', org_id],
    enabled: campaign === null,
    queryFn: () => ask(api.GET('/organizations/{org_id}', { params: { path: { org_id } } })),
  });
  // Settings of before may hold anything.
  const zone = data?.settings.timezone;
  return campaign?.time_zone ?? (typeof zone === 'string' ? zone : timezone);
}

function whenOf(campaign: Campaign | null, zone: string): When {
  const at = campaign?.scheduled_at ?? null;
  if (at === null) return { how: 'now', date: addDays(todayIn(zone), 1), time: USUAL_TIME };
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at));
  const isPast = Date.parse(at) <= Date.now();
  return { how: isPast ? 'now' : 'later', date: todayIn(zone, new Date(at)), time };
}

function Channels(props: {
  readonly chosen: readonly Channel[];
  readonly onChange: (chosen: readonly Channel[]) => void;
}) {
  const { chosen, onChange } = props;
  const say = useSay();
  return (
    <fieldset className={style.fieldset}>
      <legend className={style.legend}>{say('campaigns.channels')}</legend>
      <div className={style.boxes}>
        {CHANNELS.map((channel) => (
          <label key={channel} className={style.box}>
            <input
              type="checkbox"
              checked={chosen.includes(channel)}
              onChange={({ target }) =>
                onChange(CHANNELS.filter((one) => (one === channel ? target.checked : chosen.includes(one))))
              }
            />
            {say(`campaigns.channel.${channel}`)}
          </label>
        ))}
      </div>
      <p className="small second">{say('campaigns.channels.hint')}</p>
    </fieldset>
  );
}

/** Typed as on the roster; who was chosen elsewhere stands there in words, until one types. */
function AudienceField(props: {
  readonly given: CampaignText['audience'];
  readonly typed: string | null;
  readonly onType: (typed: string | null) => void;
  readonly fault: string | undefined;
}) {
  const { given, typed, onType, fault } = props;
  const say = useSay();
  const words = useAudienceWords()(given);
  if (typed === null && given !== 'all')
    return (
      <div className={style.fieldset} role="group" aria-label={say('campaigns.audience')}>
        <p className={style.legend}>{say('campaigns.audience')}</p>
        <ul>
          {words.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <div>
          <Button size="small" onPress={() => onType('')}>
            {say('campaigns.audience.change')}
          </Button>
        </div>
        {fault !== undefined && <p className="small fault">{fault}</p>}
      </div>
    );
  return (
    <Field
      label={say('campaigns.audience')}
      hint={say('campaigns.audience.hint')}
      placeholder={say('campaigns.audience.all')}
      value={typed ?? ''}
      onChange={onType}
      fault={fault}
      autoComplete="off"
    />
  );
}

function WhenField(props: {
  readonly when: When;
  readonly zone: string;
  readonly onChange: (when: When) => void;
  readonly fault: string | undefined;
}) {
  const { when, zone, onChange, fault } = props;
  const say = useSay();
  return (
    <fieldset className={style.fieldset}>
      <legend className={style.legend}>{say('campaigns.when')}</legend>
      <Choice
        label={say('campaigns.when')}
        value={when.how}
        onChange={(how) => onChange({ ...when, how })}
        options={(['now', 'later'] as const).map((value) => ({
          value,
          label: say(`campaigns.when.${value}`),
        }))}
      />
      {when.how === 'later' && (
        <>
          <div className={style.pair}>
            <Field
              label={say('campaigns.when.date')}
              type="date"
              value={when.date}
              onChange={(date) => onChange({ ...when, date })}
              fault={fault}
            />
            <Field
              label={say('campaigns.when.time')}
              type="time"
              value={when.time}
              onChange={(time) => onChange({ ...when, time })}
            />
          </div>
          <p className="small second">{say('campaigns.when.zone', { zone: zone.replaceAll('_', ' ') })}</p>
        </>
      )}
    </fieldset>
  );
}
