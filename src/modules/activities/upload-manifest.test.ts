import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { signUp, uploadFile } from '../../test/factories.ts';
import { testServer } from '../../test/harness.ts';

/** Real recordings lie beside the repository on the machines of its developers; they are not part of it. */
const DATA = join(import.meta.dirname, '../../../../shared/data');
const skip = existsSync(DATA) ? false : 'the real recordings are not on this machine';
const FILES = globSync('*/**/*.*', { cwd: DATA }).sort();

test('every real file is imported or refused with a reason, and what is refused leaves nothing', {
  skip,
}, async () => {
  const server = await testServer();
  const user = await signUp(server);
  let created = 0;
  const uploadNext = async (queue: Iterator<string>): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const file = next.value;
      const bytes = await readFile(join(DATA, file));
      const { status, body } = await uploadFile(server, user, bytes, basename(file));
      if (status === 400) {
        assert.equal(body.code, 'validation_error', file);
        assert.ok(body.error.length > basename(file).length + 20, `${file}: ${body.error}`);
        continue;
      }
      assert.ok(status === 201 || status === 200, `${file}: ${status} ${JSON.stringify(body)}`);
      assert.match(file, /\.(fit|tcx|gpx)$/i, 'only recordings are imported');
      if (status === 201) created += 1;
    }
  };
  const queue = FILES.values();
  await Promise.all([uploadNext(queue), uploadNext(queue), uploadNext(queue)]);
  assert.ok(created > 100, `${created} files imported`);
  const { files } = await server.deps.db.one<{ files: number }>(
    sql`SELECT count(*) AS files FROM activity_files WHERE user_id = ${user.user_id}`,
  );
  assert.equal(files, created);
  const objects = await Array.fromAsync(server.deps.store.list(`uploads/${user.user_id}/`));
  assert.equal(objects.length, created);
});
