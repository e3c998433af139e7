import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useHref, useNavigate } from 'react-router';
import { fold } from '../../fold.ts';
import { addDays } from '../../format.ts';
import { useKeyList } from '../../keys/keys.tsx';
import type { Person } from '../../parts/people/people.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { type Choosable, COLUMNS, type Column, type Order, type Sortable, WIDTHS } from './columns.ts';
import style from './roster.module.css';
import { Row } from './roster-row.tsx';

const ROW_PX = 44;
const PHONE_ROW_PX = 56;
/** Rows beyond either edge, which are there before they are seen: so few while nothing moves, since each filter draws them too. */
const OVERSCAN = 5;
const OVERSCAN_WHILE_SCROLLING = 8;
/** By `aria-rowindex`, which counts the heads. */
const FIRST_ROW = 2;
const ROWS_A_PAGE = 10;
const DAYS_A_WEEK = 7;
const TYPED_TOGETHER_MS = 800;
/** They do something in the list, or begin two keys that lead elsewhere: typing a name begins with another letter. */
const BOUND = new Set(['x', 'j', 'k', 'g', '?', '/']);

/**
 * The rows, of which only those on the screen are there. One stop of the tab key: the grid has the focus and names the row that
 * is current. Arrows, J and K, Home, End, PgUp, PgDn and typing a name move; X selects, with Shift up to there; Enter opens.
 */
export function RosterGrid(props: {
  readonly people: readonly Person[];
  readonly week_start: string | undefined;
  readonly columns: ReadonlySet<Choosable>;
  readonly order: Order;
  readonly sortBy: (column: Sortable) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: OnSelect;
}) {
  const { people, week_start, columns, order, sortBy, selected, onSelect } = props;
  const say = useSay();
  const org_id = useOrgId();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const row_px = matchMedia('(max-width: 719px)').matches ? PHONE_ROW_PX : ROW_PX;
  const virtual: Virtualizer<HTMLDivElement, Element> = useVirtualizer<HTMLDivElement, Element>({
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => row_px,
    rangeExtractor: (range): number[] =>
      defaultRangeExtractor({
        ...range,
        overscan: virtual.isScrolling ? OVERSCAN_WHILE_SCROLLING : OVERSCAN,
      }),
  });
  const shown = useMemo(
    () => COLUMNS.filter((column) => column === 'name' || columns.has(column)),
    [columns],
  );
  const dates = useMemo(
    () =>
      week_start === undefined
        ? undefined
        : Array.from({ length: DAYS_A_WEEK }, (_, day) => addDays(week_start, day)),
    [week_start],
  );
  const place = Math.min(current, people.length - 1);
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(people.length - 1, to));
    setCurrent(next);
    virtual.scrollToIndex(next);
  };
  const toggle = useSelection(people, onSelect);
  const open = useOpenAthlete(org_id);
  const athletes = useHref(`/o/${org_id}/athletes`);
  const onKeyDown = useGridKeys({ people, place, move, toggle, open });
  const onClick = (event: MouseEvent): void => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
    const link = target instanceof Element ? target.closest('a') : null;
    const row = link?.closest('[aria-rowindex]');
    if (!isPlain || row == null) return;
    event.preventDefault();
    open(people[Number(row.getAttribute('aria-rowindex')) - FIRST_ROW]);
  };
  const onToggle = useCallback(
    (index: number, extend: boolean) => {
      setCurrent(index);
      toggle(index, extend);
    },
    [toggle],
  );
  const items = virtual.getVirtualItems();
  const isRendered = items.some(({ index }) => index === place);
  return (
    <div
      className={style.scroller}
      style={{ '--columns': shown.map((column) => WIDTHS[column]).join(' ') } as CSSProperties}
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={say('roster.title')}
      aria-rowcount={people.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={isRendered ? `${id}-${place}` : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <Heads columns={shown} order={order} sortBy={sortBy} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize() }} className={style.rows}>
        {items.map(({ index, start }) => {
          const person = people[index];
          return person === undefined ? null : (
            <Row
              key={person.user_id}
              id={`${id}-${index}`}
              href={`${athletes}/${person.user_id}/overview`}
              person={person}
              dates={dates}
              columns={shown}
              index={index}
              start_px={start}
              isCurrent={index === place}
              isSelected={selected.has(person.user_id)}
              onToggle={onToggle}
            />
          );
        })}
      </div>
    </div>
  );
}

function useOpenAthlete(org_id: string): (person: Person | undefined) => void {
  const navigate = useNavigate();
  return (person) => {
    if (person !== undefined) void navigate(`/o/${org_id}/athletes/${person.user_id}/overview`);
  };
}

const Heads = memo(function Heads(props: {
  readonly columns: readonly Column[];
  readonly order: Order;
  readonly sortBy: (column: Sortable) => void;
}) {
  const { columns, order, sortBy } = props;
  const say = useSay();
  return (
    <div role="row" aria-rowindex={1} className={style.head} tabIndex={-1}>
      <span role="columnheader" className={style.check} tabIndex={-1}>
        <span className="spoken">{say('roster.select')}</span>
      </span>
      {columns.map((column) => (
        <Head key={column} column={column} order={order} sortBy={sortBy} />
      ))}
    </div>
  );
});

function Head(props: {
  readonly column: Column;
  readonly order: Order;
  readonly sortBy: (column: Sortable) => void;
}) {
  const { column, order, sortBy } = props;
  const say = useSay();
  const isSorted = order.column === column;
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      tabIndex={-1}
      className={style[column]}
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      {column === 'strip' ? (
        say('roster.column.strip')
      ) : (
        // Keys have the menu of the head for it: the grid is one stop.
        <button type="button" tabIndex={-1} className={style.sort} onClick={() => sortBy(column)}>
          {say(`roster.column.${column}`)}
          {isSorted && <Arrow size={12} strokeWidth={1.75} aria-hidden="true" />}
        </button>
      )}
    </span>
  );
}

/** Selects one, or all from the one selected before; where there is none, from the row where it began. */
type Toggle = (index: number, extend: boolean, begun?: number) => void;

type OnSelect = (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;

/** Stays the same while somebody selects, so that rows that stay as they are are not drawn anew. */
function useSelection(people: readonly Person[], onSelect: OnSelect): Toggle {
  const anchor = useRef<string | null>(null);
  return useCallback<Toggle>(
    (index, extend, begun = index) => {
      const person = people[index];
      if (person === undefined) return;
      const known = people.findIndex(({ user_id }) => user_id === anchor.current);
      const from = known < 0 ? begun : known;
      anchor.current = extend ? (people[from]?.user_id ?? null) : person.user_id;
      const reached = extend ? people.slice(Math.min(from, index), Math.max(from, index) + 1) : [];
      onSelect((before) => {
        const next = new Set(before);
        for (const { user_id } of reached) next.add(user_id);
        if (!extend && !next.delete(person.user_id)) next.add(person.user_id);
        return next;
      });
    },
    [people, onSelect],
  );
}

function useGridKeys(grid: {
  readonly people: readonly Person[];
  readonly place: number;
  readonly move: (to: number) => void;
  readonly toggle: Toggle;
  readonly open: (person: Person | undefined) => void;
}): (event: KeyboardEvent<HTMLDivElement>) => void {
  const { people, place, move, toggle, open } = grid;
  const { singleKeysOff } = useKeyList();
  const typed = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const find = (letter: string): void => {
    typed.current += letter;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      typed.current = '';
    }, TYPED_TOGETHER_MS);
    const wanted = fold(typed.current);
    const found = [...people.slice(place), ...people.slice(0, place)].find(({ folded }) =>
      folded.startsWith(wanted),
    );
    if (found !== undefined) move(people.indexOf(found));
  };
  return (event) => {
    if (isForOthers(event)) return;
    const { key, shiftKey } = event;
    const isTyping = typed.current !== '';
    const letter = key.length === 1 ? key.toLocaleLowerCase() : '';
    const acts = !isTyping && !singleKeysOff;
    const step = STEPS[key] ?? (acts ? LETTER_STEPS[letter] : undefined);
    if (step !== undefined) {
      const to = Math.max(0, Math.min(people.length - 1, step(place, people.length)));
      if (shiftKey && key.startsWith('Arrow')) toggle(to, true, place);
      move(to);
    } else if (key === ' ' || (letter === 'x' && acts)) toggle(place, shiftKey);
    else if (key === 'Enter') open(people[place]);
    else if (IS_NAME.test(letter) && (isTyping || !BOUND.has(letter))) find(letter);
    else return;
    event.preventDefault();
  };
}

/** A key of the browser, or one that composes a letter. */
const isForOthers = ({ nativeEvent, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || ctrlKey || metaKey || altKey;

type Step = (place: number, count: number) => number;
const STEPS: Readonly<Record<string, Step | undefined>> = {
  ArrowDown: (place) => place + 1,
  ArrowUp: (place) => place - 1,
  PageDown: (place) => place + ROWS_A_PAGE,
  PageUp: (place) => place - ROWS_A_PAGE,
  Home: () => 0,
  End: (_, count) => count - 1,
};
const LETTER_STEPS: Readonly<Record<string, Step | undefined>> = {
  j: (place) => place + 1,
  k: (place) => place - 1,
};
const IS_NAME = /^[\p{L}\p{N}]$/u;
