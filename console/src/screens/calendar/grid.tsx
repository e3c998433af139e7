import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../parts/avatar.tsx';
import type { Athlete } from '../../planning/athlete-weeks.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './grid.module.css';
import type { Item } from './sections.ts';
import { at, extended, isChosen, moved, type Place, type Selection, toggled } from './selection.ts';

export type Column = { readonly key: string; readonly head: ReactNode; readonly isNow: boolean };
type Cell = { readonly content: ReactNode; readonly isHatched?: boolean; readonly canDrag?: boolean };

const ROW_PX = 50;
const SECTION_PX = 34;
const PAGE_ROWS = 10;

/** Athletes by columns, with one tab stop: arrows move the cursor, with ⇧ they choose a block. Only rows in sight are drawn. */
export function Grid(props: {
  readonly label: string;
  readonly items: readonly Item[];
  readonly columns: readonly Column[];
  readonly isOlder: boolean;
  readonly lead?: { readonly head: string; readonly cell: (athlete: Athlete) => ReactNode };
  readonly sum?: { readonly head: string; readonly cell: (athlete: Athlete) => ReactNode };
  readonly cell: (athlete: Athlete, column: number) => Cell;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onChooseSection: (user_ids: ReadonlySet<string>) => void;
  readonly onOpen: () => void;
  readonly onDrop?: (from: Place, to: Place) => void;
  readonly onFocusChange: (isInside: boolean) => void;
  readonly onNearEnd: () => void;
}) {
  const { label, items, columns, lead, sum, cell, selection, onSelect, onOpen, onNearEnd } = props;
  const say = useSay();
  const scroller = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const rows = items.flatMap((item) => (item.kind === 'athlete' ? [item.athlete] : []));
  const cursorIndex = items.findIndex((item) => item.kind === 'athlete' && item.row === selection.cursor.row);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => (items[index]?.kind === 'section' ? SECTION_PX : ROW_PX),
    overscan: 8,
    scrollPaddingStart: 48,
    // Where the cursor is stays drawn, so that the focus is never lost.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(0, cursorIndex)])].toSorted((a, b) => a - b),
  });
  const drawn = virtual.getVirtualItems();
  const isNearEnd = (drawn.at(-1)?.index ?? 0) >= items.length - 20;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  });
  const { row, column } = selection.cursor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the cursor, not every drawing
  useEffect(() => {
    if (!hasFocus.current) return;
    virtual.scrollToIndex(cursorIndex);
    scroller.current
      ?.querySelector<HTMLElement>(`[data-place="${row}:${column}"]`)
      ?.focus({ preventScroll: true });
  }, [row, column, cursorIndex]);

  const press = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onOpen();
      return;
    }
    const next = moved(
      selection,
      { name: event.key, extends: event.shiftKey, mod: event.ctrlKey || event.metaKey },
      { rows: rows.length, columns: columns.length, page: PAGE_ROWS },
    );
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  };
  const click = (event: MouseEvent, place: Place): void => {
    if (event.shiftKey) onSelect(extended(selection, place));
    else if (event.ctrlKey || event.metaKey) onSelect(toggled(selection, place, rows));
    else onSelect(at(place.row, place.column));
  };
  const template = {
    '--days': columns.length,
  } as CSSProperties;
  return (
    <div
      ref={scroller}
      className={style.scroller}
      style={template}
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={items.length + 1}
      aria-colcount={columns.length + 1}
      data-lead={lead !== undefined || undefined}
      data-sum={sum !== undefined || undefined}
      data-older={props.isOlder || undefined}
      onKeyDown={press}
      onFocus={() => {
        hasFocus.current = true;
        props.onFocusChange(true);
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        hasFocus.current = false;
        props.onFocusChange(false);
      }}
    >
      <div role="rowgroup" className={style.headRows}>
        <div role="row" aria-rowindex={1} className={`${style.row} ${style.head}`}>
          <span role="columnheader" className={style.name}>
            {say('calendar.athlete')}
          </span>
          {lead !== undefined && (
            <span role="columnheader" className={style.lead}>
              {lead.head}
            </span>
          )}
          {columns.map(({ key, head, isNow }) => (
            <span key={key} role="columnheader" className={style.day} data-now={isNow || undefined}>
              {head}
            </span>
          ))}
          {sum !== undefined && (
            <span role="columnheader" className={style.sum}>
              {sum.head}
            </span>
          )}
        </div>
      </div>
      <div role="rowgroup" className={style.rows} style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ index, start, key }) => {
          const item = items[index];
          if (item === undefined) return null;
          const place = { transform: `translateY(${start}px)` };
          return item.kind === 'section' ? (
            <SectionRow
              key={key}
              {...{ item, index, place, columns: columns.length + 1 }}
              measure={virtual.measureElement}
              onChoose={() => props.onChooseSection(item.user_ids)}
            />
          ) : (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className={style.row}
              style={place}
            >
              <Name athlete={item.athlete} />
              {lead !== undefined && (
                <span role="gridcell" className={style.lead}>
                  {lead.cell(item.athlete)}
                </span>
              )}
              {columns.map((one, columnIndex) => (
                <DayOfGrid
                  key={one.key}
                  place={{ row: item.row, column: columnIndex }}
                  cell={cell(item.athlete, columnIndex)}
                  isCursor={row === item.row && column === columnIndex}
                  isChosen={isChosen(selection, { row: item.row, column: columnIndex }, item.athlete.user_id)}
                  onClick={click}
                  onOpen={onOpen}
                  {...(props.onDrop !== undefined && { onDrop: props.onDrop })}
                />
              ))}
              {sum !== undefined && (
                <span role="gridcell" className={style.sum}>
                  {sum.cell(item.athlete)}
                </span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function SectionRow(props: {
  readonly item: Extract<Item, { kind: 'section' }>;
  readonly index: number;
  readonly columns: number;
  readonly place: { readonly transform: string };
  readonly measure: (element: Element | null) => void;
  readonly onChoose: () => void;
}) {
  const say = useSay();
  const { name, color, user_ids } = props.item;
  return (
    <div
      ref={props.measure}
      data-index={props.index}
      role="row"
      aria-rowindex={props.index + 2}
      className={`${style.row} ${style.section}`}
      style={props.place}
    >
      <span role="rowheader" aria-colspan={props.columns} className={style.sectionName}>
        <i style={{ background: color ?? 'var(--control)' }} />
        {/* Chosen by keyboard with ⌘A: the grid has one tab stop. */}
        <button
          type="button"
          tabIndex={-1}
          onClick={props.onChoose}
          title={say('calendar.chooseSection', { section: name })}
        >
          {name}
        </button>
        <span className="third">{user_ids.size}</span>
      </span>
    </div>
  );
}

function Name({ athlete: { user_id, display_name } }: { readonly athlete: Athlete }) {
  const org_id = useOrgId();
  return (
    <span role="rowheader" className={style.name}>
      <Avatar name={display_name} size="small" />
      <Link to={`/o/${org_id}/athletes/${user_id}/calendar`} tabIndex={-1} title={display_name}>
        {display_name}
      </Link>
    </span>
  );
}

/** The place of a cell while it is dragged, for the cell where it is dropped. */
let dragged: Place | null = null;

function DayOfGrid(props: {
  readonly place: Place;
  readonly cell: Cell;
  readonly isCursor: boolean;
  readonly isChosen: boolean;
  readonly onClick: (event: MouseEvent, place: Place) => void;
  readonly onOpen: () => void;
  readonly onDrop?: (from: Place, to: Place) => void;
}) {
  const { place, cell, isCursor, onDrop } = props;
  const over = (event: DragEvent<HTMLElement>, isOver: boolean): void => {
    if (dragged === null) return;
    event.preventDefault();
    event.currentTarget.toggleAttribute('data-over', isOver);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of all its cells
    <div
      role="gridcell"
      className={style.day}
      tabIndex={isCursor ? 0 : -1}
      aria-selected={props.isChosen}
      data-place={`${place.row}:${place.column}`}
      data-cursor={isCursor || undefined}
      data-hatched={cell.isHatched || undefined}
      draggable={cell.canDrag === true && onDrop !== undefined}
      onClick={(event) => props.onClick(event, place)}
      onDoubleClick={props.onOpen}
      onDragStart={() => {
        dragged = place;
      }}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        if (dragged !== null) onDrop?.(dragged, place);
        dragged = null;
      }}
      onDragEnd={() => {
        dragged = null;
      }}
    >
      {cell.content}
    </div>
  );
}
