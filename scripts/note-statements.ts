import { hash } from 'node:crypto';
import pg from 'pg';

export type EngineName = 'embedded' | 'postgres';

/** What ran in a process since it was asked last: keys of statements by engine, and the texts of those that it names for the first time. */
export type NotedStatements = {
  readonly ran: Readonly<Record<EngineName, readonly string[]>>;
  readonly texts: Readonly<Record<string, string>>;
};

/** By this a statement begins that only tests make. */
const OF_TESTS = '/* test */';
const JOINED = 'concat(';
const IN_TRANSACTION = 'in a transaction: ';

/** Notes each statement that this process asks of any database, by the driver that both engines are asked by. */
export function noteStatements(): { take(): NotedStatements } {
  const keys = new Map<string, readonly string[]>();
  let ran = { embedded: new Set<string>(), postgres: new Set<string>() };
  let texts: Record<string, string> = {};

  const keysOf = (text: string): readonly string[] => {
    const known = keys.get(text);
    if (known !== undefined) return known;
    const named = namedStatements(text);
    for (const { key, text } of named) texts[key] ??= text;
    const found = named.map(({ key }) => key);
    keys.set(text, found);
    return found;
  };

  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const text = textOf(asked[0]);
    const isInTransaction = this.getTransactionStatus() === 'T';
    if (text !== null)
      for (const key of keysOf(isInTransaction ? IN_TRANSACTION + text : text)) ran[engineOf(this)].add(key);
    return Reflect.apply(query, this, asked);
  } as typeof query;

  return {
    take: () => {
      const taken = { ran: { embedded: [...ran.embedded], postgres: [...ran.postgres] }, texts };
      ran = { embedded: new Set(), postgres: new Set() };
      texts = {};
      return taken;
    },
  };
}

/** The keys of a statement as a whole: outside of a transaction, and in one. */
export function keysOfStatement(text: string): string[] {
  return [text, IN_TRANSACTION + text]
    .flatMap((asked) => namedStatements(asked).slice(0, 1))
    .map(({ key }) => key);
}

function namedStatements(text: string): { readonly key: string; readonly text: string }[] {
  const short = withoutValues(text);
  if (short === null) return [];
  return partsOf(short).map((part) => ({ key: hash('sha1', part).slice(0, 12), text: part }));
}

/**
 * A statement without what its texts of JSON are put together of, and each of these for itself: which fields an audience is shown makes
 * hundreds of statements of one, in which each field is the same.
 */
export function partsOf(short: string): string[] {
  const members = new Set<string>();
  let rest = '';
  let from = 0;
  for (let at = short.indexOf(JOINED); at >= 0; at = short.indexOf(JOINED, from)) {
    let begin = at + JOINED.length;
    rest += short.slice(from, begin);
    let depth = 1;
    for (from = begin; depth > 0 && from < short.length; from++) {
      if (short[from] === '(') depth += 1;
      if (short[from] === ')') depth -= 1;
      if (depth > 0 && !(depth === 1 && short[from] === ',')) continue;
      members.add(`${JOINED}${short.slice(begin, from).trim()})`);
      begin = from + 1;
    }
    rest += ')';
  }
  return [rest + short.slice(from), ...members];
}

function textOf(asked: unknown): string | null {
  if (typeof asked === 'string') return asked;
  const text: unknown = typeof asked === 'object' && asked !== null ? Reflect.get(asked, 'text') : undefined;
  return typeof text === 'string' ? text : null;
}

/** The embedded engine brings a connection of its own. */
function engineOf(client: pg.Client): EngineName {
  return Reflect.get(client, 'connection') instanceof pg.Connection ? 'postgres' : 'embedded';
}

/** A statement without what differs from call to call: ids, numbers, how many rows or conditions of one kind. */
export function withoutValues(text: string): string | null {
  if (text.includes(OF_TESTS)) return null;
  return text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\b(?:[\da-f]{32}|\d+)\b/g, '0')
    .replaceAll(/(\([^()]*\))(?:, ?\1)+/g, '$1')
    .replaceAll(/\$(?:::[a-z[\]]+)?(?:, ?\$(?:::[a-z[\]]+)?)+/g, '$')
    .trim();
}
