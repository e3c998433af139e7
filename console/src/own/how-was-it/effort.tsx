import { useRef } from 'react';
import { useSay } from '../../say.tsx';
import style from './effort.module.css';

export const EFFORTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/**
 * How hard it was, from 1 to 10: one tap. With the keyboard the arrows go from box to box, Enter or a digit chooses; nothing is sent
 * by passing over a box.
 */
export function Effort({
  value,
  onChoose,
}: {
  readonly value: number | null;
  readonly onChoose: (rpe: number) => void;
}) {
  const say = useSay();
  const boxes = useRef<HTMLDivElement>(null);
  const focus = (rpe: number): void =>
    boxes.current
      ?.querySelector<HTMLButtonElement>(`[data-effort="${Math.min(10, Math.max(1, rpe))}"]`)
      ?.focus();
  const press = (event: React.KeyboardEvent, rpe: number): void => {
    const MOVES: Readonly<Record<string, number>> = {
      ...{ ArrowRight: rpe + 1, ArrowUp: rpe + 1, ArrowLeft: rpe - 1, ArrowDown: rpe - 1, Home: 1, End: 10 },
    };
    const to = MOVES[event.key];
    if (to !== undefined) focus(to);
    else if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
      onChoose(event.key === '0' ? 10 : Number(event.key));
    else return;
    event.preventDefault();
  };
  return (
    <div className={style.effort}>
      <div className={style.boxes} ref={boxes} role="radiogroup" aria-label={say('told.effort.title')}>
        {EFFORTS.map((rpe) => (
          <button
            key={rpe}
            type="button"
            role="radio"
            className={style.box}
            data-effort={rpe}
            aria-checked={value === rpe}
            aria-label={say('told.effort.box', { rpe, words: say(`told.effort.words.${rpe}`) })}
            tabIndex={rpe === (value ?? 1) ? 0 : -1}
            onClick={() => onChoose(rpe)}
            onKeyDown={(event) => press(event, rpe)}
          >
            {rpe}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The same as a slider, for whom a slider is easier to reach than a box; it sends when it is let go. */
export function EffortSlider({
  value,
  onChoose,
}: {
  readonly value: number | null;
  readonly onChoose: (rpe: number) => void;
}) {
  const say = useSay();
  return (
    <input
      key={value}
      type="range"
      className={style.slider}
      min={1}
      max={10}
      step={1}
      defaultValue={value ?? 5}
      aria-label={say('told.effort.slider')}
      onPointerUp={(event) => onChoose(event.currentTarget.valueAsNumber)}
      onBlur={(event) => {
        const rpe = event.currentTarget.valueAsNumber;
        if (rpe !== (value ?? 5)) onChoose(rpe);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose(event.currentTarget.valueAsNumber);
      }}
    />
  );
}
