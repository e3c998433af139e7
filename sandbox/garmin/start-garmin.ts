import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Clock, systemClock } from '../../src/shared/time.ts';
import { listen } from '../loopback/listen.ts';
import { type App, disconnect, openAccounts } from './accounts.ts';
import { answerCall, type RecordedCall } from './answer-calls.ts';
import { type Faults, keepFaults } from './faults.ts';
import { connectionOf, publish, publishDeregistration, publishPermissions } from './notify.ts';
import { openOutbox, type Post } from './outbox.ts';
import { type GarminPerson, inventPerson, type PersonOptions } from './people.ts';
import type { AutoConsent, Platform } from './platform.ts';
import { DEFAULT_SETTINGS, type GarminSettings } from './settings.ts';
import type { Permission, Upload } from './summary-types.ts';
import { answerWatchPage } from './watch-page.ts';
import { type Watches, wearWatches } from './wear-watch.ts';

export type GarminStandIn = Watches & {
  /** Where all of its hosts are: the consent page, the tokens and the API. A browser finds the watches there. */
  readonly url: string;
  /** May be changed at any time. */
  readonly settings: GarminSettings;
  readonly faults: Faults;
  /** All requests so far, oldest first, without secrets. */
  readonly calls: readonly RecordedCall[];
  /** All that was or will be sent to apps, oldest first. */
  readonly posts: readonly Post[];
  addPerson(options: PersonOptions): GarminPerson;
  /** Who answers the consent page from now on; null: whoever clicks. */
  consentBy(consent: AutoConsent | null): void;
  /** In Garmin's own app somebody allows an app something else. */
  changePermissions(user_id: string, client_id: string, permissions: readonly Permission[]): void;
  /** In Garmin's own app somebody lets an app go. */
  revoke(user_id: string, client_id: string): void;
  /** What is recorded in `work` is told in one post a type, or in one of several types. People are mixed in it. */
  together(work: () => void, options?: { several_types?: boolean }): void;
  /** Sends a post once more, as a platform does that has lost the answer. */
  repeat(post: Post): void;
  /** Tries whatever is due by the clock once, and waits for it. */
  deliverDue(): Promise<void>;
  stop(): Promise<void>;
};

/** How often the outbox is looked into. */
const LOOK_MS = 20;

/**
 * Starts a stand-in for Garmin on loopback.
 *
 * @param options.port where it listens; 0: anywhere
 * @param options.seed the same seed invents the same people and the same history
 * @param options.deliver `by_itself`: posts leave when they are due; `by_hand`: when `deliverDue` is called
 */
export async function startGarmin(options: {
  port: number;
  apps: readonly App[];
  clock?: Clock;
  seed?: string;
  deliver?: 'by_itself' | 'by_hand';
  settings?: Partial<GarminSettings>;
}): Promise<GarminStandIn> {
  const { port, apps, clock = systemClock, seed = 'garmin', deliver = 'by_itself' } = options;
  const stopping = new AbortController();
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const faults = keepFaults();
  const platform: Platform = {
    seed,
    clock,
    settings,
    faults,
    accounts: openAccounts(clock, apps),
    outbox: openOutbox({ clock, settings, faults, stopping: stopping.signal }),
    people: new Map(),
    recorded: new Map(),
    pulls: [],
    backfills: [],
    url: '',
    consent: null,
  };
  const calls: RecordedCall[] = [];
  const actions = operate(platform);
  const server = createServer((request, response) => {
    if (request.url === '/') void answerWatchPage(platform, actions, request, response);
    else void answerCall(platform, calls, request, response, stopping.signal);
  });
  const { url, close } = await listen(server, port);
  platform.url = url;
  const looking = deliver === 'by_itself' ? keepDelivering(platform, stopping.signal) : undefined;
  return {
    ...actions,
    url,
    calls,
    stop: async () => {
      stopping.abort();
      await Promise.all([close(), looking, platform.outbox.deliverDue()]);
    },
  };
}

async function keepDelivering({ outbox }: Platform, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await outbox.deliverDue();
    await setTimeout(LOOK_MS, undefined, { ref: false });
  }
}

/** What tests and the demo do with it. */
function operate(platform: Platform): Omit<GarminStandIn, 'url' | 'calls' | 'stop'> {
  const { accounts, outbox, people } = platform;
  let collected: Upload[] | null = null;
  const tell = (uploads: readonly Upload[]): void => {
    if (collected === null) publish(platform, uploads);
    else collected.push(...uploads);
  };
  const appOf = (client_id: string): App => {
    const app = accounts.apps.find((one) => one.client_id === client_id);
    if (app === undefined) throw new RangeError(`There is no app ${client_id}.`);
    return app;
  };
  return {
    ...wearWatches(platform, tell),
    settings: platform.settings,
    faults: platform.faults,
    posts: outbox.posts,
    addPerson: (options) => {
      const person = inventPerson(platform.seed, options, platform.clock.now());
      people.set(person.user_id, person);
      return person;
    },
    consentBy: (consent) => {
      platform.consent = consent;
    },
    changePermissions: (user_id, client_id, permissions) => {
      const connection = connectionOf(platform, { client_id, user_id });
      if (connection === undefined) return;
      connection.permissions = permissions;
      publishPermissions(platform, appOf(client_id), connection);
    },
    revoke: (user_id, client_id) => {
      const connection = disconnect(accounts, { client_id, user_id });
      if (connection !== undefined) publishDeregistration(platform, appOf(client_id), connection);
    },
    together: (work, several = {}) => {
      const uploads: Upload[] = [];
      collected = uploads;
      try {
        work();
      } finally {
        collected = null;
      }
      publish(platform, uploads, several);
    },
    repeat: (post) => outbox.add(post),
    deliverDue: outbox.deliverDue,
  };
}
