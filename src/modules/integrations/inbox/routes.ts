import { type Method, type Route, route } from '../../../http/route.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { Clock } from '../../../shared/time.ts';
import { notConfigured } from '../errors.ts';
import type { PlatformId } from '../provider.ts';
import type { GarminSettings } from '../providers/garmin/settings.ts';
import { checkPushKey } from '../providers/garmin/webhook.ts';
import type { StravaSettings } from '../providers/strava/settings.ts';
import { answerHandshake, checkSignature } from '../providers/strava/webhook.ts';
import { Challenge, HandshakeQuery, Stored } from './contract.ts';
import { MAX_POST_BYTES } from './delivery.ts';
import { deliveryNotStored, unsignedTooLarge, wrongSignature, wrongVerifyToken } from './errors.ts';
import type { DeliveryStore } from './store-deliveries.ts';

type InboxDeps = {
  readonly clock: Clock;
  readonly inbox: DeliveryStore;
  readonly platforms: {
    readonly strava: StravaSettings | undefined;
    readonly garmin: GarminSettings | undefined;
  };
};

/** An event has some two hundred bytes; what nobody has signed may be anybody's. */
const MOST_UNSIGNED_BYTES = 64 * 1024;
const OK = { status: 200, body: { status: 'ok' } } as const;

/** Before Strava sends events to an address, it asks it for a sign. */
export function stravaHandshakeRoute(deps: Pick<InboxDeps, 'platforms'>): Route {
  return route({
    operation_id: 'confirmStravaSubscription',
    method: 'GET',
    path: '/activities/webhook/strava',
    guard: { kind: 'open' },
    tag: 'Webhooks',
    summary: 'Confirm a subscription to Strava’s events',
    description: 'Called by Strava when the operator subscribes.',
    query: HandshakeQuery,
    volatile: true,
    responses: { 200: Challenge },
    errors: [wrongVerifyToken, notConfigured],
    handler: async ({ query }) => {
      const answer = answerHandshake(query, required(deps.platforms.strava));
      if (answer === null) throw wrongVerifyToken();
      return { status: 200, body: answer };
    },
  });
}

export function stravaEventRoute(deps: InboxDeps): Route {
  return route({
    operation_id: 'receiveStravaEvent',
    method: 'POST',
    path: '/activities/webhook/strava',
    guard: { kind: 'open' },
    limit: async () => {
      required(deps.platforms.strava);
    },
    tag: 'Webhooks',
    summary: 'Receive an event from Strava',
    description:
      'Called by Strava. It is stored, answered, and worked off afterwards; what it says is asked about at Strava before it ' +
      'is believed. A signature (`X-Strava-Signature`) is checked where there is one, and can be made a condition. Whatever ' +
      'comes twice counts once; what makes no sense is answered the same and set aside for the operator.',
    bytes: {
      max_bytes: MAX_POST_BYTES,
      description: 'An event, as Strava describes it. Unsigned, at most 64 KiB.',
    },
    responses: { 200: Stored },
    errors: [wrongSignature, unsignedTooLarge, notConfigured, deliveryNotStored],
    handler: async ({ headers, bytes }) => {
      if (!checkSignature(headers, bytes, required(deps.platforms.strava), deps.clock.now()))
        throw wrongSignature();
      const isSigned = headers['x-strava-signature'] !== undefined;
      if (!isSigned && bytes.length > MOST_UNSIGNED_BYTES) throw unsignedTooLarge();
      await store(deps, 'strava', bytes);
      return OK;
    },
  });
}

/**
 * Outside both APIs, where the specification has it. Some send events with PUT.
 */
export function garminPushRoutes(deps: InboxDeps): readonly Route[] {
  return [pushRoute(deps, 'POST', 'receiveGarminPush'), pushRoute(deps, 'PUT', 'receiveGarminPut')];
}

function pushRoute(deps: InboxDeps, method: Method, operation_id: string): Route {
  return route({
    operation_id,
    method,
    path: '/api/webhooks/garmin/push',
    guard: {
      kind: 'platform',
      admit: (headers) => {
        if (!checkPushKey(headers, required(deps.platforms.garmin))) throw unauthenticated();
      },
    },
    tag: 'Webhooks',
    summary: 'Receive a push or a ping from Garmin',
    bytes: { max_bytes: MAX_POST_BYTES, description: 'Lists of records by type.' },
    responses: { 200: Stored },
    errors: [notConfigured, deliveryNotStored],
    handler: async ({ bytes }) => {
      await store(deps, 'garmin', bytes);
      return OK;
    },
  });
}

async function store({ inbox, clock }: InboxDeps, provider: PlatformId, body: Buffer): Promise<void> {
  await inbox.store({ id: newId(), provider, received_at: clock.now(), body });
}

function required<T>(settings: T | undefined): T {
  if (settings === undefined) throw notConfigured();
  return settings;
}
