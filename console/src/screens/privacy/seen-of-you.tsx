import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '../../client/api.ts';
import { type Format, useFormat } from '../../format.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { Said, type Say, useSay } from '../../say.tsx';
import style from './privacy.module.css';
import {
  AUDIENCES,
  causeInWords,
  PARTS,
  type Part,
  type Row,
  rowsOf,
  type SeeingAudience,
  viewFor,
} from './seen-rows.ts';
import type { usePreview } from './use-preview.ts';

type View = Schemas['AudienceView'];

/** The newest run and what else there is of oneself, as others see it. */
export function SeenOfYou(props: {
  readonly preview: ReturnType<typeof usePreview>;
  readonly org_id: string | undefined;
}) {
  const { preview, org_id } = props;
  const say = useSay();
  const [audience, setAudience] = useState<SeeingAudience>('coach');
  const views = preview.data?.views ?? [];
  const there = AUDIENCES.filter((one) => viewFor(views, one, org_id) !== undefined);
  const shown = there.includes(audience) ? audience : (there[0] ?? 'public');
  const view = viewFor(views, shown, org_id);
  return (
    <section className={style.seen} aria-busy={preview.isFetching}>
      <div className={style.seenHead}>
        <h2>{say('privacy.seen.title')}</h2>
        {there.length > 0 && (
          <div className={style.audiences}>
            <Choice
              label={say('privacy.seen.title')}
              options={there.map((value) => ({ value, label: say(`privacy.audience.${value}`) }))}
              value={shown}
              onChange={setAudience}
            />
          </div>
        )}
      </div>
      {preview.isPending && <Waiting rows={9} height={36} />}
      {preview.isError && (
        <Failure
          error={preview.error}
          what={say('privacy.seen.failed')}
          retry={() => void preview.refetch()}
        />
      )}
      {view !== undefined && <SeenBy view={view} audience={shown} />}
    </section>
  );
}

function SeenBy({ view, audience }: { readonly view: View; readonly audience: SeeingAudience }) {
  const say = useSay();
  const format = useFormat();
  const rows = rowsOf(view, { say, format });
  const run = view.activity.value;
  const rowsOfPart = (part: Part) => (
    <PartRows
      key={part}
      rows={rows.filter((row) => row.part === part)}
      club={view.organization?.org_name ?? ''}
    />
  );
  return (
    <>
      <div className={style.card} data-testid="seen">
        {run !== null && <RunHead run={run} name={view.profile.value?.display_name ?? ''} format={format} />}
        {PARTS.filter(isOfRun).map(rowsOfPart)}
      </div>
      <p className="small second">
        <Limits view={view} audience={audience} say={say} />
      </p>
      <div className={style.card}>{PARTS.filter((part) => !isOfRun(part)).map(rowsOfPart)}</div>
    </>
  );
}

const isOfRun = (part: Part): boolean => part === 'activity' || part === 'week';

function RunHead(props: {
  readonly run: Schemas['SeenActivityObject'];
  readonly name: string;
  readonly format: Format;
}) {
  const { run, name, format } = props;
  return (
    <div className={style.runHead}>
      <div className={style.who}>
        <Avatar name={name} />
        <div>
          <div className="strong">{name}</div>
          <div className="small third">{format.moment(run.start_time, run.timezone)}</div>
        </div>
      </div>
      <h3>{run.name}</h3>
    </div>
  );
}

/** The lines of one part; one line where all of it is withheld for the same reason. */
function PartRows({ rows, club }: { readonly rows: readonly Row[]; readonly club: string }) {
  const say = useSay();
  const [first] = rows;
  if (first === undefined) return null;
  const { part } = first;
  const isAllWithheld = rows.every(({ causes }) => causes !== null && causes === first.causes);
  if (isAllWithheld && first.causes !== null && rows.length > 1) {
    return (
      <dl className={style.rows}>
        <div className={style.fact} data-withheld>
          <dt>
            {say(`privacy.part.${part}`)}
            <span className={style.cause}>{causeInWords(first.causes, club, say)}</span>
          </dt>
          <dd>
            <NotShown say={say} />
          </dd>
        </div>
      </dl>
    );
  }
  return (
    <>
      {!isOfRun(part) && <p className={style.partHead}>{say(`privacy.part.${part}`)}</p>}
      <dl className={style.rows}>
        {rows.map(({ name, value, causes }) => (
          <div key={name} className={style.fact} data-withheld={causes !== null || undefined}>
            <dt>
              {say(`privacy.row.${name}`)}
              {causes !== null && <span className={style.cause}>{causeInWords(causes, club, say)}</span>}
            </dt>
            <dd>{causes === null ? (value ?? <Nothing say={say} />) : <NotShown say={say} />}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function NotShown({ say }: { readonly say: Say }) {
  return (
    <span className={style.notShown}>
      <EyeOff size={14} strokeWidth={1.75} aria-hidden="true" />
      {say('privacy.seen.notShown')}
    </span>
  );
}

function Nothing({ say }: { readonly say: Say }) {
  return <span className="third">{say('privacy.seen.nothing')}</span>;
}

/** How much is withheld, and what can be found out all the same. */
function Limits(props: { readonly view: View; readonly audience: SeeingAudience; readonly say: Say }) {
  const { view, audience, say } = props;
  const { value, withheld } = view.activity;
  if (value === null && withheld.length > 0) return <>{say('privacy.limits.noRun', { audience })}</>;
  if (value === null) return <>{say('privacy.limits.none')}</>;
  if (withheld.length === 0) return <>{say('privacy.limits.all', { audience })}</>;
  const isPaceWithheld = withheld.some(({ field }) => field === 'average_pace_s_per_km');
  return (
    <>
      <Said text="privacy.limits.fields" values={{ audience, count: withheld.length }} />{' '}
      {isPaceWithheld && say('privacy.limits.average')} {say('privacy.limits.exported')}
    </>
  );
}
