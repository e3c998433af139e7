import { useSyncExternalStore } from 'react';

/** Whether the device has a network. That it has one does not say that the server is reached. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed);
      addEventListener('offline', changed);
      return () => {
        removeEventListener('online', changed);
        removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
  );
}
