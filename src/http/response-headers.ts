import { cacheControl } from './conditional.ts';
import { isConditional, type Route } from './route.ts';
import type { Surface } from './surface.ts';

type Header = { description: string; schema: object; example: string | number };

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string' },
  example,
});
const whole = (description: string, example: number, minimum = 0): Header => ({
  description,
  schema: { type: 'integer', minimum },
  example,
});

const RATE_LIMIT = {
  'X-RateLimit-Limit': whole(
    'How many requests the key may make in the current window. Of its windows (minute and hour) this is the one with ' +
      'the fewest requests left; where the limit of the route itself refused, it is that one.',
    60,
  ),
  'X-RateLimit-Remaining': whole('How many of them are left.', 59),
  'X-RateLimit-Reset': whole('When the window resets, Unix time in seconds.', 1_782_864_060),
};

/** The headers of an answer, as the OpenAPI document describes them. */
export function responseHeaders(surface: Surface, route: Route, status: number): Record<string, Header> {
  const { guard } = route;
  return {
    'X-Request-ID': text(
      'Identifies the request; echoes the one sent when it is 1 to 128 of A-Za-z0-9._-',
      '0b8f4e0e-4a52-4c0a-9d3c-7f4a3c1f2b6e',
    ),
    ...('x-api-version' in surface.headers
      ? { 'X-API-Version': text('Version of this API, a date.', surface.version) }
      : {}),
    ...(isConditional(route) && (status === 200 || status === 304)
      ? {
          ETag: text('Identifies the body; send it back as If-None-Match.', '"pZGm1Av0IEBKARczz7exkN"'),
          'Cache-Control': text(
            'A copy may be kept, and is to be checked with If-None-Match before each use.',
            cacheControl(guard),
          ),
        }
      : { 'Cache-Control': text('Not to be kept.', 'no-store') }),
    // Whose key is not known has no limits to tell of.
    ...(guard.kind === 'developer_key' && status !== 401 ? RATE_LIMIT : {}),
    ...(status === 429
      ? { 'Retry-After': whole('Seconds to wait before the same request can succeed.', 12, 1) }
      : {}),
  };
}
