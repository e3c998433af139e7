import type { Queryable } from '../../infra/db/database.ts';
import type { ActivityStreams } from './import/types.ts';
import { unpackStreams } from './pack-streams.ts';
import { findStreams } from './queries.ts';

/** The samples of an own activity; null without any. They may be large, so callers read several one after another. */
export async function readSamples(
  db: Queryable,
  whose: { readonly activity_id: string; readonly user_id: string },
): Promise<ActivityStreams | null> {
  const packed = await findStreams(db, whose);
  return packed == null ? null : (JSON.parse(await unpackStreams(packed)) as ActivityStreams);
}
