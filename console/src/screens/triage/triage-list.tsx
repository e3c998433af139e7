import { type KeyboardEvent, useDeferredValue } from 'react';
import { Button, LinkButton } from '../../parts/button.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { PHONE, useMatches } from '../../parts/use-matches.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { Calm } from './calm.tsx';
import style from './triage.module.css';
import { type RowActs, TriageRow } from './triage-row.tsx';
import type { Athlete, Filter, useTriage } from './use-triage.ts';

type Props = ReturnType<typeof useTriage> &
  RowActs & {
    readonly filter: Filter;
    /** Those to look at, in their order. */
    readonly open: readonly Athlete[];
    readonly shown: string | undefined;
    readonly current: string | undefined;
    readonly pathOf: (user_id?: string) => string;
    readonly athletePath: (user_id: string) => string;
    readonly isWide: boolean;
    readonly menuOf: string | null;
    readonly onMenuOf: (user_id: string | null) => void;
    readonly onVisit: (user_id: string) => void;
    readonly onStep: (by: 1 | -1) => void;
  };

/** Everybody, section by section: to look at as rows, the others in a sentence. */
export function TriageList(props: Props) {
  const { query, pending_athletes, open, onStep } = props;
  const say = useSay();
  const step = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onStep(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <section className={style.list} aria-label={say('triage.list')}>
      <div className={style.scroller}>
        {query.isPending && <Waiting rows={8} height={80} />}
        {query.isError && (
          <Failure error={query.error} what={say('triage.failed')} retry={() => void query.refetch()} />
        )}
        {query.data !== undefined && (
          // biome-ignore lint/a11y/noStaticElementInteractions: arrows move within its links
          <div onKeyDown={step}>
            <Section name="first" {...props} />
            <Section name="then" {...props} />
            {open.length === 0 && !query.hasNextPage && <NobodyOpen {...props} />}
            {query.hasNextPage && (
              <div className={style.note}>
                <Button isDisabled={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                  {say('triage.more')}
                </Button>
              </div>
            )}
            {pending_athletes > 0 && (
              <p className={`small third ${style.note}`}>
                {say('triage.pending', { count: pending_athletes })}
              </p>
            )}
            <Quiet name="well" {...props} />
            <Quiet name="private" {...props} />
          </div>
        )}
      </div>
      {props.isWide && open.length > 0 && <Keys />}
    </section>
  );
}

/** As many rows as a window shows are drawn at once; the others follow while the page can be used already. */
const DRAWN_FIRST = 12;
const DRAWN_FIRST_ON_PHONE = 8;

function Section(props: Props & { readonly name: 'first' | 'then' }) {
  const { name, athletes, current, shown, open, pathOf, athletePath, isWide, menuOf, onMenuOf, onVisit } =
    props;
  const say = useSay();
  const isPhone = useMatches(PHONE);
  const isWhole = useDeferredValue(true, false);
  const all = athletes.filter(({ section }) => section === name);
  if (all.length === 0) return null;
  const place = all.findIndex(({ user_id }) => user_id === current);
  const rows = isWhole
    ? all
    : all.slice(0, Math.max(isPhone ? DRAWN_FIRST_ON_PHONE : DRAWN_FIRST, place + 1));
  const heading = `triage-${name}`;
  const tabStop = open.some(({ user_id }) => user_id === current) ? current : open[0]?.user_id;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={style.heading}>
        {say(`triage.section.${name}`)} <span className="third">{countOf(props)}</span>
      </h2>
      <ul>
        {rows.map((athlete) => (
          <TriageRow
            key={athlete.user_id}
            athlete={athlete}
            to={pathOf(athlete.user_id)}
            openPath={athletePath(athlete.user_id)}
            isSelected={isWide && athlete.user_id === shown}
            isTabStop={athlete.user_id === tabStop}
            onFocus={() => onVisit(athlete.user_id)}
            enterPath={isWide && athlete.user_id === shown ? athletePath(athlete.user_id) : undefined}
            isPhone={isPhone}
            isMenuOpen={menuOf === athlete.user_id}
            onMenu={(isOpen) => onMenuOf(isOpen ? athlete.user_id : null)}
            onHandled={props.onHandled}
            onLater={props.onLater}
            onAsk={props.onAsk}
          />
        ))}
      </ul>
    </section>
  );
}

/** How many a section has: counted where all of it is here, else as the server says of the whole organization; null where it does not. */
function countOf(props: Props & { readonly name: Athlete['section'] }): number | null {
  const { name, athletes, query, counts, filter } = props;
  if (!query.hasNextPage) return athletes.filter(({ section }) => section === name).length;
  if (filter.isMine || filter.group_id !== null || counts === undefined) return null;
  return name === 'then' ? counts.open - counts.first : counts[name];
}

function Quiet(props: Props & { readonly name: 'well' | 'private' }) {
  const { name, athletes, pathOf } = props;
  const those = athletes.filter(({ section }) => section === name);
  return those.length === 0 ? null : (
    <Calm section={name} athletes={those} count={countOf(props)} pathOf={pathOf} />
  );
}

/** Nobody is to be looked at: why, and what one can do. */
function NobodyOpen({ athletes, filter, pending_athletes }: Props) {
  const say = useSay();
  const org_id = useOrgId();
  if (filter.isMine || filter.group_id !== null) {
    return (
      <Empty action={<LinkButton to={`/o/${org_id}/triage`}>{say('triage.empty.all')}</LinkButton>}>
        {say('triage.empty.filtered')}
      </Empty>
    );
  }
  if (athletes.some(({ section }) => section === 'handled' || section === 'later'))
    return <Empty>{say('triage.empty.done')}</Empty>;
  const count = athletes.filter(({ section }) => section === 'well').length;
  if (count > 0) return <Empty>{say('triage.empty.well', { count })}</Empty>;
  if (athletes.length > 0 || pending_athletes > 0) return null;
  return (
    <Empty
      action={<LinkButton to={`/o/${org_id}/settings/invitations`}>{say('triage.empty.invite')}</LinkButton>}
    >
      {say('triage.empty.nobody')}
    </Empty>
  );
}

function Keys() {
  const say = useSay();
  return (
    <p className={`small third ${style.keys}`} aria-hidden="true">
      <span>
        <KeyHint of="j" /> <KeyHint of="k" /> {say('triage.key.move')}
      </span>
      <span>
        <KeyHint of="e" /> {say('triage.key.handled')}
      </span>
      <span>
        <KeyHint of="s" /> {say('triage.key.later')}
      </span>
      <span>
        <KeyHint of="m" /> {say('triage.key.write')}
      </span>
      <span>
        <KeyHint of="Enter" /> {say('triage.key.open')}
      </span>
    </p>
  );
}
