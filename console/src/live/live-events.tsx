import { useEffect, useSyncExternalStore } from 'react';
import type { Schemas } from '../client/api.ts';
import { onTabMessage, tellTabs } from './tabs.ts';

/** What the server tells while the console is open, by type. */
export type LiveEvent =
  | Schemas['NotificationEvent']
  | Schemas['NotificationCountsEvent']
  | Schemas['ThreadEvent']
  | Schemas['UnreadEvent']
  | Schemas['TriageChangedEvent'];

const TYPES: readonly LiveEvent['type'][] = ['notification', 'counts', 'thread', 'unread', 'triage.changed'];
const STREAM = '/api/v1/notifications/center/stream';

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** What was told last of how much is unread, which the server says once and then whenever it changes. */
let counts: Schemas['NotificationCountsEvent'] | null = null;

function hear(event: LiveEvent): void {
  if (event.type === 'counts') counts = event;
  for (const listener of listeners) listener(event);
}

/**
 * Listens to the server's events. Of all tabs of a browser one holds the stream and tells the others, so that a person with
 * ten tabs takes one connection; when it closes another takes over.
 *
 * @returns ends it
 */
export function startListening(): () => void {
  const ended = new AbortController();
  let isHolder = false;
  const stopHearing = onTabMessage((message) => {
    if (message.type === 'event') hear(message.data as LiveEvent);
    // To a tab that has come later nothing is said again by the server.
    if (message.type === 'opened' && isHolder && counts !== null) pass(counts);
  });
  tellTabs({ type: 'opened' });
  void navigator.locks
    .request('ekiden-live', { signal: ended.signal }, () => {
      isHolder = true;
      return holdStream(ended.signal);
    })
    // Not being granted the lock before the end is the usual end.
    .catch(() => undefined);
  return () => {
    ended.abort();
    stopHearing();
  };
}

const AGAIN_MS = 10_000;

function holdStream(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const open = (): void => {
      // It connects again by itself where the connection breaks, but not where the server has refused it.
      source = new EventSource(STREAM);
      source.addEventListener('error', () => {
        if (source.readyState === EventSource.CLOSED) waiting = setTimeout(open, AGAIN_MS);
      });
      for (const type of TYPES) {
        source.addEventListener(type, ({ data }: MessageEvent<string>) => {
          const event = JSON.parse(data) as LiveEvent;
          hear(event);
          pass(event);
        });
      }
    };
    open();
    signal.addEventListener('abort', () => {
      clearTimeout(waiting);
      source.close();
      resolve();
    });
  });
}

function pass(event: LiveEvent): void {
  tellTabs({ type: 'event', name: event.type, data: event });
}

function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How many notifications are not read, on whatever device; 0 until the server has said it. */
export function useUnreadCount(): number {
  return useSyncExternalStore(listen, () => counts?.unread ?? 0);
}

/** Calls the listener with every event while the component is shown. */
export function useLiveEvent(listener: Listener): void {
  useEffect(() => listen(listener), [listener]);
}
