import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useKeys } from '../keys/keys.tsx';
import { useSay } from '../say.tsx';
import style from './row-list.module.css';

const ROWS_A_PAGE = 10;
/** So many rows before the end more are asked for. */
const BEFORE_END = 20;

/**
 * A list that may have ten thousand rows, of which only those on the screen are there. One stop of the tab key: J, K, arrows, Home, End,
 * PgUp and PgDn move from row to row. What opens a row has `data-opens` and takes the `tabIndex` that it is given.
 */
export function RowList<Item>(props: {
  readonly label: string;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  /** How high a row usually is. */
  readonly row_px: number;
  readonly row: (item: Item, tabIndex: 0 | -1) => ReactNode;
  /** Called when the end is near. */
  readonly onEnd?: () => void;
}) {
  const { label, items, idOf, row_px, row, onEnd } = props;
  const say = useSay();
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  /** Which row is to have the focus once it is there. */
  const wanted = useRef<number | null>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => row_px,
    overscan: 12,
  });
  const place = Math.min(current, items.length - 1);
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(items.length - 1, to));
    setCurrent(next);
    virtual.scrollToIndex(next);
    wanted.current = focusRow(list.current, next) ? null : next;
  };
  const rows = virtual.getVirtualItems();
  useEffect(() => {
    if (wanted.current !== null && focusRow(list.current, wanted.current)) wanted.current = null;
  });
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= items.length - BEFORE_END) onEnd?.();
  }, [last, items.length, onEnd]);
  useKeys([
    { key: 'j', does: say('shell.keys.next'), act: () => move(isAtRow(list.current) ? place + 1 : place) },
    {
      key: 'k',
      does: say('shell.keys.previous'),
      act: () => move(isAtRow(list.current) ? place - 1 : place),
    },
  ]);
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset.opens === undefined) return;
    event.preventDefault();
    move(step(place, items.length));
  };
  return (
    <div className={style.scroller}>
      <ul
        ref={list}
        aria-label={label}
        className={style.list}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
      >
        {rows.map(({ index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={idOf(item)}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={style.row}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setCurrent(index)}
            >
              {row(item, index === place ? 0 : -1)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** @returns whether the row is there */
function focusRow(list: HTMLElement | null, index: number): boolean {
  const opens = list?.querySelector(`[data-index="${index}"] [data-opens]`);
  if (!(opens instanceof HTMLElement)) return false;
  opens.focus({ preventScroll: true });
  return true;
}

/** The first press goes to the row where one was; further ones go on from there. */
const isAtRow = (list: HTMLElement | null): boolean => list?.contains(document.activeElement) ?? false;

const STEPS: Readonly<Record<string, ((place: number, count: number) => number) | undefined>> = {
  ArrowDown: (place) => place + 1,
  ArrowUp: (place) => place - 1,
  PageDown: (place) => place + ROWS_A_PAGE,
  PageUp: (place) => place - ROWS_A_PAGE,
  Home: () => 0,
  End: (_, count) => count - 1,
};
