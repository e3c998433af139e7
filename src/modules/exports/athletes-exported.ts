import { defineEvent } from '../../infra/events/index.ts';
import type { ExportJob } from './export-job.ts';

/** The training data of these athletes has left in an archive, which has just become downloadable. */
export type AthletesExported = {
  readonly org_id: string;
  readonly org_name: string;
  readonly export_id: string;
  /** Of the exported range, epoch milliseconds UTC, inclusive; null is open. */
  readonly start_date_ms: number | null;
  readonly end_date_ms: number | null;
  readonly completed_at_ms: number;
  readonly athlete_ids: readonly string[];
};

/** An event of a thousand ids takes 40 KiB: one statement of a listener's, and far below what a payload may take. */
const MOST_ATHLETES = 1_000;

export const athletesExported = defineEvent<AthletesExported>({
  name: 'athletes_exported',
  payload: (value) => {
    const { org_id, org_name, export_id, completed_at_ms, athlete_ids, ...range } =
      value as Partial<AthletesExported>;
    const { start_date_ms = null, end_date_ms = null } = range;
    if (typeof org_id !== 'string' || typeof org_name !== 'string' || typeof export_id !== 'string')
      throw new TypeError('the organization or the export is missing');
    if (typeof completed_at_ms !== 'number') throw new TypeError('the time is missing');
    if (!Array.isArray(athlete_ids) || athlete_ids.length > MOST_ATHLETES)
      throw new TypeError(`the athletes are missing, or more than ${MOST_ATHLETES}`);
    return { org_id, org_name, export_id, start_date_ms, end_date_ms, completed_at_ms, athlete_ids };
  },
});

/** The events of a completed export: none for an empty one, several for many athletes. */
export function athletesExportedBy(
  job: Pick<ExportJob, 'id' | 'org_id' | 'start_date_ms' | 'end_date_ms'>,
  archive: { org_name: string; athlete_ids: readonly string[]; completed_at: Date },
): AthletesExported[] {
  const events: AthletesExported[] = [];
  for (let start = 0; start < archive.athlete_ids.length; start += MOST_ATHLETES) {
    events.push({
      org_id: job.org_id,
      org_name: archive.org_name,
      export_id: job.id,
      start_date_ms: job.start_date_ms,
      end_date_ms: job.end_date_ms,
      completed_at_ms: archive.completed_at.getTime(),
      athlete_ids: archive.athlete_ids.slice(start, start + MOST_ATHLETES),
    });
  }
  return events;
}
