/** Members without the seconds that signing up over HTTP takes for each. */
import { sql } from '../infra/db/sql.ts';
import { DEFAULT_PRIVACY, type PrivacySettings } from '../privacy/index.ts';
import { newId } from '../shared/ids.ts';
import type { TestServer } from './harness.ts';

/** As a person who keeps below 140 has set them by hand. */
export const SEEDED_ZONES = {
  heartrate: { method: 'manual', zones: [{ zone: 1, min_bpm: 50, max_bpm: 140 }] },
};

export type SeededAthlete = { readonly user_id: string; readonly privacy: PrivacySettings };

/** Puts a new person on the roster. `left_at` makes a former member of them. */
export async function seedAthlete(
  server: TestServer,
  org_id: string,
  options: {
    privacy?: Partial<PrivacySettings>;
    account_status?: string;
    joined_at?: Date;
    left_at?: Date;
    display_name?: string;
    timezone?: string;
  } = {},
): Promise<SeededAthlete> {
  const { db, clock } = server.deps;
  const user_id = newId();
  const privacy = { ...DEFAULT_PRIVACY, ...options.privacy };
  const now = clock.now();
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO users (user_id, email, username, display_name, first_name, last_name, profile_image_url, status,
        preferences, notification_settings, privacy, zones, subscription, created_at, updated_at)
      VALUES (${user_id}, ${`${user_id}@example.org`}, ${`u_${user_id.replaceAll('-', '').slice(-28)}`}, ${options.display_name ?? 'Shown name'},
        'First', 'Last', 'https://example.org/me.png', ${options.account_status ?? 'active'},
        ${JSON.stringify({ timezone: options.timezone ?? 'Asia/Taipei', unit_system: 'metric' })}, '{}', ${JSON.stringify(privacy)},
        ${JSON.stringify(SEEDED_ZONES)}, '{}', ${now}, ${now})`);
    await tx.execute(sql`
      INSERT INTO organization_members (org_id, user_id, joined_at, left_at)
      VALUES (${org_id}, ${user_id}, ${options.joined_at ?? now}, ${options.left_at ?? null})`);
  });
  return { user_id, privacy };
}
