import { useCallback, useSyncExternalStore } from 'react';

/** From this width on there is room for a list with what is chosen in it beside it. */
export const WIDE = '(min-width: 1100px)';

/** Below this width the rail is a bar of tabs. */
export const PHONE = '(max-width: 719px)';

/** Whether the window is as a media query says, also when that changes. */
export function useMatches(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
