import { SpanKind } from '@opentelemetry/api';
import type { Database, Queryable } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import type { Spans } from './spans.ts';

/** Statements in a query's own words, cut: enough to find it in `queries.ts`. */
const LONGEST_TEXT = 240;
/** Texts that are composed as the program runs are many: those beyond are described anew each time. */
const MOST_KNOWN = 2_000;

/**
 * The same database, each statement a span where something traced is under way. Values are no part of a statement's text, and none is
 * read here; of texts that bring their own (`executeSql`) only the first words are told.
 */
export function traceDatabase<Db extends Database>(db: Db, spans: Spans): Db {
  const described = new Map<string, string>();
  const describe = (text: string): string => {
    const known = described.get(text);
    if (known !== undefined) return known;
    const summary = summaryOf(text);
    if (described.size < MOST_KNOWN) described.set(text, summary);
    return summary;
  };
  const trace = async <T>(text: string, isOurs: boolean, ask: () => Promise<T>): Promise<T> => {
    const summary = describe(text);
    const span = spans.child({
      name: summary,
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary },
    });
    if (span === undefined) return await ask();
    if (isOurs) span.setAttribute('db.query.text', text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_TEXT));
    return await spans.around(span, ask);
  };
  const traced = (own: Queryable): Queryable => ({
    query: <Row>(statement: Sql) => trace(statement.text, true, () => own.query<Row>(statement)),
    one: <Row>(statement: Sql) => trace(statement.text, true, () => own.one<Row>(statement)),
    maybeOne: <Row>(statement: Sql) => trace(statement.text, true, () => own.maybeOne<Row>(statement)),
    execute: (statement) => trace(statement.text, true, () => own.execute(statement)),
    executeSql: (text, values) => trace(text, false, () => own.executeSql(text, values)),
  });
  return {
    ...db,
    ...traced(db),
    transaction: async (work, options) => {
      const span = spans.child({ name: 'transaction', kind: SpanKind.INTERNAL });
      const run = () => db.transaction((tx) => work({ ...tx, ...traced(tx) }), options);
      return await (span === undefined ? run() : spans.around(span, run));
    },
  };
}

/** What it does, and to the first table that it names: `SELECT users`. */
function summaryOf(text: string): string {
  const [, verb = 'SQL'] = /^\s*([a-z]{1,20})\b/i.exec(text) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+([a-z_][\w.]{0,62})/i.exec(text) ?? [];
  return [verb.toUpperCase(), ...(table === undefined ? [] : [table])].join(' ');
}
