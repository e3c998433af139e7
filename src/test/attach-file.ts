import { createHash } from 'node:crypto';
import { sql } from '../infra/db/sql.ts';
import { insertFile } from '../modules/activities/queries.ts';
import { uploadKey } from '../modules/activities/uploaded-file.ts';
import { newId } from '../shared/ids.ts';
import type { TestServer } from './harness.ts';

/** Has a record of somebody's activity come from a file, which is stored. */
export async function attachFile(
  { deps: { db, store, clock } }: TestServer,
  { user_id, record_id }: { user_id: string; record_id: string },
): Promise<void> {
  const [id, bytes] = [newId(), Buffer.from(`<gpx><!-- ${record_id} --></gpx>`)];
  const sha256 = createHash('sha256').update(bytes).digest();
  const object_key = uploadKey({ user_id, sha256, id });
  const file = { id, user_id, sha256, recording_sha256: sha256, object_key, file_name: 'run.gpx' };
  await store.put(object_key, bytes);
  await db.transaction(async (tx) => {
    const size_bytes = bytes.byteLength;
    await insertFile(tx, { ...file, size_bytes, created_at: clock.now(), activity_count: 1 });
    await tx.execute(sql`UPDATE activity_records SET file_id = ${id} WHERE id = ${record_id}`);
  });
}
