import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TObject, TSchema } from 'typebox';
import { type AppError, type ErrorDetail, notFound, validationError } from '../shared/errors.ts';

export type Where = 'body' | 'query';

/** Deeper JSON than this is refused: nothing of ours nests so far, and recursion over it must stay bounded. */
const MAX_DEPTH = 64;
const MAX_DETAILS = 20;

/** Nothing is coerced and nothing removed: what is wrong is said. Defaults of the schema are filled in. */
const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  useDefaults: true,
  coerceTypes: false,
  verbose: true,
});
addFormats.default(ajv);

/** A function that throws a `validation_error` naming each field that does not fit the schema. */
export function validator(schema: TSchema, where: Where): (value: unknown) => void {
  const check: ValidateFunction = ajv.compile(schema);
  return (value) => {
    if (where === 'body') requireSoundText(value, '');
    if (!check(value)) throw invalid(check.errors ?? [], where);
  };
}

/** Whether a value fits a schema, with the reason when it does not: for checking our own responses. */
export function responseMismatch(schema: TSchema): (value: unknown) => string | null {
  const check = ajv.compile(schema);
  return (value) => (check(value) ? null : ajv.errorsText(check.errors));
}

/** Path parameters that cannot be an id name nothing: 404, as for an id that does not exist. */
export function paramsValidator(schema: TObject): (params: unknown) => void {
  const check = ajv.compile(schema);
  return (params) => {
    if (!check(params)) throw notFound();
  };
}

const INTEGER = /^-?(?:0|[1-9]\d{0,15})$/;

/**
 * Reads the schema's parameters from a parsed query string. Only exact decimal integers and `true`/`false` change
 * type; parameters the schema does not know are left out.
 */
export function readQuery(schema: TObject, raw: Record<string, unknown>): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = raw[name];
    if (value === undefined) continue;
    requireSoundText(value, name);
    query[name] = typedParameter(Reflect.get(property, 'type'), value);
  }
  return query;
}

function typedParameter(type: unknown, value: unknown): unknown {
  if (type === 'array') return Array.isArray(value) ? value : [value];
  if (type === 'integer' && typeof value === 'string' && INTEGER.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Refuses NUL, unpaired surrogates, `__proto__` keys and bottomless nesting anywhere in a value. */
function requireSoundText(root: unknown, rootPath: string): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: rootPath, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') requireSoundString(value, path);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === MAX_DEPTH) throw unsound(path, `nests deeper than ${MAX_DEPTH} levels`);
    for (const [key, child] of Object.entries(value)) {
      const childPath = path === '' ? key : `${path}.${key}`;
      requireSoundString(key, childPath);
      if (key === '__proto__')
        throw unsound(path === '' ? 'body' : path, 'a field may not be called __proto__');
      open.push({ value: child, path: childPath, depth: depth + 1 });
    }
  }
}

function requireSoundString(text: string, path: string): void {
  if (text.includes('\0')) throw unsound(path, 'contains a NUL character');
  if (!text.isWellFormed()) throw unsound(path, 'contains an unpaired surrogate: it is not valid Unicode');
}

function unsound(path: string, message: string): AppError {
  const shown = path.toWellFormed().replaceAll('\0', '\u{FFFD}').slice(0, 100);
  return validationError({ message: `${shown}: ${message}.`, details: [{ path: shown, message }] });
}

function invalid(errors: readonly ErrorObject[], where: Where): AppError {
  const details = distinct(errors.map((error) => detailOf(error, where)));
  const [first] = details;
  return validationError({
    message: first === undefined ? 'The request is not valid.' : `${first.path}: ${first.message}.`,
    details: details.slice(0, MAX_DETAILS),
  });
}

function detailOf(error: ErrorObject, where: Where): ErrorDetail {
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  const under = (name: string): string => (at === '' ? name : `${at}.${name}`);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return { path: under(String(params.missingProperty)), message: 'is required' };
    case 'additionalProperties':
      return { path: under(String(params.additionalProperty)), message: 'is not a field of this request' };
    case 'enum':
      return {
        path: at || where,
        message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}`,
      };
    case 'pattern':
      return { path: at || where, message: patternMessage(error) };
    case 'type':
      return { path: at || where, message: typeMessage(params.type, at === '' ? where : undefined) };
    default:
      return { path: at || where, message: error.message ?? 'is not valid' };
  }
}

/** A schema's `errorMessage` says in words what its pattern means. */
function patternMessage(error: ErrorObject): string {
  const inWords: unknown = error.parentSchema?.errorMessage;
  return typeof inWords === 'string' ? inWords : (error.message ?? 'has the wrong form');
}

function typeMessage(type: unknown, where: Where | undefined): string {
  if (where === 'body') return 'a JSON object is required, sent as application/json';
  const names = (Array.isArray(type) ? type : [type]).map((name) => (name === 'null' ? 'null' : `${name}`));
  return `must be ${names.map((name) => (/^[aio]/.test(name) ? `an ${name}` : name === 'null' ? name : `a ${name}`)).join(' or ')}`;
}

function distinct(details: readonly ErrorDetail[]): ErrorDetail[] {
  return [...new Map(details.map((detail) => [`${detail.path}\n${detail.message}`, detail])).values()];
}
