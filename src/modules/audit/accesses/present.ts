import { shownName } from '../../users/index.ts';
import type { Access } from './contract.ts';
import type { AccessRow } from './queries.ts';

const isoOf = (time: string | number): string => new Date(time).toISOString();

export function presentAccess(row: AccessRow): Access {
  const { read, export: taken, key, person } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    event: row.event,
    organization: { org_id: row.org_id, org_name: row.org_name },
    actor: {
      type: row.actor_type,
      id: row.actor_id,
      name: person === null ? (key?.name ?? null) : shownName(person, 'public'),
      key_prefix: key?.prefix ?? null,
    },
    read: read && { data: read.kind, times: read.times, last_at: isoOf(read.last_at) },
    exported: taken && {
      from: taken.start_date_ms === null ? null : isoOf(taken.start_date_ms),
      to: taken.end_date_ms === null ? null : isoOf(taken.end_date_ms),
      format: taken.format as 'csv' | 'json' | 'both',
      downloads: taken.downloads,
      last_downloaded_at: taken.last_downloaded_at && isoOf(taken.last_downloaded_at),
    },
    data: row.data,
  };
}

/** For the archive of a person's data, in which others appear by id only. */
export function presentOwnAccess(row: AccessRow): Access {
  return presentAccess({ ...row, person: null });
}
