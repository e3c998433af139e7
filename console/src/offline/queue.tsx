import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { sendOnce } from '../client/api.ts';
import { ApiError, Unreachable } from '../client/errors.ts';
import type { OnceWrite } from '../client/once-write.ts';
import { openStore } from '../client/store.ts';
import { useNotices } from '../notices/notices.tsx';
import { useSay } from '../say.tsx';
import { useSession } from '../session/session.tsx';

/** A write that may wait for a network: sending it again does it once. */
export type Write = OnceWrite & {
  /** What it is, in words, for saying that it could not be sent. */
  readonly said: string;
  /** Queries that are asked anew when it is done, by the beginnings of their keys. */
  readonly changes?: readonly (readonly unknown[])[];
};
type Queued = Write & { readonly number: number; readonly user_id: string; readonly write_key: string };

type Queue = {
  readonly waiting: readonly Queued[];
  /**
   * Sends the write, or keeps it until there is a network: then in the order in which they were made, each once.
   *
   * @returns whether it was sent
   * @throws ApiError where the server refuses it
   */
  readonly send: (write: Write) => Promise<'sent' | 'queued'>;
};

const QueueContext = createContext<Queue | null>(null);

export function QueuedWrites({ children }: { readonly children: ReactNode }) {
  const say = useSay();
  const { tellFault } = useNotices();
  const cache = useQueryClient();
  const { user_id } = useSession().profile;
  const [waiting, setWaiting] = useState<readonly Queued[]>([]);
  const methods = useMemo(() => {
    const refresh = async (): Promise<readonly Queued[]> => {
      const all = (await (await openStore()).getAll('queued')) as Queued[];
      const own = all.filter((one) => one.user_id === user_id);
      setWaiting(own);
      return own;
    };
    const isDone = async (write: Queued): Promise<void> => {
      await (await openStore()).delete('queued', write.number);
      for (const key of write.changes ?? []) void cache.invalidateQueries({ queryKey: key });
    };
    /** One tab of the browser sends, so that the order holds. Stops at the first that cannot be sent now. */
    const sendAll = (): Promise<void> =>
      navigator.locks.request('ekiden-queue', async () => {
        for (const write of await refresh()) {
          if (!navigator.onLine) break;
          try {
            await sendOnce(write, write.write_key);
          } catch (error) {
            if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) break;
            tellFault(say('shell.offline.refused', { what: write.said, why: error.message }));
          }
          await isDone(write);
        }
        await refresh();
      });
    const send = async (write: Write): Promise<'sent' | 'queued'> => {
      const queued = { ...write, user_id, write_key: crypto.randomUUID() };
      const isFirst = (await refresh()).length === 0;
      if (isFirst && navigator.onLine) {
        try {
          await sendOnce(queued, queued.write_key);
          for (const key of write.changes ?? []) void cache.invalidateQueries({ queryKey: key });
          return 'sent';
        } catch (error) {
          if (!(error instanceof Unreachable)) throw error;
        }
      }
      await (await openStore()).add('queued', queued);
      await refresh();
      if (navigator.onLine) void sendAll();
      return 'queued';
    };
    return { refresh, sendAll, send };
  }, [cache, say, tellFault, user_id]);
  useEffect(() => {
    void methods.sendAll();
    addEventListener('online', methods.sendAll);
    return () => removeEventListener('online', methods.sendAll);
  }, [methods]);
  const queue = useMemo(() => ({ waiting, send: methods.send }), [waiting, methods]);
  return <QueueContext value={queue}>{children}</QueueContext>;
}

export function useQueue(): Queue {
  const queue = useContext(QueueContext);
  if (queue === null) throw new Error('useQueue is used outside QueuedWrites');
  return queue;
}
