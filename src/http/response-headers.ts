import { MOST_PER_WINDOW } from '../shared/access.ts';
import { cacheControl } from './conditional.ts';
import { isDeveloperGuard } from './guard.ts';
import { component } from './openapi-components.ts';
import { REQUEST_ID } from './request-id.ts';
import { isConditional, type RedirectOutput, type Route } from './route.ts';
import { COMMON_HEADERS, type Surface } from './surface.ts';

/** A header of an answer as OpenAPI describes it; `required` where every such answer has it. */
type Header = { description: string; required?: boolean; schema: object; example: string | number };

const text = (description: string, schema: object, example: string): Header => ({
  description,
  required: true,
  schema: { type: 'string', ...schema },
  example,
});
const constant = (description: string, value: string): Header => text(description, { const: value }, value);
const whole = (description: string, example: number, maximum: number, minimum = 0): Header => ({
  description,
  required: true,
  schema: { type: 'integer', format: maximum > 2 ** 31 ? 'int64' : 'int32', minimum, maximum },
  example,
});

/** RFC 9110 §8.8.3, as `conditional.ts` makes it. */
const ENTITY_TAG = { pattern: '^(W/)?"[A-Za-z0-9_-]{22}"$', maxLength: 26 } as const;
export const ENTITY_TAG_EXAMPLE = '"pZGm1Av0IEBKARczz7exkN"';
export const REQUEST_ID_EXAMPLE = '0b8f4e0e-4a52-4c0a-9d3c-7f4a3c1f2b6e';
/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

const requestIdHeader = component(
  'headers',
  'RequestId',
  text(
    'Identifies the request in the log of the server. The one that you sent in this header, when it is 1 to 128 ' +
      'characters of `A-Za-z0-9._-`, else a new one.',
    REQUEST_ID,
    REQUEST_ID_EXAMPLE,
  ),
);
const notSniffed = component(
  'headers',
  'ContentTypeOptions',
  constant('Browsers are to believe the Content-Type.', COMMON_HEADERS['x-content-type-options']),
);
const entityTag = component(
  'headers',
  'EntityTag',
  text(
    'Names these very bytes, and behind `W/` their compressed form: sent back as `If-None-Match`, it gets 304 until they change.',
    ENTITY_TAG,
    ENTITY_TAG_EXAMPLE,
  ),
);
const notKept = component('headers', 'NotKept', constant('No cache keeps this answer.', 'no-store'));
const savedAs = component(
  'headers',
  'SavedAs',
  text(
    'Has browsers save the file, and under which name.',
    { pattern: '^attachment; filename="', maxLength: 1_000 },
    `attachment; filename="ekiden-yuki.zip"; filename*=UTF-8''ekiden-yuki.zip`,
  ),
);
const sentTo = ({ description, example }: RedirectOutput): Header =>
  text(description, { format: 'uri', maxLength: 4_000 }, example);
const namesNobody = component(
  'headers',
  'NamesNobody',
  constant('Where it leads is not told which address led there.', 'no-referrer'),
);
const notBuffered = component(
  'headers',
  'NotBuffered',
  constant('Proxies are to pass on each event as it comes.', 'no'),
);
const retryAfter = component(
  'headers',
  'RetryAfter',
  whole('Seconds to wait before the same request can succeed.', 12, 86_400, 1),
);
const retryAfterOutage = component('headers', 'RetryAfterOutage', {
  ...whole('With `unavailable`: seconds to wait before the request is sent again.', 5, 86_400, 1),
  required: false,
});
const retryAfterWhereItHelps = component('headers', 'RetryAfterWhereItHelps', {
  ...whole(
    'Seconds to wait before the same request can succeed; none where waiting does not help.',
    12,
    86_400,
    1,
  ),
  required: false,
});
const challenge = component(
  'headers',
  'Challenge',
  constant('The credentials that are missing (RFC 9110, section 11.6.1).', 'Bearer'),
);

const RATE_LIMIT = {
  'X-RateLimit-Limit': whole(
    'How many requests the key may make in the current window. Of its windows, minute and hour, the one with the fewest ' +
      'requests left; where the limit of the operation itself refused, that one.',
    60,
    MOST_PER_WINDOW,
    1,
  ),
  'X-RateLimit-Remaining': whole('How many of them are left.', 59, MOST_PER_WINDOW),
  'X-RateLimit-Reset': whole('When the window ends, as Unix time in seconds.', 1_782_887_460, LAST_SECOND),
} as const;

/** These answers may come before the key is known or when counting fails, so they may lack the limits. */
const WITHOUT_LIMITS_AT_TIMES = [400, 500, 503];

export function responseHeaders(surface: Surface, route: Route, status: number): Record<string, Header> {
  const { guard } = route;
  const isKept = isConditional(route) && (status === 200 || status === 304);
  return {
    'X-Request-ID': requestIdHeader,
    ...('x-api-version' in surface.headers ? { 'X-API-Version': versionHeader(surface) } : {}),
    'X-Content-Type-Options': notSniffed,
    ...(isKept
      ? { ETag: entityTag, 'Cache-Control': keptHeader(cacheControl(guard)) }
      : { 'Cache-Control': notKept }),
    ...(route.download !== undefined && status === 200 ? { 'Content-Disposition': savedAs } : {}),
    ...(route.events !== undefined && status === 200 ? { 'X-Accel-Buffering': notBuffered } : {}),
    ...(route.redirect !== undefined && status === 302
      ? { Location: sentTo(route.redirect), 'Referrer-Policy': namesNobody }
      : {}),
    ...(status === 401 ? { 'WWW-Authenticate': challenge } : {}),
    // A caller with an unknown key has no limits to report.
    ...(isDeveloperGuard(guard) && status !== 401 ? limitHeaders(status) : {}),
    ...(status === 429 ? { 'Retry-After': hasQuota(route) ? retryAfterWhereItHelps : retryAfter } : {}),
    ...(status === 503 ? { 'Retry-After': retryAfterOutage } : {}),
  };
}

/** A full quota is lifted only when something is deleted. */
function hasQuota({ errors = [] }: Route): boolean {
  return errors.some((error) => 'quota' in error);
}

function versionHeader({ version }: Surface): Header {
  return component(
    'headers',
    'ApiVersion',
    text('Version of this API, a date.', { format: 'date', const: version }, version),
  );
}

function keptHeader(value: string): Header {
  const isPrivate = value.startsWith('private');
  return component(
    'headers',
    isPrivate ? 'KeptByClient' : 'KeptByAll',
    constant(
      `${isPrivate ? 'Your own client' : 'Any cache'} may keep this answer, and asks again with If-None-Match before it is used.`,
      value,
    ),
  );
}

function limitHeaders(status: number): Record<string, Header> {
  const isAlways = !WITHOUT_LIMITS_AT_TIMES.includes(status);
  return Object.fromEntries(
    Object.entries(RATE_LIMIT).map(([name, header]) => {
      const suffix = name.replace('X-RateLimit-', '');
      return isAlways
        ? [name, component('headers', `RateLimit${suffix}`, header)]
        : [name, component('headers', `RateLimit${suffix}WhenCounted`, { ...header, required: false })];
    }),
  );
}
