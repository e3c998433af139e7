import type { Database } from '../infra/db/database.ts';

/** What stays when a database is emptied: what a new one has as well. */
/** What migrations and starts have put there. */
const KEPT = new Set([
  'public.schema_migrations',
  'public.change_feed',
  'pgboss.version',
  'pgboss.queue',
  'pgboss.schedule',
]);

/**
 * Opening a database of one's own takes a second of a processor for a server that is there for one test. So each is lent to
 * one after the other, and emptied in between; whose tables are not as they were is closed instead.
 */
export function createLender(open: () => Promise<Database>): {
  borrow(): Promise<Database>;
  /** Closes those that nobody has, and from now on each that is given back. */
  close(): Promise<void>;
} {
  const idle: { readonly db: Database; readonly shape: string }[] = [];
  let ended = false;
  return {
    borrow: async () => {
      const free = idle.pop();
      const db = free?.db ?? (await open());
      const shape = free?.shape ?? (await shapeOf(db));
      return lend(db, async () => {
        if (!ended && (await isEmptied(db, shape))) idle.push({ db, shape });
        else await db.close();
      });
    },
    close: async () => {
      ended = true;
      await Promise.all(idle.splice(0).map(({ db }) => db.close()));
    },
  };
}

/** Closed for whoever borrowed it, once what they do with it is done; then it is given back. */
function lend(db: Database, giveBack: () => Promise<void>): Database {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const whileLent =
    <A extends unknown[], R>(call: (...input: A) => Promise<R>) =>
    async (...input: A): Promise<R> => {
      if (closing !== undefined) throw new Error('The database is closed.');
      const work = call(...input);
      running.add(work);
      return await work.finally(() => running.delete(work));
    };
  const close = async (): Promise<void> => {
    await Promise.allSettled(running);
    await giveBack();
  };
  return {
    engine: db.engine,
    url: db.url,
    query: whileLent(db.query) as Database['query'],
    one: whileLent(db.one) as Database['one'],
    maybeOne: whileLent(db.maybeOne) as Database['maybeOne'],
    execute: whileLent(db.execute),
    executeSql: whileLent(db.executeSql),
    transaction: whileLent(db.transaction) as Database['transaction'],
    ping: whileLent(db.ping),
    isDead: db.isDead,
    close: () => (closing ??= close()),
  };
}

async function isEmptied(db: Database, shape: string): Promise<boolean> {
  try {
    const filled = await filledTables(db);
    // Without triggers: some tables refuse to be emptied, which is their promise to everybody else.
    await db.executeSql(`SELECT pg_advisory_unlock_all();
      ${filled.length === 0 ? '' : `BEGIN; SET LOCAL session_replication_role = replica; TRUNCATE ${filled.join(', ')} CASCADE; COMMIT;`}`);
    return (await shapeOf(db)) === shape;
  } catch {
    return false;
  }
}

async function filledTables(db: Database): Promise<string[]> {
  const { rows } = await db.executeSql(`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname IN ('public', 'pgboss')`);
  const names = rows.map((row) => String(Reflect.get(Object(row), 'name'))).filter((name) => !KEPT.has(name));
  const questions = names.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`);
  const filled = await db.executeSql(questions.join(' UNION ALL '));
  return filled.rows.map((row) => String(Reflect.get(Object(row), 'name')));
}

/** What a test may have changed of the schema: its tables, columns, triggers, checks and functions, and who there is. */
async function shapeOf(db: Database): Promise<string> {
  const { rows } = await db.executeSql(`
    SELECT md5(concat(
      (SELECT string_agg(c.relname || c.relkind::text || c.relnatts || c.relchecks, ',' ORDER BY c.relname)
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace),
      (SELECT string_agg(t.tgname || t.tgenabled::text, ',' ORDER BY t.tgname, t.tgrelid) FROM pg_trigger t
       JOIN pg_class c ON c.oid = t.tgrelid AND c.relnamespace = 'public'::regnamespace),
      (SELECT string_agg(p.proname || p.prosrc, ',' ORDER BY p.proname, p.oid) FROM pg_proc p
       WHERE p.pronamespace = 'public'::regnamespace),
      (SELECT string_agg(n.nspname, ',' ORDER BY n.nspname) FROM pg_namespace n WHERE n.nspname NOT LIKE 'pg\\_%')))
      AS shape`);
  return String(Reflect.get(Object(rows[0]), 'shape'));
}
