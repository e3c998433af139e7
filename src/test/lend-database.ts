import type { Database } from '../infra/db/database.ts';

/** What stays when a database is emptied: migrations and starts have put it there. */
const KEPT = new Set([
  'public.schema_migrations',
  'public.change_feed',
  'public.instance',
  'pgboss.version',
  'pgboss.queue',
  'pgboss.schedule',
]);

/** An embedded one holds 170 MB and more, and few tests want several. */
const MOST_IDLE = 1;
/** A larger table is vacuumed once it is emptied: whoever reads it next would read all that was deleted. */
const MOST_PAGES = 32;

/**
 * Opening a database of one's own takes a second of a processor for a server that is there for one test. So each is lent to
 * one after the other, and emptied in between; whose tables are not as they were is closed instead, and what is one too many.
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
      return lend(db, async (returned) => {
        const isKept = !ended && idle.length < MOST_IDLE && (await isEmptied(returned, shape));
        if (isKept) idle.push({ db: returned, shape });
        else await returned.close();
        return { closed: !isKept };
      });
    },
    close: async () => {
      ended = true;
      await Promise.all(idle.splice(0).map(({ db }) => db.close()));
    },
  };
}

/**
 * Closed for whoever borrowed it, once what they do with it is done; then it is given back. They may hold what they borrowed for as long
 * as the process runs, which does not hold the database.
 */
function lend(
  lent: Database,
  giveBack: (returned: Database) => Promise<{ readonly closed: boolean }>,
): Database {
  const { engine, url } = lent;
  let db: Database | null = lent;
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const whileLent =
    <A extends unknown[], R>(callOf: (db: Database) => (...input: A) => Promise<R>) =>
    async (...input: A): Promise<R> => {
      if (db === null || closing !== undefined) throw new Error('The database is closed.');
      const work = callOf(db)(...input);
      running.add(work);
      return await work.finally(() => running.delete(work));
    };
  const letGo = (): Database => {
    if (db === null) throw new Error('The database is given back already.');
    const returned = db;
    db = null;
    return returned;
  };
  const close = async (): Promise<void> => {
    await Promise.allSettled(running);
    const { closed } = await giveBack(letGo());
    // The engine's memory lies where V8 does not count it: it would not see that there is anything to collect.
    if (closed) globalThis.gc?.();
  };
  return {
    engine,
    url,
    query: whileLent(({ query }) => query) as Database['query'],
    one: whileLent(({ one }) => one) as Database['one'],
    maybeOne: whileLent(({ maybeOne }) => maybeOne) as Database['maybeOne'],
    execute: whileLent(({ execute }) => execute),
    executeSql: whileLent(({ executeSql }) => executeSql),
    transaction: whileLent(({ transaction }) => transaction) as Database['transaction'],
    ping: whileLent(({ ping }) => ping),
    watchPool: (waited) => db?.watchPool(waited) ?? (() => ({ idle: 0, active: 0, waiting: 0 })),
    isDead: () => db?.isDead() ?? false,
    close: () => (closing ??= close()),
  };
}

async function isEmptied(db: Database, shape: string): Promise<boolean> {
  try {
    const filled = await filledTables(db);
    // Without triggers: some tables refuse to be emptied, which is their promise to everybody else. TRUNCATE makes new files for every
    // table that refers to one of these, which takes up to a second or two; deleting the few rows of a test takes some milliseconds.
    const deletes = filled.map(({ name }) => `DELETE FROM ${name};`).join(' ');
    await db.executeSql(`/* test */ SELECT pg_advisory_unlock_all();
      BEGIN; SET LOCAL session_replication_role = replica; ${deletes} COMMIT;`);
    for (const { name, pages } of filled)
      if (pages > MOST_PAGES) await db.executeSql(`/* test */ VACUUM ${name}`);
    return (await shapeOf(db)) === shape;
  } catch {
    return false;
  }
}

async function filledTables(db: Database): Promise<{ readonly name: string; readonly pages: number }[]> {
  const { rows } = await db.executeSql(`/* test */
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname IN ('public', 'pgboss')`);
  const names = (rows as { name: string }[]).map(({ name }) => name).filter((name) => !KEPT.has(name));
  const questions = names.map(
    (name) => `SELECT '${name}' AS name, (pg_relation_size('${name}') / 8192)::integer AS pages
      WHERE EXISTS (SELECT FROM ${name})`,
  );
  const filled = await db.executeSql(`/* test */ ${questions.join(' UNION ALL ')}`);
  return filled.rows as { name: string; pages: number }[];
}

/** What a test may have changed of the schema: its tables, columns, triggers, checks and functions, and who there is. */
async function shapeOf(db: Database): Promise<string> {
  const { rows } = await db.executeSql(`/* test */
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
