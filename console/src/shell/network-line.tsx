import { useQueryClient } from '@tanstack/react-query';
import { useFormat } from '../format.ts';
import { useQueue } from '../offline/queue.tsx';
import { useIsOnline } from '../offline/use-is-online.ts';
import { useSay } from '../say.tsx';
import style from './network-line.module.css';

/** Below the head of every page: that there is no network, from when what one sees is, and what waits to be sent. */
export function NetworkLine() {
  const say = useSay();
  const format = useFormat();
  const isOnline = useIsOnline();
  const { waiting } = useQueue();
  const cache = useQueryClient();
  // What can still be taken back waits for that alone.
  const unsent = waiting.filter(({ not_before }) => !isOnline || not_before === undefined);
  if (isOnline && unsent.length === 0) return null;
  const newest = Math.max(
    0,
    ...cache
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  );
  return (
    <p className={style.line} role="status">
      {!isOnline &&
        (newest === 0
          ? say('shell.offline.nothing')
          : say('shell.offline.since', { time: format.time(new Date(newest).toISOString()) }))}{' '}
      {unsent.length > 0 && say('shell.offline.waiting', { count: unsent.length })}
    </p>
  );
}
