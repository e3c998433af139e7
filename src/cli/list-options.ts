import { parseArgs } from 'node:util';
import { CURSOR_CHARS } from '../shared/page-cursor.ts';
import { UsageError } from './usage-error.ts';

const USUAL_LIMIT = 50;
const MAX_LIMIT = 1_000;

export type ListOptions<Narrow extends string> = {
  readonly narrow: Readonly<Partial<Record<Narrow, string>>>;
  readonly page: { readonly cursor: string | undefined; readonly limit: number };
  readonly json: boolean;
};

/**
 * Reads `--limit`, `--cursor`, `--json` and the list's own options.
 * @throws UsageError
 */
export function readListOptions<const Narrow extends string>(
  args: readonly string[],
  narrowing: readonly Narrow[],
): ListOptions<Narrow> {
  const { positionals, values } = parsed(args, [...narrowing, 'limit', 'cursor']);
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is too much.`);
  const { limit = String(USUAL_LIMIT), cursor } = values;
  const count = /^[1-9]\d{0,3}$/.test(limit) ? Number(limit) : Number.NaN;
  if (!(count <= MAX_LIMIT)) throw new UsageError(`--limit takes a whole number from 1 to ${MAX_LIMIT}.`);
  if (cursor !== undefined && !(cursor.length === CURSOR_CHARS && /^[\w-]+$/.test(cursor)))
    throw new UsageError('--cursor takes what the page before ends with.');
  const narrow = Object.fromEntries(
    narrowing.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  ) as Partial<Record<Narrow, string>>;
  return { narrow, page: { cursor, limit: count }, json: values.json !== undefined };
}

export function readShowOptions(args: readonly string[], what: string): { named: string; json: boolean } {
  const { positionals, values } = parsed(args, []);
  const [named, ...rest] = positionals;
  if (named === undefined || rest.length > 0) throw new UsageError(what);
  return { named, json: values.json !== undefined };
}

function parsed(
  args: readonly string[],
  names: readonly string[],
): { positionals: string[]; values: Readonly<Record<string, string | undefined>> } {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const));
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const texts = Object.entries(values).map(([name, value]) => [
      name,
      value === false ? undefined : String(value),
    ]);
    return { positionals, values: Object.fromEntries(texts) };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws UsageError that names the valid words */
export function oneOfWords<const Word extends string>(
  option: string,
  words: readonly Word[],
  given: string | undefined,
): Word | undefined {
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (found === undefined) throw new UsageError(`--${option} takes one of ${words.join(', ')}.`);
  return found;
}
