import type { FoundRecord } from './queries.ts';

export function presentRecord(record: FoundRecord) {
  return {
    id: record.id,
    source: record.source,
    external_id: record.external_id,
    start_time: record.start_time.toISOString(),
    name: record.told?.name ?? null,
    device_name: record.told?.device_name ?? null,
    distance_m: record.distance_m,
    duration_s: record.duration_s,
    has_streams: record.has_streams,
    told_at: record.updated_at.toISOString(),
  };
}
