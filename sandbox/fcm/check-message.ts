import { type Answer, type Json, Refused, readObject } from '../kit/answers.ts';
import { badField, fcmError } from './answers.ts';

export type FcmMessage = {
  readonly token: string;
  readonly notification?: { readonly title?: string; readonly body?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly android?: Readonly<Record<string, unknown>>;
  readonly apns?: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly payload?: Readonly<Record<string, unknown>>;
  };
};

const MOST_BYTES = 4_096;
const RESERVED = /^(?:from$|google|gcm)/i;
const DURATION = /^\d{1,9}(?:\.\d{1,9})?s$/;

type Check = (value: unknown, field: string) => Answer | null;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const string: Check = (value, field) =>
  typeof value === 'string' ? null : badField(field, `(TYPE_STRING), ${JSON.stringify(value)}`);

const boolean: Check = (value, field) =>
  typeof value === 'boolean' ? null : badField(field, `(TYPE_BOOL), ${JSON.stringify(value)}`);

const anyObject: Check = (value, field) => (isObject(value) ? null : badField(field, '(an object)'));

const matching =
  (shape: RegExp, what: string): Check =>
  (value, field) =>
    typeof value === 'string' && shape.test(value) ? null : badField(field, `(${what})`);

/** A message with these members and no others, as a service that reads a schema takes it. */
function members(known: Readonly<Record<string, Check>>): Check {
  return (value, field) => {
    if (!isObject(value)) return badField(field, '(an object)');
    return firstOf(
      Object.entries(value).map(([name, member]) => () => {
        const check = Object.hasOwn(known, name) ? known[name] : undefined;
        return check === undefined
          ? badField(field, `: cannot find field "${name}"`)
          : check(member, field === '' ? name : `${field}.${name}`);
      }),
    );
  };
}

const strings: Check = (value, field) => {
  if (!isObject(value)) return badField(field, '(a map)');
  return firstOf(Object.values(value).map((one, at) => () => string(one, `${field}[${at}].value`)));
};

const data: Check = (value, field) => {
  const wrong = strings(value, field);
  if (wrong !== null || !isObject(value)) return wrong;
  const reserved = Object.keys(value).find((name) => RESERVED.test(name));
  return reserved === undefined ? null : badField(field, `(a reserved key), ${reserved}`);
};

const REQUEST = members({
  validate_only: boolean,
  message: members({
    token: string,
    notification: members({ title: string, body: string, image: string }),
    data,
    android: members({
      priority: matching(/^(?:NORMAL|HIGH)$/, 'TYPE_ENUM'),
      ttl: matching(DURATION, 'TYPE_DURATION'),
      collapse_key: string,
      notification: members({ channel_id: string, tag: string }),
    }),
    apns: members({ headers: apnsHeaders, payload: anyObject }),
    webpush: anyObject,
    fcm_options: members({ analytics_label: string }),
  }),
});

function apnsHeaders(value: unknown, field: string): Answer | null {
  const wrong = strings(value, field);
  if (wrong !== null || !isObject(value)) return wrong;
  const shapes: Readonly<Record<string, RegExp>> = {
    'apns-priority': /^(?:10|5|1)$/,
    'apns-expiration': /^\d{1,10}$/,
    'apns-push-type': /^(?:alert|background)$/,
    'apns-collapse-id': /^.{1,64}$/u,
  };
  const bad = Object.entries(shapes).find(
    ([name, shape]) => value[name] !== undefined && !shape.test(String(value[name])),
  );
  return bad === undefined ? null : badField(field, `(${bad[0]})`);
}

/** Reads the body of `messages:send`. @throws Refused for what the real one refuses */
export function readSendRequest(text: string): { validate_only: boolean; message: FcmMessage } {
  const body: unknown = readObject(text);
  const wrong = REQUEST(body, '');
  if (wrong !== null) throw new Refused(wrong);
  const { message, validate_only = false } = body as { message?: FcmMessage; validate_only?: boolean };
  if (message?.token === undefined || message.token === '')
    throw new Refused(badField('message', ': exactly one of token, topic or condition is required'));
  const { notification = {}, data: told = {} } = message;
  // Its own code, and no word on a field: as with a token that makes no sense.
  if (Buffer.byteLength(JSON.stringify({ notification, data: told })) > MOST_BYTES)
    throw new Refused(fcmError('INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'Message is too big'));
  return { validate_only, message };
}

function firstOf(checks: readonly (() => Answer | null)[]): Answer | null {
  for (const check of checks) {
    const wrong = check();
    if (wrong !== null) return wrong;
  }
  return null;
}
