import { type PointerEvent, useRef, useState } from 'react';

/** How far a finger goes until lifting it does something. */
const FAR_PX = 96;
/** Before it, one may be scrolling. */
const BEGINS_PX = 12;

type Toward = 'start' | 'end';

/**
 * Drags an element sideways by a finger. Whatever it does has a button too.
 *
 * @param onStart it was drawn to the left, or to the right where one reads from there
 */
export function useSwipe(acts: { readonly onStart: () => void; readonly onEnd: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const moved = useRef(0);
  const [toward, setToward] = useState<Toward | undefined>();

  const place = (x_px: number): void => {
    moved.current = x_px;
    if (ref.current !== null) ref.current.style.transform = x_px === 0 ? '' : `translateX(${x_px}px)`;
    setToward(x_px === 0 ? undefined : isToStart(x_px) ? 'start' : 'end');
  };
  const isToStart = (x_px: number): boolean =>
    ref.current !== null && getComputedStyle(ref.current).direction === 'rtl' ? x_px > 0 : x_px < 0;
  const end = (): void => {
    const x_px = moved.current;
    from.current = null;
    if (x_px === 0) return;
    // The click that follows a drag is none.
    ref.current?.addEventListener('click', (event) => event.preventDefault(), { once: true, capture: true });
    place(0);
    if (Math.abs(x_px) < FAR_PX) return;
    if (isToStart(x_px)) acts.onStart();
    else acts.onEnd();
  };
  return {
    ref,
    toward,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === 'touch') from.current = { x: event.clientX, y: event.clientY };
      },
      onPointerMove: ({ clientX, clientY, pointerId, currentTarget }: PointerEvent) => {
        if (from.current === null) return;
        const [x, y] = [clientX - from.current.x, clientY - from.current.y];
        if (moved.current === 0 && (Math.abs(x) < BEGINS_PX || Math.abs(y) > Math.abs(x))) return;
        currentTarget.setPointerCapture(pointerId);
        place(x);
      },
      onPointerUp: end,
      onPointerCancel: () => {
        from.current = null;
        place(0);
      },
    },
  };
}
