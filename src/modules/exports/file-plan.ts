import type { ArchiveFile } from './write-archive.ts';

export type TextSection = { readonly text: string; readonly rows: number };

/** A file's content as data; rows are read by `ReadRows`. */
export type FilePlan<Rows> = {
  readonly name: string;
  readonly form: 'csv' | 'json';
  readonly sections: readonly (TextSection | Rows)[];
};

/** Records as text, each JSON object after a comma, and their number once they are read. */
export type ReadRows<Rows> = (rows: Rows, counted: (rows: number) => void) => AsyncIterable<Buffer | string>;

/** The file, which reads its rows when its turn comes. */
export function openFile<Rows extends object>(plan: FilePlan<Rows>, read: ReadRows<Rows>): ArchiveFile {
  let rows = 0;
  const counted = (more: number): void => {
    rows += more;
  };
  const records = async function* (): AsyncGenerator<Buffer | string> {
    for (const section of plan.sections) {
      if ('text' in section) {
        counted(section.rows);
        yield section.text;
      } else yield* read(section, counted);
    }
  };
  return {
    name: plan.name,
    rows: () => rows,
    content: () => (plan.form === 'json' ? jsonArray(records()) : records()),
  };
}

/** A JSON array of records that each come after a comma: the first comma is left out. */
async function* jsonArray(records: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | string> {
  yield '[';
  let first = true;
  for await (const chunk of records) {
    if (chunk.length === 0) continue;
    yield first ? chunk.slice(1) : chunk;
    first = false;
  }
  yield ']\n';
}
