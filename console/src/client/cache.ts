import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core';
import { QueryClient } from '@tanstack/react-query';
import { untilIdle } from '../until-idle.ts';
import { ApiError } from './errors.ts';
import { deleteKept, openStore } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Since the sign-out nothing is written that was still to be kept. */
let isForgotten = false;

/** What one person has seen, kept in memory and on their device until they sign out, so that it is there without a network. */
export function createCache(user_id: string): QueryClient {
  const store = openStore();
  const persister = experimental_createQueryPersister({
    storage: {
      getItem: async (key) => (await store).get('seen', key),
      setItem: async (key, value: unknown) => {
        // Copying a large answer would hold up the frame that shows it.
        await untilIdle();
        if (!isForgotten) await (await store).put('seen', value, key);
      },
      removeItem: async (key) => (await store).delete('seen', key),
    },
    // Kept as they are: IndexedDB stores objects.
    serialize: (seen) => seen,
    deserialize: (seen) => seen as never,
    prefix: user_id,
    maxAge: 14 * DAY_MS,
    buster: import.meta.env.VITE_BUILD ?? '',
    // Asked anew below: the library's own asking leaves a failure that nobody hears, which a page without a network has.
    refetchOnRestore: false,
  });
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        persister: async (queryFn, context, query) => {
          let wasAsked = false;
          const asking: typeof queryFn = (asked) => {
            wasAsked = true;
            return queryFn(asked);
          };
          const data = await persister.persisterFn(asking, context, query);
          // However new it is: what the server told while no page was open was heard by nobody.
          if (!wasAsked) setTimeout(() => query.fetch().catch(() => undefined));
          return data;
        },
        networkMode: 'offlineFirst',
        staleTime: 30_000,
        gcTime: DAY_MS,
        retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  });
  // A query that begins with an answer (`initialData`) was not fetched through the persister, which would have kept it.
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'added' && query.state.data !== undefined) void persister.persistQuery(query);
  });
  return cache;
}

/** Forgets on this device all that was seen: nobody who comes after finds it. */
export async function forgetSeen(cache: QueryClient): Promise<void> {
  isForgotten = true;
  cache.clear();
  await deleteKept();
}
