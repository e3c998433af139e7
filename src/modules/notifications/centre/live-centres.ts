import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Database } from '../../../infra/db/database.ts';
import type { Signals } from '../../../infra/signals/index.ts';
import { isOutage } from '../../../shared/errors.ts';
import { type Clock, SECOND_MS } from '../../../shared/time.ts';
import { changedLists, type ListVersions, renewFollowedLists, type TriageDeps } from '../../triage/index.ts';
import { findCentreVersions } from './queries.ts';

/** The signal that this process gives when it changes a centre, just before the commit or after it. */
export const CENTRES_CHANGED = 'notification centres changed';

export type CentreWatch = {
  /**
   * Waits until the centre has a later version than this one, or a triage list that the person follows has changed.
   *
   * @returns false when the watch is over
   */
  changed(version: number, lists?: ListVersions): Promise<boolean>;
  isOver(): boolean;
  /** A second call does nothing. */
  end(): void;
};

export type LiveCentres = {
  /** The watch lasts until `ends_at`, until `end` is called, or until the same person begins a fifth watch after it. */
  watch(whose: { readonly user_id: string; readonly ends_at: Date }): CentreWatch;
};

export type LiveDeps = TriageDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signals: Pick<Signals, 'hear'>;
};

const MOST_OF_A_PERSON = 5;
/** Milliseconds after a signal: most transactions have committed after the first or the second wait. */
const SOON_MS = 10;
const SOON_AGAIN_MS = 50;
const LISTS_LOOK_MS = 2 * SECOND_MS;

type Watched = {
  readonly ends_at: Date;
  seen: number;
  latest: number;
  lists_seen: ListVersions | undefined;
  lists_latest: ListVersions;
  isOver: boolean;
  wake(): void;
};

/**
 * Tells the watchers of a centre that it has changed, whichever process changed it. One statement a second reads the versions of all
 * centres that are watched in this process, and none is sent while nobody watches. Changes by this process are looked for at once. For
 * coaches who watch, the triage lists are kept up to date as well.
 */
export function createLiveCentres(
  deps: LiveDeps,
  { look_ms = SECOND_MS, lists_look_ms = LISTS_LOOK_MS }: { look_ms?: number; lists_look_ms?: number } = {},
): LiveCentres {
  const watched = new Map<string, Set<Watched>>();

  const end = (user_id: string, one: Watched): void => {
    one.isOver = true;
    const watches = watched.get(user_id);
    if (watches?.delete(one) === true && watches.size === 0) watched.delete(user_id);
    if (watched.size === 0) for (const ticker of tickers) ticker.stop();
    one.wake();
  };

  const look = async (): Promise<void> => {
    const found = await findCentreVersions(deps.db, [...watched.keys()]);
    const versions = new Map(found.map(({ user_id, version }) => [user_id, version]));
    const now = deps.clock.now();
    for (const [user_id, watches] of [...watched]) {
      for (const one of [...watches]) {
        const version = versions.get(user_id) ?? 0;
        one.latest = Math.max(one.latest, version);
        // A person who was deleted has no centre any more.
        if (one.ends_at <= now || version < Math.min(one.seen, 1)) end(user_id, one);
        else if (isNews(one)) one.wake();
      }
    }
  };
  const lookAtLists = async (): Promise<void> => {
    const lists = await renewFollowedLists(deps, [...watched.keys()]);
    for (const [user_id, watches] of watched) {
      for (const one of watches) {
        one.lists_latest = lists.get(user_id) ?? new Map();
        if (isNews(one)) one.wake();
      }
    }
  };
  const tickers = [
    createTicker({ look: logged(deps, look), look_ms, deps }),
    createTicker({
      look: logged(deps, lookAtLists),
      look_ms: lists_look_ms,
      deps: { signals: { hear: () => () => undefined } },
    }),
  ];

  return {
    watch({ user_id, ends_at }) {
      const one: Watched = {
        ...{ ends_at, seen: 0, latest: 0, lists_seen: undefined, lists_latest: new Map() },
        ...{ isOver: false, wake: () => undefined },
      };
      const watches = watched.get(user_id) ?? new Set();
      const [oldest] = watches;
      if (oldest !== undefined && watches.size >= MOST_OF_A_PERSON) end(user_id, oldest);
      watched.set(user_id, watches.add(one));
      for (const ticker of tickers) ticker.start();
      return {
        isOver: () => one.isOver,
        end: () => end(user_id, one),
        async changed(version, lists) {
          one.seen = version;
          one.lists_seen = lists;
          if (one.ends_at <= deps.clock.now()) end(user_id, one);
          if (!one.isOver && !isNews(one)) {
            const { promise, resolve } = Promise.withResolvers<void>();
            one.wake = resolve;
            await promise;
          }
          return !one.isOver;
        },
      };
    },
  };
}

function isNews({ seen, latest, lists_seen, lists_latest }: Watched): boolean {
  return latest > seen || (lists_seen !== undefined && changedLists(lists_seen, lists_latest).length > 0);
}

/** Logs the first failure of a row of failed looks, not one a second while the database is away. The next look is made as usual. */
function logged({ logger }: Pick<LiveDeps, 'logger'>, look: () => Promise<void>): () => Promise<void> {
  let isFailing = false;
  return async () => {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isOutage(error))
        logger.error({ err: error }, 'cannot look for news in notification centres; will try again');
      isFailing = true;
    }
  };
}

/** Looks at intervals while it is started, and soon after a signal that something has changed. */
function createTicker({
  look,
  look_ms,
  deps,
}: {
  look: () => Promise<void>;
  look_ms: number;
  deps: Pick<LiveDeps, 'signals'>;
}) {
  let soon: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let unhear: (() => void) | undefined;
  // A timer that is set inside a transaction would inherit its context, and the database would refuse the look.
  const outsideTransactions = AsyncLocalStorage.snapshot();

  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLooking = true;
      void look().finally(() => {
        isLooking = false;
        if (unhear !== undefined) schedule();
      });
    }, soon.shift() ?? look_ms);
  };
  const lookSoon = (): void => {
    // During many signals it looks every 50 ms, and a new signal never puts off the next look.
    const looksOften = soon.length > 0 || isLooking;
    soon = looksOften ? [SOON_AGAIN_MS] : [SOON_MS, SOON_AGAIN_MS];
    if (!looksOften) outsideTransactions(schedule);
  };
  return {
    start(): void {
      if (unhear !== undefined) return;
      unhear = deps.signals.hear(CENTRES_CHANGED, lookSoon);
      if (!isLooking) outsideTransactions(schedule);
    },
    stop(): void {
      unhear?.();
      unhear = undefined;
      soon = [];
      clearTimeout(timer);
    },
  };
}
