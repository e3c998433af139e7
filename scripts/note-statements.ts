import { hash } from 'node:crypto';
import pg from 'pg';
import type { EngineName } from './test-process.ts';

/** What ran in a process since it was asked last: keys of statements by engine, and the texts of those that it names for the first time. */
export type NotedStatements = {
  readonly ran: Readonly<Record<EngineName, readonly string[]>>;
  readonly texts: Readonly<Record<string, string>>;
};

/** By this a statement begins that only tests make. */
const OF_TESTS = '/* test */';

/** Notes each statement that this process asks of any database, by the driver that both engines are asked by. */
export function noteStatements(): { take(): NotedStatements } {
  const keys = new Map<string, string | null>();
  let ran = { embedded: new Set<string>(), postgres: new Set<string>() };
  let texts: Record<string, string> = {};

  const keyOf = (text: string): string | null => {
    const known = keys.get(text);
    if (known !== undefined) return known;
    const short = withoutValues(text);
    const key = short === null ? null : hash('sha1', short).slice(0, 12);
    keys.set(text, key);
    if (key !== null) texts[key] ??= short ?? '';
    return key;
  };

  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const text = textOf(asked[0]);
    const isInTransaction = this.getTransactionStatus() === 'T';
    const key = text === null ? null : keyOf(isInTransaction ? `in a transaction: ${text}` : text);
    if (key !== null) ran[engineOf(this)].add(key);
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
