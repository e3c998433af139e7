import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../format.ts';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { useMatches, WIDE } from '../../parts/use-matches.ts';
import { useSay } from '../../say.tsx';
import { daysOfWeeks, lineOfDay, type Moved, moveDay, readLines } from './draft-text.ts';
import type { DraftTextHandle } from './draft-text-field.tsx';
import { MAX_WEEKS } from './form.ts';
import { isStreamed } from './plan-state.ts';
import type { Editing } from './use-editing.ts';

export type Side = 'draft' | 'weeks';
export type Bench = ReturnType<typeof useBench>;

/** What ties the text to its weeks: its lines, the one with the cursor, and going from one to the other. */
export function useBench(editing: Editing) {
  const say = useSay();
  const format = useFormat();
  const { draft, task, isRunning, change } = editing;
  const isWide = useMatches(WIDE);
  const isOnline = useIsOnline();
  const [side, setSide] = useState<Side>('draft');
  const [active, setActive] = useState<number | null>(null);
  const [moved, setMoved] = useState('');
  const field = useRef<DraftTextHandle>(null);
  const { start_date, weeks: asked } = draft.form;
  const lines = useMemo(() => readLines(draft.text, start_date), [draft.text, start_date]);
  const days = useMemo(() => daysOfWeeks(lines), [lines]);
  const goToLine = useGoToLine(field, isWide, setSide);
  const here = active === null ? undefined : lines[active];

  const move = (by: 1 | -1): Moved | null => {
    const after = active === null ? null : moveDay(draft.text, active, by, start_date);
    if (after === null) {
      setMoved(say('plan-editor.notMoved'));
      return null;
    }
    change('move', { text: after.text });
    setActive(after.line);
    const date = readLines(after.text, start_date)[after.line]?.date;
    if (date != null) setMoved(say('plan-editor.moved', { day: format.day(date) }));
    return after;
  };
  const goToDay = (week: number, date: string | null): void => {
    const heading = lines.findIndex((line) => line.kind === 'week' && line.week === week);
    const index = (date === null ? null : lineOfDay(lines, date)) ?? heading;
    if (index !== -1) goToLine(index);
  };
  return {
    ...{
      lines,
      days,
      field,
      active,
      setActive,
      here,
      side,
      setSide,
      isWide,
      isOnline,
      move,
      moved,
      goToLine,
      goToDay,
    },
    count: Math.min(MAX_WEEKS, Math.max(Number(asked) || 1, ...days.keys())),
    weeks: isStreamed(task) && task.count > 0 ? task.coming : draft.weeks,
    hasWeeks: Object.keys(draft.weeks).length > 0,
    mayMake: isOnline && !isRunning && draft.text !== '',
  };
}

/** Goes to a line, which on a narrow screen is on the other side. */
function useGoToLine(
  field: RefObject<DraftTextHandle | null>,
  isWide: boolean,
  setSide: (side: Side) => void,
): (index: number) => void {
  const [wanted, setWanted] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    field.current?.goToLine(wanted);
    setWanted(null);
  }, [wanted, field]);
  return (index) => {
    if (!isWide) setSide('draft');
    setWanted(index);
  };
}
