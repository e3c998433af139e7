import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { addDays, mondayOf, useFormat } from '../../format.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { WeeksChart } from '../../parts/weeks-chart.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './evidence.module.css';
import { Reason } from './reason.tsx';
import { Rules } from './rules.tsx';
import { ThisWeek } from './this-week.tsx';
import type { Athlete } from './use-triage.ts';
import { todayWithin, useToday } from './when.ts';
import { WriteBox, type WriteBoxProps } from './write-box.tsx';

type Found = Schemas['TriageEvidence']['data'];
type Words = Found['words'][number];

/** What the reasons to look at somebody rest on, and what one can do about it. */
export function Evidence(
  props: Omit<WriteBoxProps, 'athlete'> & {
    readonly user_id: string;
    /** As the list has them, until the evidence is there. */
    readonly known: Athlete | undefined;
    /** On a page of its own the name is its title already. */
    readonly withName: boolean;
  },
) {
  const { user_id, known, withName } = props;
  const say = useSay();
  const org_id = useOrgId();
  const evidence = useQuery({
    queryKey: ['triage', org_id, 'evidence', user_id],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/organizations/{org_id}/triage/{user_id}/evidence', {
          signal,
          params: { path: { org_id, user_id } },
        }),
      ),
  });
  const found = evidence.data?.data;
  const athlete = found?.athlete ?? known;
  return (
    <div className={style.evidence}>
      {!withName && <h2 className="spoken">{say('triage.evidence.label')}</h2>}
      {athlete !== undefined && <Head athlete={athlete} withName={withName} />}
      {athlete !== undefined && <Claim athlete={athlete} />}
      {evidence.isPending && <Waiting rows={6} />}
      {evidence.isError && (
        <Failure
          error={evidence.error}
          what={say('triage.evidence.failed')}
          retry={() => void evidence.refetch()}
        />
      )}
      {found !== undefined && (
        <>
          <Weeks found={found} />
          <ThisWeek athlete={found.athlete} />
          <InTheirWords words={found.words} user_id={user_id} name={found.athlete.display_name} />
        </>
      )}
      {athlete !== undefined && <WriteBox {...props} athlete={athlete} />}
      {found !== undefined && <Rules rules={found.rules} athlete={found.athlete} />}
    </div>
  );
}

function Head({ athlete, withName }: { readonly athlete: Athlete; readonly withName: boolean }) {
  const say = useSay();
  const format = useFormat();
  const org_id = useOrgId();
  const { user_id, display_name, groups } = athlete;
  return (
    <div className={style.head}>
      {withName && <Avatar name={display_name} size="large" />}
      <div className={style.who}>
        {withName && (
          <h2 className={style.name} dir="auto">
            {display_name}
          </h2>
        )}
        {groups.length > 0 && <p className="small second">{format.list(groups.map(({ name }) => name))}</p>}
      </div>
      <Link className={`small second ${style.open}`} to={`/o/${org_id}/athletes/${user_id}/overview`}>
        {say('triage.open')}
      </Link>
    </div>
  );
}

/** What the first reason comes to, and all of them with their numbers. */
function Claim({ athlete: { reasons, privacy_filtered } }: { readonly athlete: Athlete }) {
  const say = useSay();
  const code = reasons[0]?.code ?? 'none';
  return (
    <div>
      <h3 className={style.claim}>{say(`triage.claim.${code}`)}</h3>
      <ul className={`second ${style.reasons}`}>
        {reasons.map((reason, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a code may come twice, and they are not sorted here
          <li key={index}>
            <Reason reason={reason} />
          </li>
        ))}
      </ul>
      {privacy_filtered.length > 0 && <p className="small third">{say('triage.filtered')}</p>}
    </div>
  );
}

/** The Mondays of the weeks in which the seven days lie that a reason of volume looked at. */
function markedWeeks({ reasons, week }: Athlete, today: string): readonly string[] {
  return reasons.flatMap(({ code, since }) => {
    if (code === 'volume_above_plan' || code === 'volume_below_plan')
      return [mondayOf(since), mondayOf(addDays(since, 6))];
    if (code !== 'load_rising') return [];
    return [mondayOf(addDays(todayWithin(week.week_start, today), -6)), week.week_start];
  });
}

const SHOWN_WEEKS = 10;

/** Ten weeks; those that a reason of volume looked at are marked. Nothing where nothing of them is shared. */
function Weeks({ found }: { readonly found: Found }) {
  const { athlete } = found;
  const weeks = found.weeks.slice(-SHOWN_WEEKS);
  const say = useSay();
  const { units } = useFormat();
  const today = useToday();
  const isPlanned = weeks.some(({ planned_distance_m }) => planned_distance_m !== null);
  if (!isPlanned && weeks.every(({ done_distance_m }) => done_distance_m === null)) return null;
  const caption = isPlanned
    ? say(units === 'metric' ? 'triage.weeks' : 'triage.weeks.miles')
    : say(units === 'metric' ? 'triage.weeks.runOnly' : 'triage.weeks.runOnlyMiles');
  return <WeeksChart weeks={weeks} caption={caption} marked={markedWeeks(athlete, today)} />;
}

const SHOWN_WORDS = 2;

function InTheirWords(props: {
  readonly words: readonly Words[];
  readonly user_id: string;
  readonly name: string;
}) {
  const { words, user_id, name } = props;
  const say = useSay();
  const format = useFormat();
  const org_id = useOrgId();
  const [isWhole, showWhole] = useState(false);
  if (words.length === 0) return null;
  const shown = isWhole ? words : words.slice(0, SHOWN_WORDS);
  return (
    <section className={style.part}>
      <h3 className={style.heading}>{say('triage.words')}</h3>
      {shown.map(({ source, text, is_cut, said_at }) => (
        <blockquote key={`${source} ${said_at}`} className={style.words}>
          <p className="small third">
            <span className="strong" dir="auto">
              {name}
            </span>{' '}
            {say(`triage.words.${source}`, { when: format.moment(said_at) })}
          </p>
          <p dir="auto">
            {text}
            {is_cut && '…'}
          </p>
        </blockquote>
      ))}
      <div className={style.row}>
        {!isWhole && words.length > SHOWN_WORDS && (
          <Button look="quiet" size="small" onPress={() => showWhole(true)}>
            {say('triage.words.more', { count: words.length - SHOWN_WORDS })}
          </Button>
        )}
        {words.some(({ source }) => source === 'message') && (
          <Link className="small second" to={`/o/${org_id}/athletes/${user_id}/messages`}>
            {say('triage.words.conversation')}
          </Link>
        )}
      </div>
    </section>
  );
}
