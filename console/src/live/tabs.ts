/** What tabs of one browser tell each other. */
export type TabMessage =
  | { readonly type: 'event'; readonly name: string; readonly data: unknown }
  /** A tab begins to listen. */
  | { readonly type: 'opened' }
  | { readonly type: 'signed_out' };

const channel = new BroadcastChannel('ekiden');

export function tellTabs(message: TabMessage): void {
  channel.postMessage(message);
}

export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>): void => listener(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}

/** Other tabs leave too, since the session that they show is over. */
export function endEverywhere(): void {
  tellTabs({ type: 'signed_out' });
}
