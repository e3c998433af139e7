/** What the stand-in says: a status, headers besides, and JSON. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

const STATUS = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

type Status = keyof typeof STATUS;

/** An error as all APIs of Google write it. */
export function googleError(status: Status, message: string, details: readonly object[] = []): Answer {
  const code = STATUS[status];
  const more = details.length === 0 ? {} : { details };
  return { status: code, body: { error: { code, message, status, ...more } } };
}

/** One of FCM's own. */
export function fcmError(status: Status, errorCode: string, message: string): Answer {
  return googleError(status, message, [detail('google.firebase.fcm.v1.FcmError', { errorCode })]);
}

/** What is wrong about a field of the request. */
export function badField(field: string, what: string): Answer {
  const description = `Invalid value at '${field}' ${what}`;
  const violations = { fieldViolations: [{ field, description }] };
  return googleError('INVALID_ARGUMENT', description, [detail('google.rpc.BadRequest', violations)]);
}

export function later(answer: Answer, seconds: number): Answer {
  return { ...answer, headers: { 'retry-after': String(seconds) } };
}

function detail(name: string, members: object): object {
  return { '@type': `type.googleapis.com/${name}`, ...members };
}
