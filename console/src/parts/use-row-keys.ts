import type { RefObject } from 'react';
import { useKeys } from '../keys/keys.tsx';
import { useSay } from '../say.tsx';

/** Of each row, what takes the focus: `<a {...ROW}>`. */
export const ROW = { 'data-row': '' } as const;

/** `J` and `K` go from row to row of all lists within an element. What Enter does there is the row's own. */
export function useRowKeys(within: RefObject<HTMLElement | null>): void {
  const say = useSay();
  const step = (by: 1 | -1): void => {
    const rows = [...(within.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const row = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-row]');
    const place = row == null ? -1 : rows.indexOf(row);
    const next = place < 0 ? rows[0] : rows[place + by];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useKeys([
    { key: 'j', does: say('shell.keys.next'), act: () => step(1) },
    { key: 'k', does: say('shell.keys.previous'), act: () => step(-1) },
  ]);
}
