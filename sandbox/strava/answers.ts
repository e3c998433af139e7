import { json, Refused } from '../kit/answers.ts';
import type { RawCall } from '../kit/stand-in.ts';

type About = readonly [resource: string, field: string, code: string];

/** A call that the platform refuses, with the one shape that its errors have. */
export function refusal(status: number, message: string, about: About): Refused {
  const [resource, field, code] = about;
  const answer = json(status, { message, errors: [{ resource, field, code }] });
  return new Refused(answer, `${message}: ${about.join(' ')}`);
}

export const badRequest = (...about: About): Refused => refusal(400, 'Bad Request', about);
export const unauthorized = (...about: About): Refused => refusal(401, 'Authorization Error', about);
export const notFound = (resource: string, field = ''): Refused =>
  refusal(404, 'Record Not Found', [resource, field, 'not found']);

/** The token is no token, or none any more. */
export const invalidToken = (): Refused => unauthorized('Athlete', 'access_token', 'invalid');

/** Apps send a few hundred bytes. */
const LONGEST_BODY = 64 * 1_024;

export type PlatformRequest = ReturnType<typeof readRequest>;

/** @throws Refused for a body that is too long or no JSON although it says so */
export function readRequest({ search, headers, bytes, body }: RawCall) {
  if (bytes > LONGEST_BODY) throw badRequest('Application', 'body', 'too long');
  const pairs = [
    ...new URLSearchParams(search),
    ...bodyPairs(headers['content-type'] ?? '', body.toString('utf8')),
  ];
  return {
    /** Of the query, and over it those of a form or a JSON object in the body. */
    parameters: new Map(pairs) as ReadonlyMap<string, string>,
    /** All values of a parameter: boxes that are ticked. */
    all: (name: string): string[] => pairs.flatMap(([key, value]) => (key === name ? [value] : [])),
    authorization: headers.authorization,
    cookie: headers.cookie ?? '',
    /** Whose token it brings, once that has been looked at. */
    athlete_id: null as number | null,
  };
}

function bodyPairs(contentType: string, body: string): [string, string][] {
  if (contentType.startsWith('application/x-www-form-urlencoded')) return [...new URLSearchParams(body)];
  if (!contentType.startsWith('application/json') || body === '') return [];
  return Object.entries(parseObject(body)).flatMap(([name, value]): [string, string][] =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
  );
}

function parseObject(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Answered like JSON that is no object.
  }
  throw badRequest('Application', 'body', 'invalid');
}
