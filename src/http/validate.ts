import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TObject, TSchema } from 'typebox';
import { type AppError, type ErrorDetail, notFound, validationError } from '../shared/errors.ts';
import { isUuid } from '../shared/ids.ts';
import { describeFault, MAX_PATH_CHARS, type Where } from './describe-fault.ts';

/** Deeper JSON is refused: ours is never so deep, and recursion over it must stay bounded. */
const MAX_DEPTH = 64;
/** The most faults in one answer. */
export const MAX_DETAILS = 20;
/** In a larger value only the first fault is looked for: finding all in a megabyte costs a hundred times as much. */
const MAX_VALUES_FOR_ALL_FAULTS = 2_000;

/** Nothing is coerced or removed; defaults are filled in. */
const OPTIONS = {
  strict: false,
  strictNumbers: true,
  useDefaults: true,
  coerceTypes: false,
  verbose: true,
  // Optimizing takes two fifths of compiling, and V8 optimizes again.
  code: { optimize: false },
} as const;
const ajv = withFormats(new Ajv2020(OPTIONS));
const compile = compilerOf(ajv);
const compileThorough = compilerOf(withFormats(new Ajv2020({ ...OPTIONS, allErrors: true })));

/** Kept by the schema's text, so that equal schemas of operations or servers are compiled once. */
function compilerOf(instance: Ajv2020): (schema: TSchema) => ValidateFunction {
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const check = compiled.get(text) ?? instance.compile(schema);
    compiled.set(text, check);
    return check;
  };
}

function withFormats(instance: Ajv2020): Ajv2020 {
  addFormats.default(instance);
  // The library's own format accepts `urn:uuid:…`, which the database refuses.
  instance.addFormat('uuid', isUuid);
  return instance;
}

export function validator(schema: TSchema, where: Where): (value: unknown) => void {
  // Compiled on first use: a server has hundreds, and few see a large value.
  let thorough: ValidateFunction | undefined;
  let first: ValidateFunction | undefined;
  const allFaults = () => (thorough ??= compileThorough(schema));
  const firstFault = () => (first ??= compile(schema));
  return (value) => {
    const size = where === 'body' ? requireSoundValues(value) : 0;
    const check = size > MAX_VALUES_FOR_ALL_FAULTS ? firstFault() : allFaults();
    if (!check(value)) throw invalid(check.errors ?? [], where);
  };
}

/** Why a value does not fit a schema, for checking our own responses. */
export function responseMismatch(schema: TSchema): (value: unknown) => string | null {
  let check: ValidateFunction | undefined;
  return (value) => {
    check ??= compile(schema);
    return check(value) ? null : ajv.errorsText(check.errors);
  };
}

/** An invalid id or token in a path names nothing: 404. */
export function paramsValidator(schema: TObject): (params: unknown) => void {
  let check: ValidateFunction | undefined;
  return (params) => {
    check ??= compile(schema);
    if (check(params)) return;
    const [fault] = check.errors ?? [];
    const name = fault?.instancePath.slice(1) ?? 'id';
    const form: unknown = fault?.parentSchema?.errorMessage ?? 'is no UUID';
    throw notFound({ message: `There is nothing with this ${name}: it ${form}.` });
  };
}

type Path = readonly string[];

/**
 * Refuses what no field may hold, anywhere in a parsed body: NUL, unpaired surrogates, `__proto__` keys, too deep
 * nesting, rounded numbers. Returns the number of values.
 */
function requireSoundValues(root: unknown): number {
  let count = 0;
  const visit = (value: unknown, path: string[]): void => {
    count += 1;
    if (typeof value === 'string') requireSoundString(value, path);
    if (typeof value === 'number') requireExactNumber(value, path);
    if (typeof value !== 'object' || value === null) return;
    if (path.length === MAX_DEPTH) throw unsound(path.slice(0, 1), `nests deeper than ${MAX_DEPTH} levels`);
    const isArray = Array.isArray(value);
    for (const key of Object.keys(value)) {
      path.push(key);
      if (!isArray) requireSoundKey(key, path);
      visit(Reflect.get(value, key), path);
      path.pop();
    }
  };
  visit(root, []);
  return count;
}

function requireSoundKey(key: string, path: Path): void {
  requireSoundString(key, path);
  if (key === '__proto__') throw unsound(path.slice(0, -1), 'a field may not be called __proto__');
}

export function requireSoundString(text: string, path: Path): void {
  if (text.includes('\0')) throw unsound(path, 'contains a NUL character');
  if (!text.isWellFormed()) throw unsound(path, 'contains an unpaired surrogate: it is not valid Unicode');
}

function requireExactNumber(number: number, path: Path): void {
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER)
    throw unsound(path, 'is too large a number to be read exactly');
}

export function unsound(path: Path, message: string): AppError {
  const shown = shownPath(path);
  return validationError({ message: `${shown}: ${message}.`, details: [{ path: shown, message }] });
}

export function shownPath(path: Path): string {
  const name = path.length === 0 ? 'body' : path.map((step) => (step === '' ? '""' : step)).join('.');
  return name.slice(0, MAX_PATH_CHARS).replaceAll('\0', '\u{FFFD}').toWellFormed();
}

function invalid(errors: readonly ErrorObject[], where: Where): AppError {
  return faultsFound(errors.values().map((error) => describeFault(error, where)));
}

export function faultsFound(faults: Iterable<ErrorDetail>): AppError {
  const details = new Map<string, ErrorDetail>();
  for (const fault of faults) {
    if (details.size === MAX_DETAILS) break;
    details.set(`${fault.path}\n${fault.message}`, fault);
  }
  const [first] = details.values();
  if (first === undefined) return validationError();
  const end = first.message.endsWith('?') ? '' : '.';
  return validationError({
    message: `${first.path}: ${first.message}${end}`,
    details: [...details.values()],
  });
}
