import { isUuid } from '../../shared/ids.ts';
import { parseInstant } from '../../shared/time.ts';
import { UNREACHABLE_PLATFORMS } from '../unreachable-platforms.ts';
import type { Json, ServedParameter } from './served-operations.ts';

/**
 * What a parameter comes to: it is taken, refused by name (400), or names nothing (404); or the whole address cannot be
 * read (400), before anybody's key is looked at.
 */
export type Verdict = 'taken' | 'refused' | 'not_found' | 'unreadable';

/** Given the decoded text of a parameter: null where it cannot be decoded. */
type Judge = (text: string, parameter: ServedParameter) => Verdict;

/**
 * What is to become of a parameter, by its place and type. Written from the specification, not from the validator: a
 * parameter of another kind needs a line here before the tests take it.
 */
export function judgeOf(parameter: ServedParameter): (text: string | null) => Verdict {
  const judge = NAMED[`${parameter.in} ${parameter.name}`] ?? byType(parameter);
  if (judge === undefined) {
    throw new Error(
      `What is to become of bad values of "${parameter.name}" (${parameter.in})? Say so in judgeOf.`,
    );
  }
  return (text) => {
    if (text === null) return parameter.in === 'path' ? 'unreadable' : 'refused';
    return judge(text, parameter);
  };
}

/** Whether a parameter may be given more than once. */
export function isRepeatable({ schema }: ServedParameter): boolean {
  return schema.type === 'array';
}

function byType({ in: where, schema }: ServedParameter): Judge | undefined {
  if (where === 'path') return schema.format === 'uuid' ? anId : undefined;
  if (where !== 'query') return undefined;
  if (schema.type === 'integer') return (text) => takenIf(isWholeNumber(text, schema));
  if (schema.type === 'boolean') return (text) => takenIf(text === 'true' || text === 'false');
  if (Array.isArray(schema.enum)) return (text) => takenIf(listOf(schema.enum).includes(text));
  if (schema.format === 'uuid') return (text) => takenIf(isUuid(text));
  return undefined;
}

/** No id of anything that the caller may know of: those are the good requests' business. */
const anId: Judge = () => 'not_found';
const freeText: Judge = (text, { schema }) => takenIf(isSound(text, schema));

/** Of the years that have four digits, but for the year 0, which the database does not know. */
const aDay: Judge = (text) =>
  takenIf(/^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(text) !== null && !text.startsWith('0000'));

const aDayOrTime: Judge = (text, parameter) =>
  String(parameter.schema.pattern).includes('T')
    ? takenIf(isTime(text) || isRecentDay(text))
    : aDay(text, parameter);

/** From the year that computers count from. */
const aMonday: Judge = (text, parameter) =>
  takenIf(aDay(text, parameter) === 'taken' && text >= '1970' && new Date(text).getUTCDay() === 1);

/** From 1970 to 9999, with its offset. */
function isTime(text: string): boolean {
  const instant = text.includes('T') ? parseInstant(text) : null;
  return instant !== null && instant.getTime() >= 0;
}

function isRecentDay(text: string): boolean {
  return text.length === 10 && text >= '1970' && parseInstant(text) !== null;
}

const takesMilliseconds = ({ type }: Json): boolean => [type].flat().includes('integer');

const aTimeOrMilliseconds: Judge = (text, { schema }) => takenIf(isTime(text) || isWholeNumber(text, schema));

const NAMED: Readonly<Record<string, Judge>> = {
  // Of no invitation, be it of the wrong form.
  'path token': () => 'not_found',
  // Chosen freely, but for those that everybody hears of, or an organization does.
  'path topic': (text) => takenIf(/^(?!general$|org-)[a-zA-Z0-9\-_.~%]{1,900}$/.test(text)),
  // There are two, and of any other nothing.
  'path service': (text) => (text === 'line' || text === 'telegram' ? 'taken' : 'not_found'),
  // An id of no member, be it of the wrong form, answers like that of somebody else's.
  'query athlete_id': (text, { schema }) => (text !== '' && isSound(text, schema) ? 'not_found' : 'refused'),
  'query activity_id': (text) => (isUuid(text) ? 'not_found' : 'refused'),
  'query org_id': (text) => (isUuid(text) ? 'not_found' : 'refused'),
  // A time with its offset; besides, a day or milliseconds, as the operation has it.
  'query before': (text, { schema }) =>
    takenIf(isTime(text) || (takesMilliseconds(schema) ? isWholeNumber(text, schema) : isRecentDay(text))),
  // Of changes it is where a page ended, which none of these texts is.
  'query after': (text, parameter) =>
    parameter.schema.pattern === '^[A-Za-z0-9_-]+$' ? 'refused' : aTimeOrMilliseconds(text, parameter),
  'query updated_since': aTimeOrMilliseconds,
  'query start_date': aTimeOrMilliseconds,
  'query end_date': aTimeOrMilliseconds,
  // A day; of lists a time with its offset as well.
  'query from': aDayOrTime,
  'query to': aDayOrTime,
  'query week_start': aMonday,
  // A week that there is not.
  'path week_start': (text, parameter) =>
    /^2/.test(text) && aMonday(text, parameter) === 'taken' ? 'taken' : 'not_found',
  // Who does not know what was agreed on is refused like one who may not: 403.
  'query hub.mode': (text, { schema }) => agreedOn(text, 'subscribe', schema),
  'query hub.verify_token': (text, { schema }) =>
    agreedOn(text, UNREACHABLE_PLATFORMS.STRAVA_WEBHOOK_VERIFY_TOKEN, schema),
  'query hub.challenge': (text) => takenIf(/^[\x21-\x7e]{1,200}$/.test(text)),
  'query code_challenge': (text) => takenIf(/^[A-Za-z0-9_-]{43}$/.test(text)),
  // None of these texts is where a page ended; where the specification counts otherwise, the empty one is where the first begins.
  'query cursor': (text, { schema }) => takenIf(text === '' && String(schema.pattern).endsWith('?$')),
  'query level': freeText,
  'query q': freeText,
  'query return_url': (text, { schema }) =>
    takenIf(/^ekiden:\/\/[\w\-.~:/?#@!$&'()*+,;=%]*$/.test(text) && isSound(text, schema)),
  // What platforms bring back: who made it up is told that nobody waited for it, by the same answer as without.
  'query code': freeText,
  // Of campaigns it is one of their states.
  'query state': (text, parameter) =>
    Array.isArray(parameter.schema.enum)
      ? takenIf(listOf(parameter.schema.enum).includes(text))
      : freeText(text, parameter),
  'query scope': freeText,
  'query error': freeText,
  'query oauth_token': freeText,
  'query oauth_verifier': freeText,
  'query username': (text) => takenIf(/^[A-Za-z0-9_]{3,30}$/.test(text)),
  'query label': (text, { schema }) => takenIf(isSound(text, schema.items as Json)),
};

function agreedOn(text: string, word: string, schema: Json): Verdict {
  if (!isSound(text, schema)) return 'refused';
  return text === word ? 'taken' : 'not_found';
}

function takenIf(fits: boolean): Verdict {
  return fits ? 'taken' : 'refused';
}

/** Exactly as a program writes it, and within its bounds. */
function isWholeNumber(text: string, { minimum, maximum }: Json): boolean {
  let value: bigint;
  try {
    value = BigInt(text);
  } catch {
    return false;
  }
  const [least, most] = [
    Number(minimum ?? Number.MIN_SAFE_INTEGER),
    Number(maximum ?? Number.MAX_SAFE_INTEGER),
  ];
  return String(value) === text && value >= BigInt(least) && value <= BigInt(most);
}

function isSound(text: string, { maxLength = Number.POSITIVE_INFINITY }: Json): boolean {
  return !text.includes('\0') && [...text].length <= Number(maxLength);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
