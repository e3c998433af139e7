import { isDataError } from '../../infra/db/database-errors.ts';
import type { ExportFormat } from './export-job.ts';
import type { ReadRows } from './file-plan.ts';
import type { Slice, SliceRows } from './select-rows.ts';

/** Finds athletes whose rows the database cannot read (damaged storage, invalid JSON) by bisection, so that one does not cost the others their export. */
export async function findUnreadable(
  read: ReadRows<SliceRows>,
  slices: readonly Slice[],
  options: { format: ExportFormat; signal: AbortSignal },
): Promise<string[]> {
  const unreadable: string[] = [];
  const open = [...slices];
  for (let slice = open.pop(); slice !== undefined; slice = open.pop()) {
    if (await isReadable(read, slice, options)) continue;
    const { user_ids } = slice;
    const half = Math.ceil(user_ids.length / 2);
    if (user_ids.length === 1) unreadable.push(...user_ids);
    else
      open.push(
        { ...slice, user_ids: user_ids.slice(0, half) },
        { ...slice, user_ids: user_ids.slice(half) },
      );
  }
  return unreadable;
}

const FORMS = { csv: ['cells'], json: ['json'], both: ['cells', 'json'] } as const;

async function isReadable(
  read: ReadRows<SliceRows>,
  slice: Slice,
  { format, signal }: { format: ExportFormat; signal: AbortSignal },
): Promise<boolean> {
  try {
    for (const table of ['activities', 'laps'] as const) {
      for (const as of FORMS[format]) {
        for await (const _chunk of read({ table, as, slice }, () => undefined)) signal.throwIfAborted();
      }
    }
    return true;
  } catch (error) {
    if (isDataError(error)) return false;
    throw error;
  }
}
