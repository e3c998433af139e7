import { memo, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Schemas } from '../../client/api.ts';
import { useSay } from '../../say.tsx';
import { type DraftLine, lineAt, type Moved, startOfLine, withoutMark } from './draft-text.ts';
import style from './draft-text-field.module.css';

export type LineAtFault = Schemas['LineAtFault'];
export type DraftTextHandle = {
  /** Puts the cursor at the end of what a line says. */
  readonly goToLine: (index: number) => void;
};

/** What stands in a line for the server rather than for the reader: signs of Markdown, dates, marks. */
const DIM =
  /(^[\s>]*[-*+•]\s+|\*\*|__|\(\d{4}-\d\d-\d\d\)|\s*\[\d{1,2}(?:\.\d{1,2})?-[0-9a-z]{4,}\]\s*$|^#{1,6}\s|^_|_$)/giu;

/**
 * The draft as text, one line a day: a text area whose letters are drawn by a layer above it, so that marks and dates can be dim.
 * Both wrap alike, since only colours differ.
 */
export function DraftTextField(props: {
  readonly text: string;
  readonly lines: readonly DraftLine[];
  readonly active: number | null;
  readonly faults: ReadonlyMap<number, LineAtFault>;
  readonly isReadOnly: boolean;
  readonly onText: (text: string) => void;
  readonly onLine: (index: number) => void;
  /** Moves the day of the cursor; what became of it, null where it stays. */
  readonly onMove: (by: 1 | -1) => Moved | null;
  readonly onUndo: (by: 1 | -1) => void;
  readonly ref: Ref<DraftTextHandle>;
}) {
  const { text, lines, active, faults, isReadOnly, onText, onLine, onMove, onUndo, ref } = props;
  const say = useSay();
  const area = useRef<HTMLTextAreaElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  /** What stands in the field by typing. Whatever else changes it would leave the cursor at the end. */
  const typed = useRef(text);
  const goal = useRef<number | null>(null);

  const goTo = (index: number): void => {
    const field = area.current;
    const line = lines[index];
    if (field === null || line === undefined) return;
    const place = startOfLine(text, index) + withoutMark(line.text).length;
    field.focus({ preventScroll: true });
    field.setSelectionRange(place, place);
    layer.current?.children[index]?.scrollIntoView({ block: 'nearest' });
    onLine(index);
  };
  useImperativeHandle(ref, () => ({ goToLine: goTo }));
  // What stands before the weeks says how to edit them; whoever opens a draft wants to see the first of them.
  const [first] = useState(() => lines.findIndex(({ kind }) => kind === 'week'));
  useLayoutEffect(() => {
    layer.current?.children[first]?.scrollIntoView({ block: 'start' });
  }, [first]);
  useLayoutEffect(() => {
    const field = area.current;
    if (field === null || typed.current === text) return;
    const place = goal.current ?? changedUntil(typed.current, text);
    typed.current = text;
    goal.current = null;
    if (document.activeElement !== field) return;
    field.setSelectionRange(place, place);
    const line = lineAt(text, place);
    layer.current?.children[line]?.scrollIntoView({ block: 'nearest' });
    onLine(line);
  }, [text, onLine]);

  return (
    <div className={style.paper}>
      <div ref={layer} className={style.layer} aria-hidden="true">
        {lines.map((line, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
            key={index}
            number={index + 1}
            line={line}
            isActive={index === active}
            isAtFault={faults.has(index)}
          />
        ))}
      </div>
      <textarea
        ref={area}
        className={style.area}
        value={text}
        readOnly={isReadOnly}
        spellCheck={false}
        autoCapitalize="off"
        aria-label={say('plan-editor.draft')}
        onChange={({ target }) => {
          const after = target.value.replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n');
          typed.current = after;
          onText(after);
        }}
        onSelect={({ currentTarget }) => onLine(lineAt(currentTarget.value, currentTarget.selectionStart))}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const mod = event.metaKey || event.ctrlKey;
          if (event.altKey && !mod && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
            event.preventDefault();
            const moved = onMove(event.key === 'ArrowUp' ? -1 : 1);
            if (moved !== null) goal.current = endOfLine(moved);
          } else if (mod && !event.altKey && event.key.toLowerCase() === 'z') {
            event.preventDefault();
            onUndo(event.shiftKey ? 1 : -1);
          }
        }}
      />
    </div>
  );
}

const Line = memo(function Line(props: {
  readonly number: number;
  readonly line: DraftLine;
  readonly isActive: boolean;
  readonly isAtFault: boolean;
}) {
  const { number, line, isActive, isAtFault } = props;
  const pieces = line.text.split(DIM);
  return (
    <div
      className={style.line}
      data-number={number}
      data-kind={line.kind}
      data-active={isActive || undefined}
      data-fault={isAtFault || undefined}
    >
      {pieces.map((piece, index) =>
        piece === '' ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
          <span key={index} className={index % 2 === 1 || piece.trim() === '' ? style.dim : undefined}>
            {piece}
          </span>
        ),
      )}
    </div>
  );
}, isSameLine);

function isSameLine(
  one: {
    readonly number: number;
    readonly line: DraftLine;
    readonly isActive: boolean;
    readonly isAtFault: boolean;
  },
  other: typeof one,
): boolean {
  return (
    one.line.text === other.line.text &&
    one.line.kind === other.line.kind &&
    one.isActive === other.isActive &&
    one.isAtFault === other.isAtFault &&
    one.number === other.number
  );
}

function endOfLine({ text, line }: Moved): number {
  const from = startOfLine(text, line);
  return from + withoutMark(text.slice(from).split('\n', 1)[0] ?? '').length;
}

/** Where the later of two texts is as the earlier one again: behind what was changed. */
function changedUntil(before: string, after: string): number {
  let same = 0;
  const most = Math.min(before.length, after.length);
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return after.length - same;
}
