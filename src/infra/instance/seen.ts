import { text } from 'node:stream/consumers';
import { readApplied } from '../db/migrate.ts';
import type { Database, Queryable } from '../db/queryable.ts';
import { sql } from '../db/sql.ts';
import type { ObjectStore } from '../object-store/index.ts';

export type Seen = {
  readonly instance: string;
  /** Grows with each start and every ten minutes, in the database first. */
  readonly mark: number;
  readonly schema: string;
};

/** The mark that the files hold, and when it was written; `unreadable` where the object is something else. */
export type SeenByFiles = (Seen & { readonly seen_at: string }) | 'unreadable' | null;

/** `no-instance`: a database with tables from before instances had ids. */
export type SeenInDatabase = Seen | 'empty' | 'no-instance';

/** The object that names the instance to which the files belong. */
export const INSTANCE_FILE = 'instance.json';

/** @throws ObjectStoreError where the store does not answer */
export async function readSeenByFiles(store: Pick<ObjectStore, 'get'>): Promise<SeenByFiles> {
  const object = await store.get(INSTANCE_FILE);
  return object === null ? null : parse(await text(object.body));
}

function parse(written: string): SeenByFiles {
  try {
    const { instance, mark, schema, seen_at } = JSON.parse(written);
    const isWhole =
      [instance, schema, seen_at].every((value) => typeof value === 'string') && Number.isSafeInteger(mark);
    return isWhole ? { instance, mark, schema, seen_at } : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** The store replaces objects atomically, so readers never find half of it. */
export async function writeSeenByFiles(
  store: Pick<ObjectStore, 'put'>,
  { instance, mark, schema }: Seen,
  now: Date,
): Promise<void> {
  const written = { instance, mark, schema, seen_at: now.toISOString() };
  await store.put(INSTANCE_FILE, Buffer.from(`${JSON.stringify(written, null, 2)}\n`), {
    contentType: 'application/json',
  });
}

export async function forgetSeenByFiles(store: Pick<ObjectStore, 'delete'>): Promise<void> {
  await store.delete(INSTANCE_FILE);
}

export async function readSeenInDatabase(db: Database): Promise<SeenInDatabase> {
  const schema = newestOf(await readApplied(db));
  if (schema === undefined) return 'empty';
  const { found } = await db.one<{ found: boolean }>(
    sql`SELECT to_regclass('instance') IS NOT NULL AS found`,
  );
  const row = found
    ? await db.maybeOne<{ id: string; mark: number }>(sql`SELECT id, mark FROM instance`)
    : null;
  return row === null ? 'no-instance' : { instance: row.id, mark: row.mark, schema };
}

/** Advances the mark. An instance whose row was lost becomes a new one. */
export async function moveMark(db: Queryable, now: Date): Promise<Seen> {
  const row = await db.one<{ id: string; mark: number }>(sql`
    INSERT INTO instance AS i (mark, marked_at) VALUES (1, ${now})
    ON CONFLICT (is_only) DO UPDATE SET mark = i.mark + 1, marked_at = excluded.marked_at
    RETURNING id, mark`);
  const schema = newestOf(await readApplied(db)) ?? '';
  return { instance: row.id, mark: row.mark, schema };
}

function newestOf(applied: ReadonlyMap<string, string>): string | undefined {
  return [...applied.keys()].sort().at(-1);
}
