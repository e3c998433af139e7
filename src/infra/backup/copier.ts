import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Transaction } from '../db/database.ts';

/** Moves rows as COPY's text, which each type of PostgreSQL writes and reads exactly, out of and into either engine. */
export type Copier = {
  out(tx: Transaction, select: string): Promise<Buffer>;
  in(tx: Transaction, table: string, lines: Buffer): Promise<void>;
  /** Removes what it left; once the database is closed. */
  close(): Promise<void>;
};

export const serverCopier: Copier = {
  out: (tx, select) => buffer(tx.copyOut(`COPY (${select}) TO STDOUT`)),
  in: (tx, table, lines) => tx.copyIn(`COPY ${table} FROM STDIN`, lines),
  close: async () => undefined,
};

/**
 * The embedded engine has no COPY over its connection, but reads and writes files in its own folder. Of throw-away copies and of
 * databases that are being made only: until `close` a file stays in the folder, since the engine remembers files and does not find one that
 * was taken away and made again.
 *
 * @param folder of the engine's files, as this process sees it
 */
export function embeddedCopier(folder: string): Copier {
  const name = 'ekiden_copy';
  const inside = async (tx: Transaction): Promise<string> => {
    const { rows } = await tx.executeSql(`SELECT current_setting('data_directory') AS folder`);
    return `'${(rows as { folder: string }[])[0]?.folder}/${name}'`;
  };
  const file = path.join(folder, name);
  return {
    async out(tx, select) {
      await tx.executeSql(`COPY (${select}) TO ${await inside(tx)}`);
      return await buffer(createReadStream(file));
    },
    async in(tx, table, lines) {
      await writeFile(file, lines, { mode: 0o600 });
      await tx.executeSql(`COPY ${table} FROM ${await inside(tx)}`);
    },
    close: () => rm(file, { force: true }),
  };
}
