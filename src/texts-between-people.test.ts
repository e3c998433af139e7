import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from './shared/calendar.ts';
import { hoursAhead, sessionsOf } from './test/club-sessions.ts';
import { addMember, createOrganization, type TestOrganization, type TestUser } from './test/factories.ts';
import { type FeedbackStage, feedbackStage, ofActivity, ofWorkout } from './test/feedback-stage.ts';
import { type TestResponse, type TestServer, testServer } from './test/harness.ts';

/** Markup is text like any other. */
const MARKUP = '<img src=x onerror=alert(1)>&amp; "quoted" \'&lt;';
const TURNED = ['Gate \u202Eeert', 'to\u2066gether'];
const TOO_LONG = 'x'.repeat(100_000);

/** A text that somebody writes for others: where it is sent, what it is called in a refusal, and where it is read. */
type Written = {
  readonly what: string;
  readonly field: string;
  /** Whether marks that turn the direction of the text around them are refused; else they come back as they were sent. */
  readonly refuses_turns: boolean;
  readonly write: (text: string) => Promise<TestResponse>;
  readonly read: () => Promise<unknown>;
};

describe('texts that athletes and coaches write for each other', () => {
  let server: TestServer;
  let club: TestOrganization;
  let stage: FeedbackStage;
  let other: TestUser;
  let session_id: string;
  let written: Written[];

  const send = (user: Pick<TestUser, 'token'>, method: string, path: string, body?: object) =>
    server.request(method, path.startsWith('/api') ? path : `/api/v1${path}`, {
      token: user.token,
      ...(body && { body }),
    });
  // biome-ignore lint/suspicious/noExplicitAny: answers over the wire, of which the server checks the shape
  const get = async (user: TestUser, path: string): Promise<any> => {
    const answer = await send(user, 'GET', path);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const plan = async () => {
    const body = { title: 'Run', starts_at: hoursAhead(server, 48) };
    return (await send(club.coach, 'POST', sessionsOf(club), body)).body.data.session.id;
  };

  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    stage = await feedbackStage(server, club);
    other = await addMember(server, club);
    session_id = await plan();
    written = texts();
  });

  function texts(): Written[] {
    const { athlete } = stage;
    const { coach } = club;
    const today = server.clock.now().toISOString().slice(0, 10);
    const [from, to, past] = [addDays(today, 1), addDays(today, 2), addDays(today, -9)];
    const at = `/organizations/${club.org_id}/athletes/${athlete.user_id}`;
    const session = () => `${sessionsOf(club)}/${session_id}`;
    const triage = `/organizations/${club.org_id}/triage/${athlete.user_id}`;
    const comments = `${at}/activities/${stage.activity_id}/comments`;
    const says = (path: string, what: string): Written => ({
      ...{ what, field: 'note', refuses_turns: true },
      write: (note) => send(athlete, 'PATCH', path, { note }),
      read: async () => (await get(athlete, path)).feedback?.note ?? null,
    });
    const posts = (path: string, by: TestUser, what: string): Written => ({
      ...{ what, field: 'text', refuses_turns: true },
      write: (text) => send(by, 'POST', path, { text }),
      read: async () => (await get(coach, path)).posts[0]?.text ?? null,
    });
    const ofSession = (what: string, body: (text: string) => object): Written => ({
      ...{ what: `${what} of a session`, field: what, refuses_turns: false },
      write: (text) => send(coach, 'PATCH', session(), body(text)),
      read: async () => {
        const { session: read } = await get(athlete, session());
        return what === 'place.text' ? read.place.text : read[what];
      },
    });
    return [
      says(ofActivity(stage.activity_id), 'a note on a workout'),
      says(ofWorkout(stage), 'a note on a planned workout'),
      posts(comments, athlete, 'a comment'),
      posts(`${at}/messages`, athlete, 'a message'),
      {
        ...{ what: 'a note of a coach', field: 'text', refuses_turns: true },
        write: (text) => send(coach, 'POST', `${at}/coach-notes`, { text }),
        read: async () => (await get(coach, `${at}/coach-notes`)).notes[0]?.text ?? null,
      },
      {
        ...{ what: 'the reason of a day', field: 'reason', refuses_turns: false },
        write: (reason) => send(athlete, 'POST', '/availability', { kind: 'unavailable', from, to, reason }),
        read: async () => (await get(athlete, '/availability')).entries[0]?.reason ?? null,
      },
      ...(['area', 'note'] as const).map((field): Written => {
        const injury = { kind: 'injury', area: 'Knee', from: today, running: 'none' };
        return {
          ...{ what: `the ${field} of an injury`, field, refuses_turns: false },
          write: (text) => send(athlete, 'POST', '/injuries', { ...injury, [field]: text }),
          read: async () => (await get(athlete, '/injuries')).injuries[0]?.[field] ?? null,
        };
      }),
      {
        ...{ what: 'the name of a race', field: 'name', refuses_turns: false },
        write: (name) => send(athlete, 'POST', '/races', { date: from, name, event: '10k', priority: 'a' }),
        read: async () =>
          (await get(athlete, '/races')).races.find((one: { date: string }) => one.date === from)?.name ??
          null,
      },
      {
        ...{ what: 'the conditions of a race', field: 'result.conditions', refuses_turns: false },
        write: (conditions) =>
          send(athlete, 'POST', '/races', {
            ...{ date: past, name: 'Mile', event: '10k', priority: 'b' },
            result: { time_s: 2_700, conditions },
          }),
        read: async () =>
          (await get(athlete, '/races')).races.find((one: { date: string }) => one.date === past)?.result
            .conditions ?? null,
      },
      ofSession('title', (title) => ({ title })),
      ofSession('description', (description) => ({ description })),
      ofSession('place.text', (text) => ({ place: { text } })),
      ofSession('cancel_reason', (cancel_reason) => ({ status: 'cancelled', cancel_reason })),
      {
        ...{ what: 'the note of a coach’s decision', field: 'note', refuses_turns: false },
        write: (note) => send(coach, 'PUT', `${triage}/mark`, { state: 'handled', note }),
        read: async () =>
          (
            await server.deps.db.executeSql(
              `SELECT note FROM triage_marks WHERE user_id = '${athlete.user_id}' AND org_id = '${club.org_id}'`,
            )
          ).rows.map((row) => (row as { note: string }).note)[0] ?? null,
      },
    ];
  }

  test('have markup in them as it was written', async () => {
    for (const { what, write, read } of written) {
      const answer = await write(MARKUP);
      assert.ok(answer.status === 200 || answer.status === 201, `${what}: ${JSON.stringify(answer.body)}`);
      assert.equal(await read(), MARKUP, what);
    }
  });

  test('are refused by the name of their field where they have 100,000 characters, and nothing of before is lost', async () => {
    for (const { what, field, write, read } of written) {
      const before = await read();
      const { status, body } = await write(TOO_LONG);
      assert.deepEqual([status, body.details?.[0]?.path], [400, field], `${what}: ${JSON.stringify(body)}`);
      assert.ok(JSON.stringify(body).length < 1_000, what);
      assert.equal(await read(), before, what);
    }
  });

  test('that turn the direction of what stands around them are refused, or kept to the letter', async () => {
    for (const { what, field, refuses_turns, write, read } of written) {
      for (const text of TURNED) {
        const before = await read();
        const { status, body } = await write(text);
        if (refuses_turns) {
          assert.deepEqual(
            [status, body.details?.[0]?.path],
            [400, field],
            `${what}: ${JSON.stringify(body)}`,
          );
          assert.equal(await read(), before, what);
        } else {
          assert.ok(status === 200 || status === 201, `${what}: ${JSON.stringify(body)}`);
          assert.equal(await read(), text, what);
        }
      }
    }
  });

  test('and the reason for which one was hidden are read by those who may alone', async () => {
    const path = `/organizations/${club.org_id}/athletes/${stage.athlete.user_id}/messages`;
    const { id } = (await send(stage.athlete, 'POST', path, { text: 'Hm.' })).body.data.post;
    const hide = (reason: string) => send(club.coach, 'POST', `/posts/${id}/hide`, { reason });
    for (const reason of [TOO_LONG, ...TURNED]) assert.equal((await hide(reason)).status, 400);
    const hidden = await hide(MARKUP);
    assert.equal(hidden.status, 200, JSON.stringify(hidden.body));
    const [own] = (await get(stage.athlete, path)).posts;
    assert.deepEqual([own.state, own.text, own.hidden_reason], ['hidden', 'Hm.', MARKUP]);
    const [theirs] = (await get(club.coach, path)).posts;
    assert.deepEqual([theirs.state, theirs.text, theirs.hidden_reason], ['hidden', null, null]);
    assert.equal((await send(other, 'GET', path)).status, 403);
  });
});
