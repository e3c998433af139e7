import { hash } from 'node:crypto';

const brand: unique symbol = Symbol('sql');
const chunksOf: unique symbol = Symbol('chunks');

/**
 * A statement, or part of one, with its values apart from its text. Only this file makes one: an object from the wire
 * with a `text` is an ordinary value.
 */
export type Sql = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string | undefined;
  readonly [brand]: true;
  /** The text around the placeholders: one piece more than there are values. */
  readonly [chunksOf]: readonly string[];
};

type Prepared = { readonly text: string; readonly name: string };

const preparedOf = new WeakMap<readonly string[], Prepared>();

// A named statement keeps a plan on every connection, so texts composed at run time (lists, optional filters) are named only while they are few.
const MAX_COMPOSED_NAMES = 500;
const composedNames = new Map<string, string>();

/**
 * A statement with its values as parameters: sql`SELECT name FROM users WHERE id = ${id}`.
 *
 * A nested `Sql` is spliced in and its parameters renumbered. Everything else becomes a parameter, so no value can
 * turn into syntax. JavaScript arrays become PostgreSQL arrays (`= ANY(${ids})`); write `JSON.stringify(x)` for a json
 * column. A template's text and statement name are made once.
 *
 * @throws TypeError for a value that is `undefined`: it is a slip far more often than a null.
 */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  for (const value of values) {
    if (isSql(value)) return compose(strings, values);
    if (value === undefined) throw undefinedValue(strings);
  }
  let prepared = preparedOf.get(strings);
  if (prepared === undefined) {
    const text = numberPlaceholders(strings);
    prepared = { text, name: statementName(text) };
    preparedOf.set(strings, prepared);
  }
  return { ...prepared, values, [brand]: true, [chunksOf]: strings };
}

export function joinSql(parts: readonly Sql[], separator: string): Sql {
  const chunks = [''];
  const values: unknown[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0) appendText(chunks, separator);
    appendSql(chunks, values, part);
  }
  return fromChunks(chunks, values);
}

/** Text taken literally. For constants of the program such as a column list, never for input. */
export function rawSql(text: string): Sql {
  return fromChunks([text], []);
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && brand in value;
}

function compose(strings: readonly string[], given: readonly unknown[]): Sql {
  const chunks = [strings[0] ?? ''];
  const values: unknown[] = [];
  for (const [index, value] of given.entries()) {
    const following = strings[index + 1] ?? '';
    if (isSql(value)) {
      appendSql(chunks, values, value);
      appendText(chunks, following);
    } else if (value === undefined) {
      throw undefinedValue(strings);
    } else {
      values.push(value);
      chunks.push(following);
    }
  }
  return fromChunks(chunks, values);
}

function appendText(chunks: string[], text: string): void {
  chunks[chunks.length - 1] += text;
}

function appendSql(chunks: string[], values: unknown[], part: Sql): void {
  const [first = '', ...rest] = part[chunksOf];
  appendText(chunks, first);
  for (const chunk of rest) chunks.push(chunk);
  for (const value of part.values) values.push(value);
}

function fromChunks(chunks: readonly string[], values: readonly unknown[]): Sql {
  const text = numberPlaceholders(chunks);
  let name = composedNames.get(text);
  if (name === undefined && composedNames.size < MAX_COMPOSED_NAMES) {
    name = statementName(text);
    composedNames.set(text, name);
  }
  return { text, values, name, [brand]: true, [chunksOf]: chunks };
}

function numberPlaceholders(chunks: readonly string[]): string {
  let text = chunks[0] ?? '';
  for (let index = 1; index < chunks.length; index++) text += `$${index}${chunks[index]}`;
  return text;
}

/** One text has the same name on every connection and process. PostgreSQL allows 63 bytes. */
function statementName(text: string): string {
  return `ekiden_${hash('sha256', text, 'base64url').slice(0, 22)}`;
}

function undefinedValue(strings: readonly string[]): TypeError {
  return new TypeError(
    `A value of this statement is undefined; pass null if that is meant: ${strings.join('…').trim()}`,
  );
}
