import { parseConfig } from '../../src/config.ts';
import { createDeps } from '../../src/deps.ts';
import { hashToken } from '../../src/infra/crypto/tokens.ts';
import { migrate } from '../../src/infra/db/migrate.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { MIGRATIONS } from '../../src/main.ts';
import { sendJob, spreadJob } from '../../src/modules/notifications/delivery/jobs.ts';
import { startOutgoing } from '../../src/modules/notifications/delivery/start-outgoing.ts';
import { pushTokenPurpose } from '../../src/modules/notifications/devices/device.ts';
import { newId } from '../../src/shared/ids.ts';

/** The n-th device of a hundred is dead, another one is asked to wait the first time; all others are well. */
export const tokenOf = (n: number): string => `${CLASSES[n % 100] ?? 'ok'}-${n}`;
const CLASSES: Readonly<Record<number, string>> = { 33: 'dead', 66: 'quota' };

const PEOPLE_AT_ONCE = 2_500;

/** Migrates a database and puts that many people into it, each with a device. A message to everybody waits for a server to begin. */
export async function fillDevices(env: Readonly<Record<string, string>>, count: number): Promise<string> {
  const deps = await createDeps(parseConfig({ ...env, LOG_LEVEL: 'error' }));
  try {
    await migrate(deps.db, MIGRATIONS);
    const now = deps.clock.now();
    for (let from = 0; from < count; from += PEOPLE_AT_ONCE) {
      const people = Array.from({ length: Math.min(PEOPLE_AT_ONCE, count - from) }, (_, n) => {
        const user_id = newId();
        const token = tokenOf(from + n);
        const token_hash = hashToken(token);
        const sealed = deps.secretBox.seal(pushTokenPurpose({ token_hash, user_id }), Buffer.from(token));
        return { user_id, token_hash, sealed };
      });
      const user_ids = people.map(({ user_id }) => user_id);
      await deps.db.execute(sql`
        INSERT INTO users (user_id, email, username, preferences, notification_settings, privacy, subscription,
                           created_at, updated_at)
        SELECT user_id, user_id || '@example.com', 'u_' || user_id, '{}', '{}', '{}', '{}', ${now}, ${now}
        FROM unnest(${user_ids}::uuid[]) AS t (user_id)`);
      await deps.db.execute(sql`
        INSERT INTO device_tokens (token_hash, user_id, sealed_token, platform, metadata, created_at, last_active_at)
        SELECT token_hash, user_id, sealed, 'android', '{}', ${now}, ${now}
        FROM unnest(${people.map(({ token_hash }) => token_hash)}::bytea[], ${user_ids}::uuid[],
                    ${people.map(({ sealed }) => sealed)}::bytea[]) AS t (token_hash, user_id, sealed)`);
    }
    await deps.jobs.start([spreadJob, sendJob], { worker: false });
    const id = newId();
    await deps.db.transaction((tx) =>
      startOutgoing(tx, deps, {
        id,
        kind: 'topic',
        org_id: null,
        topic: 'general',
        audience: null,
        channels: ['push'],
        title: 'The course is open',
        body: 'All legs are marked. Collect your sash at the start.',
        data: { leads: 'to-the-course' },
        created_by: null,
        now,
      }),
    );
    await deps.jobs.stop({ timeout_ms: 0 });
    return id;
  } finally {
    await deps.close();
  }
}
