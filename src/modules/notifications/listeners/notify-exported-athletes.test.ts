import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { csvRecords, downloadArchive, runExportOverHttp } from '../../../test/archives.ts';
import { createApiKey, createOrganization, type TestOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { seedAthlete } from '../../../test/seed-athletes.ts';
import type { AthletesExported } from '../../exports/index.ts';
import { notifyExportedAthletes } from './notify-exported-athletes.ts';

type Row = {
  user_id: string;
  category: string;
  type: string;
  title: string;
  message: string;
  data: Record<string, unknown>;
  is_read: boolean;
  created_at: Date;
};

describe('an exported athlete is told', () => {
  let server: TestServer;
  let club: TestOrganization;
  let apiKey: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    apiKey = (await createApiKey(server, club, { scopes: ['admin'] })).secret;
  });

  const rowsOf = async (...user_ids: string[]): Promise<Row[]> =>
    await server.deps.db.query<Row>(sql`
      SELECT user_id, category, type, title, message, data, is_read, created_at FROM notifications
      WHERE user_id = ANY(${user_ids}::uuid[]) ORDER BY user_id, created_at DESC`);

  async function told(count: number, ...user_ids: string[]): Promise<Row[]> {
    const deadline = Date.now() + 120_000;
    for (;;) {
      const rows = await rowsOf(...user_ids);
      if (rows.length >= count || Date.now() > deadline) return rows;
      await sleep(20);
    }
  }

  async function seedSpeaker(language: string | null, org_id = club.org_id): Promise<string> {
    const { user_id } = await seedAthlete(server, org_id);
    const spoken = JSON.stringify(language === null ? {} : { language });
    await server.deps.db.execute(
      sql`UPDATE users SET preferences = preferences || ${spoken}::jsonb WHERE user_id = ${user_id}`,
    );
    return user_id;
  }

  const eventOf = (athlete_ids: string[], export_id = newId()): AthletesExported => ({
    org_id: club.org_id,
    org_name: club.name,
    export_id,
    start_date_ms: null,
    end_date_ms: null,
    completed_at_ms: 0,
    athlete_ids,
  });

  test('each athlete in the archive and nobody else, in their language, with the way to their own list of accesses', async () => {
    const english = await seedSpeaker('en');
    const chinese = await seedSpeaker('zh-TW');
    const japanese = await seedSpeaker('ja');
    const [unsaid, klingon] = [await seedSpeaker(null), await seedSpeaker('tlh')];
    const inside = [english, chinese, japanese, unsaid, klingon];
    const outside = await Promise.all([
      seedAthlete(server, club.org_id, { account_status: 'suspended' }),
      seedAthlete(server, club.org_id, { privacy: { share_activity_with_coach: false } }),
      seedAthlete(server, club.org_id, { left_at: server.clock.now() }),
      seedAthlete(server, club.org_id),
      seedAthlete(server, (await createOrganization(server)).org_id),
    ]);
    const asked = outside.map(({ user_id }) => user_id).filter((_id, index) => index !== 3);
    const range = { start_date: 5, end_date: 1_900_000_000_000 };
    const job = await runExportOverHttp(server, apiKey, { ...range, athlete_ids: [...inside, ...asked] });
    assert.equal(job.status, 'completed');
    const { files } = await downloadArchive(server, apiKey, job.id);
    assert.deepEqual(
      csvRecords(files.get('athletes.csv'))
        .map(({ id }) => id)
        .toSorted(),
      inside.toSorted(),
    );

    const rows = await told(inside.length, ...inside);
    assert.deepEqual(
      rows.map(({ user_id }) => user_id),
      inside.toSorted(),
    );
    const audit_log_path = `/api/v1/organizations/${club.org_id}/audit-logs`;
    for (const row of rows) {
      assert.deepEqual([row.category, row.type, row.is_read], ['team', 'data_exported', false]);
      assert.ok(row.message.includes(club.name));
      assert.deepEqual(row.data, {
        org_id: club.org_id,
        org_name: club.name,
        export_id: job.id,
        ...range,
        completed_at: Date.parse(job.completed_at),
        accesses_path: '/api/v1/users/me/accesses',
        audit_log_path,
      });
    }
    const textOf = (user_id: string) => {
      const row = rows.find((one) => one.user_id === user_id);
      return `${row?.title}\n${row?.message}`;
    };
    assert.match(
      textOf(english),
      /^Your training data was exported\n.* includes yours: .*your activities.* list of accesses in your account /,
    );
    assert.match(textOf(chinese), /^你的訓練資料已被匯出\n.*你的個人檔案.*活動.*存取紀錄/);
    assert.match(
      textOf(japanese),
      /エクスポートされました\n.*あなたのプロフィール.*アクティビティ.*アクセス履歴/,
    );
    for (const user_id of [unsaid, klingon]) assert.equal(textOf(user_id), textOf(english));

    const { status, body } = await server.request('GET', audit_log_path, { token: club.coach.token });
    assert.equal(status, 200);
    const events = body.logs.filter(({ target_id }: { target_id: string }) => target_id === job.id);
    assert.ok(events.some(({ event_type }: { event_type: string }) => event_type === 'export_created'));
    assert.deepEqual(await rowsOf(...outside.map(({ user_id }) => user_id)), []);
  });

  test('once an export, however often the event is heard, also at once', async () => {
    const athletes = await Promise.all([seedSpeaker('en'), seedSpeaker('ja')]);
    const event = eventOf(athletes);
    const reversed = { ...event, athlete_ids: athletes.toReversed() };
    await Promise.all([event, reversed, event].map((one) => notifyExportedAthletes(server.deps, one)));
    const first = await rowsOf(...athletes);
    assert.equal(first.length, 2);
    server.clock.advance(60_000);
    try {
      await notifyExportedAthletes(server.deps, event);
    } finally {
      server.clock.reset();
    }
    assert.deepEqual(await rowsOf(...athletes), first);
    await notifyExportedAthletes(server.deps, eventOf(athletes));
    assert.equal((await rowsOf(...athletes)).length, 4, 'another export is told as well');
  });

  test('who is told several things in one millisecond has them in an order that time alone gives', async () => {
    const athletes = await Promise.all([seedSpeaker('en'), seedSpeaker('en')]);
    const frozen = new Date(server.clock.now().getTime() + 5_000);
    const deps = { ...server.deps, clock: { now: () => frozen } };
    const events = Array.from({ length: 10 }, () => eventOf(athletes));
    await Promise.all(events.map((event) => notifyExportedAthletes(deps, event)));
    // Even with a clock that was set back, a new notification does not appear below those that were read already.
    await notifyExportedAthletes({ ...deps, clock: { now: () => new Date(0) } }, eventOf(athletes));
    for (const user_id of athletes) {
      const times = (await rowsOf(user_id)).map(({ created_at }) => created_at.getTime() - frozen.getTime());
      assert.deepEqual(times, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    }
  });

  test('nobody whose account has closed since', async () => {
    const [stays, suspended] = await Promise.all([seedSpeaker('en'), seedSpeaker('en')]);
    await server.deps.db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${suspended}`);
    await notifyExportedAthletes(server.deps, eventOf([stays, suspended, newId()]));
    assert.deepEqual(
      (await rowsOf(stays, suspended)).map(({ user_id }) => user_id),
      [stays],
    );
  });

  test('a club of more than a thousand, each once', async () => {
    const large = await createOrganization(server);
    const { secret } = await createApiKey(server, large, { scopes: ['admin'] });
    const first = await seedSpeaker('en', large.org_id);
    const MEMBERS = 1_003;
    const others = Array.from({ length: MEMBERS - 1 }, () => newId());
    const { db } = server.deps;
    await db.execute(sql`
      INSERT INTO users
      SELECT copy.* FROM users u CROSS JOIN unnest(${others}::uuid[]) AS other (id)
      CROSS JOIN LATERAL jsonb_populate_record(u, jsonb_build_object('user_id', other.id,
        'email', other.id || '@example.org', 'username', 'u-' || other.id)) AS copy
      WHERE u.user_id = ${first}`);
    await db.execute(sql`
      INSERT INTO organization_members (org_id, user_id, joined_at)
      SELECT ${large.org_id}, id, ${server.clock.now()} FROM unnest(${others}::uuid[]) AS other (id)`);
    const job = await runExportOverHttp(server, secret, { format: 'csv' });
    const rows = await told(MEMBERS, first, ...others);
    assert.equal(rows.length, MEMBERS);
    assert.equal(new Set(rows.map(({ user_id }) => user_id)).size, MEMBERS);
    assert.ok(rows.every(({ data }) => data.export_id === job.id));
  });
});
