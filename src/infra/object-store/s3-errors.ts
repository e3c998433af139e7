import { ObjectStoreError } from './object-store.ts';

/** The client's error in words that say what to change, without the request, whose headers hold credentials. */
export function explainS3Error(
  operation: string,
  target: { endpoint: string | null; region: string; bucket: string },
  error: unknown,
): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error;
  const name = error instanceof Error ? error.name : typeof error;
  const code = networkCode(error);
  const status = statusOf(error);
  const where = `bucket ${target.bucket} at ${shownEndpoint(target.endpoint)} (${target.region})`;
  const reason = REASONS[name] ?? REASONS[code] ?? (status === undefined ? undefined : STATUSES[status]);
  const facts = [name, code, status, requestId(error)].filter((fact) => fact !== undefined && fact !== '');
  return new ObjectStoreError(
    `S3 ${operation} on ${where} failed: ${reason ?? 'the service or the way to it failed'}. (${facts.join(', ')})`,
  );
}

/** Whether the service answered with this HTTP status. */
export function isStatus(error: unknown, status: number): boolean {
  return statusOf(error) === status;
}

const CREDENTIALS = 'it does not take the credentials: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY';
const UNREACHABLE = 'nothing answers there: set S3_ENDPOINT, or start the service';
const NO_BUCKET = 'there is no such bucket: create it, or set S3_BUCKET';
const OTHER_REGION = 'the bucket lies in another region: set S3_REGION';
const DENIED =
  'access is denied: the key needs to get, put, delete and list objects and to abort uploads in this bucket';

const REASONS: Readonly<Record<string, string>> = {
  AbortError: 'it does not answer in time',
  AccessDenied: DENIED,
  AuthorizationHeaderMalformed: OTHER_REGION,
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: 'the connection broke off',
  EHOSTUNREACH: UNREACHABLE,
  EAI_AGAIN: 'its name cannot be looked up at the moment: check the network and S3_ENDPOINT',
  ENOTFOUND: 'its name does not exist: set S3_ENDPOINT',
  EPROTO: 'it does not speak TLS: check http or https in S3_ENDPOINT',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS: check http or https in S3_ENDPOINT',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted: give its authority in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted: give its authority in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is not trusted: give its authority in NODE_EXTRA_CA_CERTS',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  InvalidAccessKeyId: CREDENTIALS,
  NoSuchBucket: NO_BUCKET,
  PermanentRedirect: OTHER_REGION,
  QuotaExceeded: 'its quota is used up',
  RequestTimeTooSkewed: 'the clocks differ too much: set the clock of this machine',
  SignatureDoesNotMatch: CREDENTIALS,
  TimeoutError: 'it does not answer in time',
};

const STATUSES: Readonly<Record<number, string>> = {
  301: OTHER_REGION,
  400: 'it does not understand the request: check S3_ENDPOINT and S3_REGION',
  401: CREDENTIALS,
  // An answer to HEAD has no body that would distinguish the causes.
  403: `${CREDENTIALS}; or ${DENIED}`,
  404: NO_BUCKET,
  500: 'the service has an inner fault',
  503: 'the service is overloaded or down',
  507: 'the service is full',
};

function statusOf(error: unknown): number | undefined {
  return metadata(error)?.httpStatusCode;
}

function requestId(error: unknown): string | undefined {
  const id = metadata(error)?.requestId;
  return id === undefined ? undefined : `request ${id}`;
}

function metadata(error: unknown): { httpStatusCode?: number; requestId?: string } | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return error.$metadata as { httpStatusCode?: number; requestId?: string };
}

function networkCode(error: unknown): string {
  return (error instanceof Error && (error as NodeJS.ErrnoException).code) || '';
}

function shownEndpoint(endpoint: string | null): string {
  if (endpoint === null) return 'Amazon S3';
  const url = URL.parse(endpoint);
  return url === null ? 'an S3_ENDPOINT that is no URL' : `${url.protocol}//${url.host}`;
}
