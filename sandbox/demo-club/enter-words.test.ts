import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../src/infra/db/sql.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { startTestServer, type TestServer } from '../../src/test/harness.ts';
import { type DemoActivity, type DemoClub, demoClub } from './club.ts';
import words from './data/words.json' with { type: 'json' };
import { fillClub } from './fill-club.ts';
import { type FilledClub, headCoachOf } from './find-club.ts';

const PASSWORD = 'Demo-Club-1';
const UNTIL = new Date();
const LATELY = new Date(UNTIL.getTime() - 21 * DAY_MS);
const KEYS = [...words.talks.map(({ key }) => key), 'siobhan'];

/** Those who say something, with the training of the last weeks. */
function talkingClub(): DemoClub {
  const club = demoClub({ seed: 'words', until: UNTIL });
  const athletes = club.athletes.filter(({ key }) => KEYS.includes(key));
  const groups = club.groups.map((group) => ({
    ...group,
    member_keys: group.member_keys.filter((key) => KEYS.includes(key)),
  }));
  const activities = (athlete: (typeof athletes)[number]): DemoActivity[] => [
    ...club.activities(athlete, LATELY),
  ];
  return { ...club, athletes, groups, activities };
}

/** By its letters: kana are Japanese alone, and Chinese has none. */
function languageOf(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  return /\p{Script=Han}/u.test(text) ? 'zh-TW' : 'en';
}

describe('what the people of the demo club say', () => {
  let server: TestServer;
  let club: DemoClub;
  let filled: FilledClub;
  before(async () => {
    server = await startTestServer();
    club = talkingClub();
    filled = await fillClub(server.deps, club, {
      password: PASSWORD,
      data_dir: server.dataDir,
      mail_from: 'Ekiden <ekiden@localhost>',
      report: () => {},
    });
  });
  after(() => server.stop());

  const signIn = async (email: string): Promise<string> => {
    const answer = await server.request('POST', '/api/v1/auth/login', {
      body: { email, password: PASSWORD },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.access_token;
  };
  const rows = async (text: string): Promise<Record<string, number>> => {
    const found = await server.deps.db.executeSql(text);
    return Object.fromEntries((found.rows as { kind: string; n: number }[]).map(({ kind, n }) => [kind, n]));
  };

  test('is on runs, a planned workout, weeks and a session, in conversations and in notes', async () => {
    const posts = await rows(`
      SELECT t.kind, count(*)::int AS n FROM message_posts p JOIN message_threads t ON t.id = p.thread_id GROUP BY t.kind`);
    const all = (part: 'run' | 'planned' | 'week' | 'conversation'): number =>
      words.talks.reduce((sum, talk) => sum + talk[part].length, 0);
    assert.deepEqual(posts, {
      activity: all('run'),
      planned_workout: all('planned'),
      week: all('week'),
      conversation: all('conversation'),
      session: words.next_session.length,
    });
    const notes = await rows(`SELECT 'notes' AS kind, count(*)::int AS n FROM coach_notes`);
    assert.deepEqual(notes, { notes: words.talks.filter(({ note }) => note !== null).length });
    const { late } = await server.deps.db.one<{ late: boolean }>(sql`
      SELECT bool_or(created_at > ${UNTIL}) AS late FROM message_posts`);
    assert.equal(late, false);
  });

  test('stands beside what athletes said of workouts, and sessions with answers and a register', async () => {
    const found = await rows(`
      SELECT 'feedback' AS kind, count(*)::int AS n FROM feedback
      UNION ALL SELECT 'sessions', count(*)::int FROM club_sessions
      UNION ALL SELECT 'answers', count(*)::int FROM club_session_answers
      UNION ALL SELECT 'ticks', count(*)::int FROM club_session_ticks`);
    for (const [kind, n] of Object.entries(found)) assert.ok(n > 0, kind);
  });

  test('is in three languages, as are notes on workouts and the sessions that somebody came to', async () => {
    const texts = async (table: string, column: string): Promise<string[]> => {
      const found = await server.deps.db.executeSql(
        `SELECT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`,
      );
      return (found.rows as { text: string }[]).map(({ text }) => text);
    };
    const inEach: readonly [string, string][] = [
      ['message_posts', 'text'],
      ['feedback', 'note'],
    ];
    for (const [table, column] of inEach) {
      const spoken = (await texts(table, column)).map(languageOf);
      assert.deepEqual([...new Set(spoken)].sort(), ['en', 'ja', 'zh-TW'], table);
    }
    // One session is for all of them, so its words are.
    const [title = ''] = await texts('club_sessions', 'title');
    assert.deepEqual(title.split(' · ').map(languageOf), ['en', 'ja', 'zh-TW']);
    const { came } = await server.deps.db.one<{ came: number }>(sql`
      SELECT count(DISTINCT user_id)::int AS came FROM club_session_ticks WHERE came`);
    assert.ok(came > 1);
  });

  test('is read by the head coach in the inbox, and by who is in the squad beside the session', async () => {
    const token = await signIn(headCoachOf(club).email);
    const at = `/api/v1/organizations/${filled.org_id}`;
    const inbox = await server.request('GET', `${at}/conversations`, { token });
    assert.equal(inbox.body.data.conversations.length, words.talks.length);
    const waiting = inbox.body.data.conversations.filter(
      (one: { waiting_since: string | null }) => one.waiting_since !== null,
    );
    assert.ok(waiting.length > 0, 'somebody waits for an answer');
    const siobhan = club.athletes.find(({ key }) => key === 'siobhan');
    assert.ok(siobhan);
    const { id } = await server.deps.db.one<{ id: string }>(sql`
      SELECT key AS id FROM message_threads WHERE kind = 'session'`);
    const own = await signIn(siobhan.email);
    const read = await server.request('GET', `${at}/sessions/${id}/comments`, { token: own });
    assert.equal(read.body.data.posts.length, words.next_session.length, JSON.stringify(read.body));
  });
});
