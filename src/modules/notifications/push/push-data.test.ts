import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { signUp } from '../../../test/factories.ts';
import { testServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';

/** More than two pages. */
const MANY = 1_001;

test('somebody’s data holds all that they sent and all that went out to them, each once', async () => {
  const server = await testServer();
  const [author, reader] = [await signUp(server), await signUp(server)];
  const { db } = server.deps;
  const ids = Array.from({ length: MANY }, () => newId()).sort();
  await db.execute(sql`
    INSERT INTO outgoing_messages (id, kind, topic, audience, channels, title, body, data, created_by, created_at, state)
    SELECT id, 'topic', 'trail-news', '{"user_ids": ["somebody"]}', '{push}', 'Title', 'Body ' || id, '{"open": "/news"}',
      ${author.user_id}, now(), 'done'
    FROM unnest(${ids}::uuid[]) AS id`);
  const [first = ''] = ids;
  await db.execute(sql`
    INSERT INTO deliveries (outgoing_id, channel, address_hash, user_id, batch, state, due_at)
    SELECT id, 'push', decode(md5(id::text), 'hex'), ${reader.user_id}::uuid, 0, 'sent', now() FROM unnest(${ids}::uuid[]) AS id
    UNION ALL
    SELECT ${first}::uuid, channel, decode(md5(channel || n), 'hex'), ${reader.user_id}::uuid, 0, 'failed', now()
    FROM generate_series(1, ${MANY}::int) AS n, unnest('{push,chat}'::text[]) AS channel`);

  const { records: written } = await takeOut(server, author);
  const sent = written('sent_messages.json');
  assert.deepEqual(
    sent.map(({ id }) => id),
    ids,
  );
  const { created_at: _, ...one } = sent[0];
  assert.deepEqual(one, {
    ...{ id: first, kind: 'topic', org_id: null, topic: 'trail-news', title: 'Title', body: `Body ${first}` },
    ...{ data: { open: '/news' }, state: 'done' },
  });
  assert.deepEqual(written('deliveries.json'), []);

  const { records: received } = await takeOut(server, reader);
  const deliveries = received('deliveries.json');
  assert.equal(deliveries.length, 3 * MANY);
  const got = deliveries.filter(({ state }) => state === 'sent');
  assert.deepEqual(
    got.map(({ message_id, body }) => [message_id, body]),
    ids.map((id) => [id, `Body ${id}`]),
  );
  assert.deepEqual(received('sent_messages.json'), []);
});
