import type { App, Endpoint } from '../../sandbox/garmin/accounts.ts';
import type { GarminPerson } from '../../sandbox/garmin/people.ts';
import type { GarminSettings } from '../../sandbox/garmin/settings.ts';
import { type GarminStandIn, startGarmin } from '../../sandbox/garmin/start-garmin.ts';
import {
  type NotificationType,
  PERMISSIONS,
  type Permission,
  SUMMARY_TYPE_NAMES,
} from '../../sandbox/garmin/summary-types.ts';
import { actAsApp, type Token } from './garmin-app.ts';
import { type Receiver, startReceiver } from './garmin-receiver.ts';

export type Stage = {
  garmin: GarminStandIn;
  receiver: Receiver;
  app: ReturnType<typeof actAsApp>;
  keys: App;
  /** Stands still unless moved. */
  clock: { now(): Date; pass(seconds: number): void };
  person: GarminPerson;
  /** All three legs; whoever is asked allows these, everything by default. */
  connect(permissions?: readonly Permission[], user_id?: string): Promise<Token>;
  /** Delivers what is due and gives what has come since. */
  delivered(): Promise<Receiver['received']>;
  stop(): Promise<void>;
};

/** A stand-in, somebody with a watch, an app that knows its keys and hears of every type: for tests of the stand-in. */
export async function setStage(
  given: {
    settings?: Partial<GarminSettings>;
    endpoints?: Partial<Record<NotificationType, Partial<Endpoint>>>;
    deliver?: 'by_itself' | 'by_hand';
    /** Apps beside the one that acts. */
    others?: readonly App[];
  } = {},
): Promise<Stage> {
  let now_ms = Date.parse('2026-10-18T12:00:00Z');
  const clock = {
    now: () => new Date(now_ms),
    pass: (seconds: number) => {
      now_ms += seconds * 1_000;
    },
  };
  const receiver = await startReceiver();
  const types: readonly NotificationType[] = [
    ...SUMMARY_TYPE_NAMES,
    'deregistrations',
    'userPermissionsChange',
  ];
  const keys: App = {
    client_id: 'a-consumer-key',
    client_secret: 'a consumer/secret+=',
    callback_url: 'http://127.0.0.1:1/callback',
    x_api_key: 'the-key-of-the-push-route',
    endpoints: Object.fromEntries(
      types.map((type) => [type, { url: receiver.url, ...given.endpoints?.[type] }]),
    ),
  };
  const { settings = {}, deliver = 'by_hand', others = [] } = given;
  const garmin = await startGarmin({ port: 0, apps: [keys, ...others], clock, deliver, settings });
  const person = garmin.addPerson({ name: 'Ida <Watch>' });
  const app = actAsApp(garmin.url, keys, clock);
  return {
    garmin,
    receiver,
    app,
    keys,
    clock,
    person,
    connect: (permissions = PERMISSIONS, user_id = person.user_id) => {
      garmin.consentBy({ decision: 'accept', user_id, permissions });
      return app.connect();
    },
    delivered: async () => {
      const before = receiver.received.length;
      await garmin.deliverDue();
      return receiver.received.slice(before);
    },
    stop: async () => {
      await Promise.all([garmin.stop(), receiver.stop()]);
    },
  };
}
