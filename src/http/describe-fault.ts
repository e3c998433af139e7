import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ErrorDetail } from '../shared/errors.ts';

export type Where = 'body' | 'query';

export const MAX_PATH_CHARS = 100;

/** The message for a body; a query is always an object. */
const NO_OBJECT = 'a JSON object is required, sent as application/json';

type Bounded = { type?: unknown; enum?: unknown; minimum?: number; maximum?: number };

/** Says in plain words what a client has to change for one fault of the validator, and where; never the value itself. */
export function describeFault(error: ErrorObject, where: Where): ErrorDetail {
  // A JSON pointer whose keys the client may have chosen.
  const at = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
    .slice(0, MAX_PATH_CHARS);
  const under = (name: unknown): string => {
    const shown = name === '' ? '""' : name;
    return (at === '' ? `${shown}` : `${at}.${shown}`).slice(0, MAX_PATH_CHARS);
  };
  const path = at === '' ? where : at;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return { path: under(params.missingProperty), message: 'is required' };
    case 'additionalProperties':
      return {
        path: under(params.additionalProperty),
        message: inWords(error) ?? unknownName(error),
      };
    case 'enum':
      return { path, message: wordsMessage(error) };
    case 'pattern':
      return { path, message: inWords(error) ?? error.message ?? 'has the wrong form' };
    case 'format':
      return {
        path,
        message: typeof error.data === 'number' ? typeMessage(error, where) : formatMessage(error),
      };
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return { path, message: sizeMessage(error) };
    case 'type':
    case 'minimum':
    case 'maximum':
      return { path, message: at === '' ? NO_OBJECT : typeMessage(error, where) };
    case 'uniqueItems':
      return { path, message: 'must not name anything twice' };
    default:
      return { path, message: error.message ?? 'is not valid' };
  }
}

function unknownName({ params, parentSchema }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty: string };
  return unknown('field', additionalProperty, Object.keys(Object(parentSchema?.properties)));
}

/** The message for an unknown name, with the nearest known one. */
export function unknown(kind: 'field' | 'parameter', name: string, known: readonly string[]): string {
  const given = name.slice(0, MAX_PATH_CHARS);
  const [nearest] = known
    .map((one) => ({ one, edits: editsBetween(given, one) }))
    .sort((a, b) => a.edits - b.edits);
  const wrong = `is not a ${kind} of this request`;
  if (nearest === undefined) return kind === 'field' ? wrong : `${wrong}, which takes none`;
  const { length } = nearest.one;
  const isMeant = nearest.edits < length && nearest.edits <= Math.max(length > 3 ? 2 : 1, length / 3);
  return isMeant ? `${wrong}. Did you mean ${nearest.one}?` : `${wrong}; the nearest is ${nearest.one}`;
}

/** The edit distance of two names, ignoring case (Levenshtein). */
export function editsBetween(from: string, to: string): number {
  const [given, wanted] = [from.toLowerCase(), to.toLowerCase()];
  let row = Array.from({ length: wanted.length + 1 }, (_, place) => place);
  for (const [line, letter] of [...given].entries()) {
    const next = [line + 1];
    for (let place = 0; place < wanted.length; place += 1) {
      const changed = (row[place] ?? 0) + (letter === wanted[place] ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[wanted.length] ?? 0;
}

/** A schema's `errorMessage` explains its pattern or format, a number's bounds, or its names. */
function inWords(error: ErrorObject): string | undefined {
  const words: unknown = error.parentSchema?.errorMessage;
  return typeof words === 'string' ? words : undefined;
}

function wordsMessage({ parentSchema }: ErrorObject): string {
  const words: unknown = parentSchema?.enum;
  return `must be one of ${[words].flat().map(String).join(', ')}`;
}

/** Names all bounds at once; in a body, whose values have types, also the type that came. */
function typeMessage(error: ErrorObject, where: Where): string {
  const schema = (error.parentSchema ?? {}) as Bounded;
  if (schema.enum !== undefined) return wordsMessage(error);
  const types = [schema.type].flat().map(String);
  const isNumber = types.includes('integer') || types.includes('number');
  const words =
    (isNumber ? inWords(error) : undefined) ?? types.map((type) => typeInWords(type, schema)).join(' or ');
  const came = error.keyword === 'type' && where === 'body' ? cameInWords(error.data, isNumber) : '';
  return `${words.startsWith('must') ? words : `must be ${words}`}${came}`;
}

function typeInWords(type: string, { minimum, maximum }: Bounded): string {
  if (type === 'null') return 'null';
  if (type === 'boolean') return 'true or false';
  if (type !== 'integer' && type !== 'number') return /^[ao]/.test(type) ? `an ${type}` : `a ${type}`;
  const name = type === 'integer' ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined) return `${name} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${name}, ${minimum} or more`;
  return maximum === undefined ? name : `${name}, ${maximum} or less`;
}

function cameInWords(value: unknown, isNumber: boolean): string {
  // A fraction where a whole number is expected is described by that alone.
  if (isNumber && typeof value === 'number') return '';
  if (value === null) return ', not null';
  if (Array.isArray(value)) return ', not an array';
  return typeof value === 'object' ? ', not an object' : `, not a ${typeof value}`;
}

/** The length of a text with a format, such as an id, follows from the format. */
function sizeMessage(error: ErrorObject): string {
  if (error.parentSchema?.format !== undefined) return formatMessage(error);
  const { limit } = error.params as { limit: number };
  const isLeast = error.keyword.startsWith('min');
  if (isLeast && limit === 1) return 'must not be empty';
  const unit = error.keyword.endsWith('Items') ? 'item' : 'character';
  const size = `${limit.toLocaleString('en')} ${unit}${limit === 1 ? '' : 's'}`;
  return `must have at ${isLeast ? 'least' : 'most'} ${size}`;
}

function formatMessage(error: ErrorObject): string {
  const format: unknown = error.parentSchema?.format;
  return inWords(error) ?? `must be a ${format === 'uuid' ? 'UUID' : format}`;
}
