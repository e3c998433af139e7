import { ArrowLeft, History } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { noteAthleteList } from '../../parts/athlete-list.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Empty } from '../../parts/states.tsx';
import { PHONE, useMatches, WIDE } from '../../parts/use-matches.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { EaseDialog } from './ease-dialog.tsx';
import { EndPlanDialog } from './end-plan-dialog.tsx';
import { Evidence } from './evidence.tsx';
import { Filters } from './filters.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { PutDialog } from './put-dialog.tsx';
import style from './triage.module.css';
import { TriageList } from './triage-list.tsx';
import { type Asked, rowId } from './triage-row.tsx';
import { type Athlete, useMarks, useTriage } from './use-triage.ts';
import { useToday } from './when.ts';
import type { Wanted } from './write-box.tsx';

const KEY_OF = { ease: 'w', end: 'x' } as const;

/** Whom to look at and why: the list, and beside it, or on a page of its own, what it rests on. */
export function Screen() {
  const say = useSay();
  const format = useFormat();
  const navigate = useNavigate();
  const org_id = useOrgId();
  const isWide = useMatches(WIDE);
  const isPhone = useMatches(PHONE);
  const today = useToday();
  const { user } = useParams();
  const [search] = useSearchParams();
  const filter = { group_id: search.get('group'), isMine: search.get('of') === 'mine' };
  const triage = useTriage(filter);
  const mark = useMarks();
  const [visited, visit] = useState<string | null>(null);
  const [menuOf, openMenuOf] = useState<string | null>(null);
  /** What a key asked for of somebody, who may not be drawn yet: it is never done with whoever still is. */
  const [wanted, want] = useState<Wanted | null>(null);
  const [isPutOpen, openPut] = useState(false);
  const [asked, askAbout] = useState<{ readonly athlete: Athlete; readonly what: Asked } | null>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const focusRow = useFocusRow();
  /** Where the last key has led, until it is drawn. */
  const aim = useRef<string | null>(null);

  // As they are drawn: who was put back stands last in the answer until there is a new one.
  const open = (['first', 'then'] as const).flatMap((name) =>
    triage.athletes.filter(({ section }) => section === name),
  );
  const put = triage.athletes.filter(({ section }) => section === 'later' || section === 'handled');
  const shown = user ?? (isWide ? open[0]?.user_id : undefined);
  const known = triage.athletes.find(({ user_id }) => user_id === shown);
  /** Whom keys act on: who is shown, else who has the focus in the list. */
  const current =
    known ?? (shown === undefined ? open.find(({ user_id }) => user_id === visited) : undefined);
  useEffect(() => {
    if (aim.current === current?.user_id) aim.current = null;
  }, [current?.user_id]);
  const isListShown = isWide || user === undefined;

  const pathOf = (user_id?: string): string =>
    `/o/${org_id}/triage${user_id === undefined ? '' : `/${user_id}`}${search.size === 0 ? '' : `?${search}`}`;
  const athletePath = (user_id: string): string => `/o/${org_id}/athletes/${user_id}/overview`;
  // `[` and `]` of an athlete's page go through those whom one looks at here.
  const listed = open.map(({ user_id }) => user_id).join(' ');
  useEffect(() => noteAthleteList(listed.split(' ')), [listed]);
  /** Whom keys act on now: of keys pressed faster than pages are drawn each acts on where the one before has led. */
  const target = (): Athlete | undefined => open.find(({ user_id }) => user_id === aim.current) ?? current;
  const goTo = (athlete: Athlete | undefined): void => {
    if (athlete === undefined) return;
    aim.current = athlete.user_id;
    focusRow(athlete.user_id);
    // The page is drawn at once, because a second key that follows quickly is meant for the athlete that the first one led to.
    if (isWide || user !== undefined)
      void navigate(pathOf(athlete.user_id), { replace: true, flushSync: true });
  };
  const step = (by: 1 | -1): void => {
    const index = open.findIndex(({ user_id }) => user_id === target()?.user_id);
    goTo(open[index === -1 ? 0 : index + by]);
  };
  /** Who is done with leaves; the next one is shown, or the list again. */
  const leave = (athlete: Athlete): void => {
    const index = open.findIndex(({ user_id }) => user_id === athlete.user_id);
    const next = open[index + 1] ?? open[index - 1];
    if (!isWide && user !== undefined) void navigate(pathOf());
    else if (athlete.user_id !== target()?.user_id) return;
    else if (next !== undefined) goTo(next);
    else void navigate(pathOf(), { replace: true });
  };
  const decide = (athlete: Athlete, decision: Parameters<typeof mark>[1]): void => {
    leave(athlete);
    void mark(athlete, decision, () => {
      if (isWide) goTo(athlete);
    });
  };
  const onHandled = (athlete: Athlete): void => decide(athlete, { state: 'handled' });
  const onLater = (athlete: Athlete, until: string): void => decide(athlete, { state: 'later', until });
  const onAsk = (athlete: Athlete, what: Asked): void => askAbout({ athlete, what });
  /** The same where there is something to be done with. */
  const openTarget = (): Athlete | undefined => open.find((athlete) => athlete === target());

  useKeys([
    { key: 'j', does: say('triage.keys.next'), act: () => step(1) },
    { key: 'k', does: say('triage.keys.before'), act: () => step(-1) },
    {
      key: 'e',
      does: say('triage.handled'),
      act: () => {
        const athlete = openTarget();
        if (athlete !== undefined) onHandled(athlete);
      },
    },
    {
      key: 's',
      does: say('triage.later'),
      act: () => {
        const athlete = openTarget();
        if (athlete === undefined) return;
        if (shown === undefined) openMenuOf(athlete.user_id);
        else want({ user_id: athlete.user_id, part: 'later' });
      },
    },
    {
      key: 'n',
      does: say('triage.ask.note'),
      act: () => {
        const athlete = openTarget();
        if (athlete !== undefined) onAsk(athlete, 'note');
      },
    },
    ...(['ease', 'end'] as const).map((what) => ({
      key: KEY_OF[what],
      does: say(`triage.ask.${what}`),
      act: () => {
        const athlete = target();
        if (athlete !== undefined) onAsk(athlete, what);
      },
    })),
    {
      key: 'm',
      does: say('triage.keys.write'),
      act: () => {
        const athlete = target();
        if (athlete === undefined) return;
        want({ user_id: athlete.user_id, part: 'write' });
        if (shown === undefined) void navigate(pathOf(athlete.user_id));
      },
    },
    ...(isWide || user === undefined
      ? []
      : [{ key: 'Escape', does: say('triage.back'), act: () => void navigate(pathOf()) }]),
  ]);

  const putCount = countPut(triage, put);
  const evidence = shown !== undefined && (
    <Evidence
      key={shown}
      user_id={shown}
      known={known}
      withName={isListShown}
      draft={drafts[shown] ?? ''}
      onDraft={(text) => setDrafts((before) => ({ ...before, [shown]: text }))}
      wanted={wanted?.user_id === shown ? wanted.part : null}
      onWanted={(part) => want(part === null ? null : { user_id: shown, part })}
      onLeave={() => focusRow(shown)}
      onHandled={onHandled}
      onLater={onLater}
      onAsk={onAsk}
    />
  );
  return (
    <>
      {isListShown ? (
        <PageHead title={say('triage.title')} beside={format.day(today)}>
          <Filters {...filter} />
          <Button
            look="quiet"
            onPress={() => openPut(true)}
            aria-label={say('triage.put', { count: format.number(putCount) })}
          >
            <History size={16} strokeWidth={1.75} aria-hidden="true" />
            {isPhone ? format.number(putCount) : say('triage.put', { count: format.number(putCount) })}
          </Button>
        </PageHead>
      ) : (
        <PageHead title={known?.display_name ?? say('triage.title')}>
          <LinkButton to={pathOf()} look="quiet">
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('triage.back')}
          </LinkButton>
        </PageHead>
      )}
      <div className={style.split}>
        {isListShown && (
          <TriageList
            {...triage}
            filter={filter}
            open={open}
            shown={shown}
            current={current?.user_id}
            pathOf={pathOf}
            athletePath={athletePath}
            isWide={isWide}
            menuOf={menuOf}
            onMenuOf={openMenuOf}
            onVisit={visit}
            onStep={step}
            onHandled={onHandled}
            onLater={onLater}
            onAsk={onAsk}
          />
        )}
        {(isWide || user !== undefined) && (
          <section className={style.detail} aria-label={say('triage.evidence.label')}>
            {evidence ? (
              <Next>{evidence}</Next>
            ) : (
              !triage.query.isPending && <Empty>{say('triage.evidence.none')}</Empty>
            )}
          </section>
        )}
      </div>
      {isPutOpen && (
        <PutDialog
          athletes={put}
          more={
            triage.query.hasNextPage && put.length < putCount
              ? () => void triage.query.fetchNextPage()
              : undefined
          }
          onBack={(athlete) => void mark(athlete, { state: 'back' })}
          onClose={() => openPut(false)}
        />
      )}
      {asked !== null && (
        <AskedDialog
          {...asked}
          onHandled={(note) => decide(asked.athlete, { state: 'handled', note })}
          onClose={() => askAbout(null)}
        />
      )}
    </>
  );
}

/** What is drawn right after the rest: whom to look at is seen before what that rests on. */
function Next({ children }: { readonly children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) && children;
}

/** How many were handled or put off: counted where all are here, else as the server says. */
function countPut({ query, counts }: ReturnType<typeof useTriage>, put: readonly Athlete[]): number {
  return query.hasNextPage ? (counts?.handled ?? 0) + (counts?.later ?? 0) : put.length;
}

function AskedDialog(props: {
  readonly athlete: Athlete;
  readonly what: Asked;
  readonly onHandled: (note: string) => void;
  readonly onClose: () => void;
}) {
  switch (props.what) {
    case 'note':
      return <NoteDialog {...props} />;
    case 'ease':
      return <EaseDialog {...props} />;
    case 'end':
      return <EndPlanDialog {...props} />;
  }
}

/** Gives a row of the list the focus once it is drawn as the one to be reached. */
function useFocusRow(): (user_id: string) => void {
  const [wanted, want] = useState<{ readonly user_id: string } | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const row = document.getElementById(rowId(wanted.user_id));
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [wanted]);
  return (user_id) => want({ user_id });
}
