import { useLayoutEffect, useRef, useState } from 'react';

/** How wide an element is, in pixels: what is drawn by hand fits it without its letters being stretched. */
export function useWidth<Element extends HTMLElement>(
  before = 800,
): {
  readonly ref: React.RefObject<Element | null>;
  readonly width: number;
} {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(before);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(1, element.clientWidth)));
    setWidth(Math.max(1, element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
