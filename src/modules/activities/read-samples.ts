import type { Queryable } from '../../infra/db/database.ts';
import type { ActivityStreams } from './import/types.ts';
import { unpackStreams } from './pack-streams.ts';
import { findStreams } from './queries.ts';

/** The samples of somebody's own activity; null without any. They may be many: who needs them for several reads one after another. */
export async function readSamples(
  db: Queryable,
  whose: { readonly activity_id: string; readonly user_id: string },
): Promise<ActivityStreams | null> {
  const packed = await findStreams(db, whose);
  return packed == null ? null : (JSON.parse(await unpackStreams(packed)) as ActivityStreams);
}
