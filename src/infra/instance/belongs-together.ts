import type { SeenByFiles, SeenInDatabase } from './seen.ts';

/**
 * Why a database and files do not belong together, in one line for the operator; null where they do.
 * @param place the location of the files
 */
export function whyApart(database: SeenInDatabase, files: SeenByFiles, place: string): string | null {
  if (files === null) return null;
  if (files === 'unreadable') {
    return `instance.json in ${place} does not say which database these files belong to. If it is this one, run: ekiden adopt`;
  }
  const known = `last seen ${files.seen_at} with ${files.schema}`;
  if (database === 'empty') {
    return `The database is empty, but the files in ${place} belong to instance ${files.instance}, ${known}. Correct DATABASE_URL or DATA_DIR, or restore its database. To begin anew beside these files, run: ekiden adopt`;
  }
  if (database === 'no-instance' || (database.instance === files.instance && isOlder(database, files))) {
    const found = database === 'no-instance' ? 'of version 0.1' : `at ${marksOf(database)}`;
    return `The database is older than the files in ${place}: it is ${found}, they belong to instance ${files.instance} at ${marksOf(files)}, ${known}. Restore the newest copy of the database. To go on with this one, without what came later, run: ekiden adopt`;
  }
  if (database.instance !== files.instance) {
    return `The files in ${place} belong to instance ${files.instance}, ${known}, and the database to instance ${database.instance}. Correct DATABASE_URL, DATA_DIR or S3_BUCKET. To make the files this database's, run: ekiden adopt`;
  }
  return null;
}

type Progress = { readonly mark: number; readonly schema: string };

function isOlder(database: Progress, files: Progress): boolean {
  return database.mark < files.mark || numberOf(database.schema) < numberOf(files.schema);
}

function marksOf({ mark, schema }: Progress): string {
  return `mark ${mark} of schema ${numberOf(schema)}`;
}

const numberOf = (schema: string): number => Number.parseInt(schema, 10) || 0;
