/** Signs somebody up and gives them everything that a person can have: each value a canary. */
import { createHash } from 'node:crypto';
import type { SeededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import { hashToken, newToken } from '../../infra/crypto/tokens.ts';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { Book } from './canaries.ts';
import { type LeakStage, succeed } from './client.ts';
import { type Asker, type Person, SETTINGS } from './model.ts';
import { plantTraining } from './plant-training.ts';

export const PASSWORD = 'Sakura-1964';

export type Tools = { readonly book: Book; readonly random: SeededRandom };

/** @param devices to which the person's is added, by what the outbox calls it */
export async function plantPerson(
  stage: LeakStage,
  { book, random }: Tools,
  title: string,
  devices: Map<string, Person>,
): Promise<Person> {
  const { db, clock } = stage.deps;
  const now = clock.now();
  // Each canary says whose it is before there is an id.
  const person: Person = {
    title,
    user_id: '',
    email: '',
    is_platform_admin: title === 'platform admin',
    token: '',
    old_tokens: [],
    is_active: true,
    settings: Object.fromEntries(SETTINGS.map((name) => [name, random.chance(0.65)])) as Person['settings'],
    activities: [],
  };
  const word = (what: Parameters<Book['text']>[0]['what'], field: string): string =>
    book.text({ what, field, subject: person });
  const email = `${word('email', 'email')}@leaks.example.org`;
  const token = newToken();
  await db.execute(sql`
    INSERT INTO email_verifications (token_hash, email, created_at, expires_at)
    VALUES (${hashToken(token)}, ${email}, ${now}, ${new Date(now.getTime() + DAY_MS)})`);
  const nobody = { kind: 'nobody' } as const;
  const signedUp = await succeed(stage, nobody, {
    method: 'POST',
    path: '/api/v1/auth/complete-signup',
    body: {
      token,
      password: PASSWORD,
      username: word('public_name', 'username'),
      // Without one the real name is shown where it may be.
      ...(random.chance(0.5) ? { display_name: word('public_name', 'display_name') } : {}),
      first_name: word('real_name', 'first_name'),
      last_name: word('real_name', 'last_name'),
      membership_role: title.startsWith('head') ? 'coach' : 'athlete',
      preferences: { timezone: 'Asia/Taipei' },
    },
  });
  Object.assign(person, { user_id: signedUp.user_id, token: signedUp.access_token, email });
  const asker: Asker = { kind: 'person', person };
  await succeed(stage, asker, {
    method: 'PUT',
    path: `/api/v1/users/${person.user_id}`,
    body: {
      bio: word('portrait', 'bio'),
      profile_image_url: `https://img.example.org/${word('portrait', 'profile_image_url')}.png`,
      privacy: person.settings,
      zones: zonesOf(book, person),
      next_race: {
        name: word('race_goal', 'next_race.name'),
        date: new Date(now.getTime() + 60 * DAY_MS).toISOString().slice(0, 10),
        distance_m: book.exact(
          { what: 'race_goal', field: 'next_race.distance_m', subject: person },
          9_000,
          11_000,
        ),
        goal_time_s: 2_700,
      },
    },
  });
  const device = `${word('secret', 'device token')}:push`;
  devices.set(createHash('sha256').update(device).digest('hex').slice(0, 16), person);
  await succeed(stage, asker, {
    method: 'POST',
    path: '/api/v1/notifications/tokens/device',
    body: {
      token: device,
      platform: 'ios',
      device_id: word('own', 'device_id'),
      metadata: { device_model: word('own', 'device_model') },
    },
  });
  await db.execute(sql`
    INSERT INTO chat_accounts (user_id, service, chat_id, linked_at)
    VALUES (${person.user_id}, 'line', ${word('own', 'chat_id')}, ${now})`);
  await db.execute(sql`
    INSERT INTO platform_connections (user_id, provider, provider_user_id, connected_at)
    VALUES (${person.user_id}, 'garmin', ${word('own', 'provider_user_id')}, ${now})`);
  const monday = new Date(now.getTime() - (((now.getUTCDay() + 6) % 7) + 7) * DAY_MS)
    .toISOString()
    .slice(0, 10);
  const facts = { distance_m: 0, activities: 0, runner_score: null, running: { pace_s_per_km: null } };
  await db.execute(sql`
    INSERT INTO weekly_summaries (user_id, week_start, time_zone, facts, distance_m, activities, summary_text, language,
      persona, engine, generated_at)
    VALUES (${person.user_id}, ${monday}, 'Asia/Taipei', ${JSON.stringify(facts)}, 0, 0, ${word('own', 'weekly summary')}, 'en',
      'joy', 'rules', ${now})`);
  if (person.is_platform_admin)
    await db.execute(sql`UPDATE users SET is_platform_admin = true WHERE user_id = ${person.user_id}`);
  await plantTraining(stage, { book, random }, person);
  return person;
}

/** Set by hand, so that they stay as they are. */
function zonesOf(book: Book, subject: Person) {
  const pace = (low: number): number =>
    book.exact({ what: 'zones', field: 'zones.pace', subject }, low, low + 15);
  const [easy, middle, fast] = [pace(360), pace(300), pace(240)];
  return {
    pace: {
      method: 'manual',
      zones: [
        { zone: 1, min_s_per_km: easy, max_s_per_km: null },
        { zone: 2, min_s_per_km: middle, max_s_per_km: easy },
        { zone: 3, min_s_per_km: fast, max_s_per_km: middle },
      ],
    },
  };
}
