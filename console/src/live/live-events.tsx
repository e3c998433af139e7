import { useEffect } from 'react';
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

function hear(event: LiveEvent): void {
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
  const stopHearing = onTabMessage((message) => {
    if (message.type === 'event') hear(message.data as LiveEvent);
  });
  void navigator.locks
    .request('ekiden-live', { signal: ended.signal }, () => holdStream(ended.signal))
    // Not being granted the lock before the end is the usual end.
    .catch(() => undefined);
  return () => {
    ended.abort();
    stopHearing();
  };
}

function holdStream(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // It connects again by itself, and says what it heard last.
    const source = new EventSource(STREAM);
    for (const type of TYPES) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => {
        const event = JSON.parse(data) as LiveEvent;
        hear(event);
        tellTabs({ type: 'event', name: type, data: event });
      });
    }
    signal.addEventListener('abort', () => {
      source.close();
      resolve();
    });
  });
}

/** Calls the listener with every event while the component is shown. */
export function useLiveEvent(listener: Listener): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}
