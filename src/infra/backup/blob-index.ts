import { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../shared/errors.ts';

/** The names of blobs, on disk: ten million take no more memory than ten. */
export type BlobIndex = {
  has(name: string): boolean;
  /** @param bytes as it lies in the place */
  add(name: string, bytes: number): void;
  /** Marks one as referred to. @returns whether it is in the index */
  refer(name: string): boolean;
  /** Takes all marks away. */
  forgetReferred(): void;
  /** The names that are marked, in their order. */
  referred(): Iterable<string>;
  referredBytes(): number;
  close(): void;
};

/** About 90 bytes of disk a name; of memory 16 MB. Nothing has to outlive a crash, and so nothing is logged or synced. */
const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16000;
  CREATE TABLE blobs (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL, referred INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  BEGIN`;

/**
 * @param file one that does not exist yet, and that its owner removes
 * @throws Error, also by what it returns, where the disk does not take it
 */
export function createBlobIndex(file: string): BlobIndex {
  const inWords = <T>(step: () => T): T => {
    try {
      return step();
    } catch (error) {
      throw new Error(`The backup keeps a list in ${file}, which failed: ${reasonOf(error)}.`, {
        cause: error,
      });
    }
  };
  return inWords(() => {
    const db = new DatabaseSync(file);
    db.exec(SCHEMA);
    const has = db.prepare('SELECT 1 FROM blobs WHERE name = ?');
    const add = db.prepare(
      'INSERT INTO blobs (name, bytes) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes',
    );
    const refer = db.prepare('UPDATE blobs SET referred = 1 WHERE name = ?');
    const forget = db.prepare('UPDATE blobs SET referred = 0 WHERE referred = 1');
    const referred = db.prepare('SELECT name FROM blobs WHERE referred = 1 ORDER BY name');
    const sum = db.prepare('SELECT coalesce(sum(bytes), 0) AS bytes FROM blobs WHERE referred = 1');
    return {
      has: (name) => inWords(() => has.get(name) !== undefined),
      add: (name, bytes) => inWords(() => void add.run(name, bytes)),
      refer: (name) => inWords(() => refer.run(name).changes === 1),
      forgetReferred: () => inWords(() => void forget.run()),
      *referred() {
        for (const { name } of referred.iterate() as Iterable<{ name: string }>) yield name;
      },
      referredBytes: () => inWords(() => (sum.get() as { bytes: number }).bytes),
      close: () => db.close(),
    };
  });
}
