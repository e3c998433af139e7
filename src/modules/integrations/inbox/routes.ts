import type { Logger } from 'pino';
import Type from 'typebox';
import { limitExceeded } from '../../../http/limit-requests.ts';
import { type Method, type Route, route } from '../../../http/route.ts';
import { NO_NUL, Ok, Shape } from '../../../http/schemas.ts';
import { ignoresUnknown } from '../../../http/unknown-names.ts';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import { countedAddress, type RateLimiter } from '../../../infra/rate-limit/index.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { notConfigured } from '../errors.ts';
import { UnreadableDelivery } from '../platform-error.ts';
import type { PlatformId } from '../provider.ts';
import type { GarminSettings } from '../providers/garmin/settings.ts';
import { checkPushKey } from '../providers/garmin/webhook.ts';
import { bringsCallbackKey } from '../providers/strava/callback-key.ts';
import { readEvent } from '../providers/strava/read-event.ts';
import type { StravaSettings } from '../providers/strava/settings.ts';
import { answerHandshake, checkEvent } from '../providers/strava/webhook.ts';
import { MAX_POST_BYTES } from './delivery.ts';
import {
  deliveryNotStored,
  noEvent,
  tooManyHints,
  unsignedTooLarge,
  wrongSignature,
  wrongVerifyToken,
} from './errors.ts';
import { GARMIN_EXAMPLES, GarminPush, STRAVA_EXAMPLES, StravaEvent } from './platform-contract.ts';
import type { DeliveryStore } from './store-deliveries.ts';

const Stored = Shape({ status: Ok }, { description: 'It is stored, and will be worked off.' });

const text = (maxLength: number, description: string, example: string) =>
  Type.String({ ...NO_NUL, maxLength, description, examples: [example] });

const handshake = {
  'hub.mode': text(20, 'What it is about: `subscribe`.', 'subscribe'),
  'hub.challenge': Type.String({
    pattern: '^[\\x21-\\x7e]{1,200}$',
    maxLength: 200,
    errorMessage: 'must be 1 to 200 visible characters of ASCII',
    description: 'What the answer has to repeat.',
    examples: ['15f7d1a91c1f40f8a748fd134752feb3'],
  }),
  'hub.verify_token': text(
    1_000,
    'What the operator has named when subscribing (`STRAVA_WEBHOOK_VERIFY_TOKEN`).',
    'a-token-of-the-operator',
  ),
};
const HandshakeQuery = Type.Object(handshake, ignoresUnknown('platform'));

const Challenge = Shape(
  {
    'hub.challenge': Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      maxLength: 200,
      description: 'As it came.',
      examples: ['15f7d1a91c1f40f8a748fd134752feb3'],
    }),
  },
  { description: 'The subscription is wanted.' },
);

type InboxDeps = {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly inbox: DeliveryStore;
  readonly secretBox: Pick<SecretBox, 'deriveKeys'>;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly platforms: {
    readonly strava: StravaSettings | undefined;
    readonly garmin: GarminSettings | undefined;
  };
};

/** An event has some three hundred bytes. The limit is small, so that many slow requests at once need little memory. */
const MOST_EVENT_BYTES = 64 * 1024;
/** Anybody may send an event that nothing verifies. */
const MOST_HINT_BYTES = 4 * 1024;
const OK = { status: 200, body: { status: 'ok' } } as const;

export function inboxRoutes(deps: InboxDeps): readonly Route[] {
  return [stravaHandshakeRoute(deps), stravaEventRoute(deps)];
}

function stravaHandshakeRoute(deps: Pick<InboxDeps, 'platforms'>): Route {
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

function stravaEventRoute(deps: InboxDeps): Route {
  const notifyOfHint = notifyOfHints(deps);
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
      'is believed. A signature (`X-Strava-Signature`) is checked where there is one. An event that brings neither that nor ' +
      'the `key` of the address that Strava was given may be anybody’s: it counts as a hint, is refused where it makes no ' +
      'sense, and can be refused altogether. Whatever comes twice counts once; of the others, what makes no sense is ' +
      'answered the same and set aside for the operator.',
    bytes: {
      max_bytes: MOST_EVENT_BYTES,
      description: 'An event, as Strava describes it. With neither signature nor key, at most 4 KiB.',
      schema: StravaEvent,
      examples: STRAVA_EXAMPLES,
    },
    vouched_for_by: ['stravaSignature', 'stravaAddressKey'],
    responses: { 200: Stored },
    errors: [noEvent, wrongSignature, unsignedTooLarge, tooManyHints, notConfigured, deliveryNotStored],
    handler: async ({ headers, bytes, url, client_ip }) => {
      const settings = required(deps.platforms.strava);
      const bringsKey = bringsCallbackKey(url, deps.secretBox);
      const vouching = checkEvent(headers, bytes, settings, { now: deps.clock.now(), bringsKey });
      if (vouching === 'refused') throw wrongSignature();
      const is_hint = vouching === 'hint';
      if (is_hint) {
        await countHint(deps.rateLimiter, client_ip);
        notifyOfHint();
        if (!saysSomething(bytes, settings)) return OK;
      }
      await store(deps, 'strava', bytes, is_hint);
      return OK;
    },
  });
}

/**
 * Whether an unverified event says anything. One that says nothing is not kept for the operator either, since anybody could send it
 * without end.
 *
 * @throws noEvent also for one of another subscription
 */
function saysSomething(bytes: Buffer, settings: StravaSettings): boolean {
  if (bytes.length > MOST_HINT_BYTES) throw unsignedTooLarge();
  try {
    return readEvent(bytes, settings).length > 0;
  } catch (error) {
    if (error instanceof UnreadableDelivery)
      throw noEvent({ message: `This is no event: ${error.message}.` });
    throw error;
  }
}

/** Outside both APIs, where the specification has it. Events may come with POST or with PUT. */
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
    description:
      'Called by Garmin, with POST or PUT. It is stored, answered, and worked off afterwards. Whatever comes twice counts once; what ' +
      'makes no sense is answered the same and set aside for the operator, and what is of nobody here is dropped.',
    bytes: {
      max_bytes: MAX_POST_BYTES,
      description: 'Lists of items by type.',
      schema: GarminPush,
      examples: GARMIN_EXAMPLES,
    },
    responses: { 200: Stored },
    errors: [notConfigured, deliveryNotStored],
    handler: async ({ bytes }) => {
      await store(deps, 'garmin', bytes, false);
      return OK;
    },
  });
}

async function store(
  { inbox, clock }: InboxDeps,
  provider: PlatformId,
  body: Buffer,
  is_hint: boolean,
): Promise<void> {
  await inbox.store({ id: newId(), provider, received_at: clock.now(), body, is_hint });
}

function required<T>(settings: T | undefined): T {
  if (settings === undefined) throw notConfigured();
  return settings;
}

/**
 * The limit of unverified events from one network. Strava has few addresses: an operator whose athletes make more events should have
 * them sent with the key.
 */
const MOST_A_MINUTE = 600;

/** @throws tooManyHints with `Retry-After`; Strava sends it again by itself */
async function countHint(limiter: Pick<RateLimiter, 'take'>, client_ip: string): Promise<void> {
  const { allowed, tightest } = await limiter.take(`hints:${countedAddress(client_ip)}`, [
    { name: 'minute', limit: MOST_A_MINUTE, seconds: MINUTE_MS / SECOND_MS },
  ]);
  if (!allowed) throw limitExceeded(tooManyHints, tightest, tooManyHints.message);
}

/** How often the operator is told at the most, since anybody may send such events. */
const TOLD_EVERY_MS = HOUR_MS;

/** Logs, once an hour, that unverified events come. @returns what is to be called for each */
function notifyOfHints(deps: { readonly logger: Logger; readonly clock: Clock }): () => void {
  let next_ms = Number.NEGATIVE_INFINITY;
  return () => {
    const now_ms = deps.clock.now().getTime();
    if (now_ms < next_ms) return;
    next_ms = now_ms + TOLD_EVERY_MS;
    deps.logger.warn(
      'events of Strava arrive with neither signature nor key and may be forged: see ekiden strava subscription',
    );
  };
}
