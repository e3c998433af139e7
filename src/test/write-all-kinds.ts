import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { exampleSimulation } from '../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../sandbox/recordings/write-fit.ts';
import type { Queryable } from '../infra/db/database.ts';
import { rawSql, sql } from '../infra/db/sql.ts';
import { HOUR_MS } from '../shared/time.ts';
import { addMember, createApiKey, createOrganization } from './factories.ts';
import type { TestServer } from './harness.ts';

/** Who writes, as the factories have made them. */
export type Writers = {
  readonly coach: string;
  readonly athlete: { readonly user_id: string; readonly token: string };
  readonly org_id: string;
  readonly apiKey: string;
};

export async function prepareWriters(server: TestServer): Promise<Writers> {
  const organization = await createOrganization(server);
  const { user_id, token } = await addMember(server, organization);
  const { secret } = await createApiKey(server, organization, { scopes: ['admin'] });
  return {
    coach: organization.coach.token,
    athlete: { user_id, token },
    org_id: organization.org_id,
    apiKey: secret,
  };
}

type Kind = 'group' | 'upload' | 'profile' | 'mail' | 'export';

/** One request: what came of it, and when. */
export type Attempt = {
  readonly kind: Kind;
  /** What tells this write from all others: a name, a start, an address, an id. */
  readonly mark: string;
  readonly began_at: number;
  readonly took_ms: number;
  /** `unavailable`: 503 in the envelope with `Retry-After`. `broken`: no answer. Else what was answered. */
  readonly outcome: 'acknowledged' | 'unavailable' | 'broken' | (string & {});
};

/** Longer than any answer may take; then it counts as none. */
const LONGEST_ANSWER_MS = 20_000;

/** Writes of every kind, each kind one after the other, until it is stopped. `urlOf` says where at any time. */
export function writeAllKinds(
  writers: Writers,
  urlOf: () => string,
  options: { readonly pause_ms?: number; readonly from?: number } = {},
): { readonly attempts: readonly Attempt[]; stop(): Promise<void> } {
  const { pause_ms = 20, from = 0 } = options;
  const attempts: Attempt[] = [];
  let over = false;
  const asked = requestsOf(writers);
  const loop = async (kind: Kind): Promise<void> => {
    for (let number = from; !over; number++) {
      const { mark, path, init, marked } = asked[kind](number);
      const began_at = performance.now();
      const { outcome, body } = await send(`${urlOf()}${path}`, init);
      attempts.push({
        kind,
        mark: outcome === 'acknowledged' ? (marked?.(body) ?? mark) : mark,
        began_at,
        took_ms: performance.now() - began_at,
        outcome,
      });
      await sleep(kind === 'export' ? 25 * pause_ms : pause_ms);
    }
  };
  const loops = Promise.all((Object.keys(asked) as Kind[]).map(loop));
  return {
    attempts,
    async stop() {
      over = true;
      await loops;
    },
  };
}

type Request = { mark: string; path: string; init: RequestInit; marked?: (body: never) => string };

function requestsOf(writers: Writers): Record<Kind, (number: number) => Request> {
  const json = (method: string, credentials: Record<string, string>, body: unknown): RequestInit => ({
    method,
    headers: { ...credentials, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const { athlete, org_id } = writers;
  return {
    group: () => {
      const mark = `Group ${randomUUID()}`;
      return {
        mark,
        path: `/api/v1/organizations/${org_id}/groups`,
        init: json('POST', bearer(writers.coach), { name: mark }),
      };
    },
    upload: (number) => {
      const start = new Date(Date.UTC(2020, 0, 1) + number * HOUR_MS);
      const form = new FormData();
      const run = { ...exampleSimulation(steadyRun(60), { resolution_s: 10 }), start };
      form.append('file', new Blob([new Uint8Array(writeFit([simulateActivity(run)]))]), 'run.fit');
      const init = { method: 'POST', headers: bearer(athlete.token), body: form };
      return { mark: start.toISOString(), path: '/api/v1/activities/upload', init };
    },
    profile: (number) => ({
      mark: String(number),
      path: `/api/v1/users/${athlete.user_id}`,
      init: json('PUT', bearer(athlete.token), { display_name: `Runner ${number}` }),
    }),
    mail: () => {
      const mark = `runner@${randomUUID()}.example.org`;
      return { mark, path: '/api/v1/auth/request-verification', init: json('POST', {}, { email: mark }) };
    },
    export: () => ({
      mark: '',
      path: '/developer/v1/exports',
      init: json('POST', { 'x-api-key': writers.apiKey }, { format: 'csv' }),
      marked: (body: { data: { export: { id: string } } }) => body.data.export.id,
    }),
  };
}

async function send(url: string, init: RequestInit): Promise<{ outcome: string; body: never }> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });
    const text = await answer.text();
    if (answer.ok) return { outcome: 'acknowledged', body: JSON.parse(text) as never };
    const isUnavailable =
      answer.status === 503 &&
      text.includes('"unavailable"') &&
      /^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '');
    return {
      outcome: isUnavailable ? 'unavailable' : `${answer.status} ${text.slice(0, 200)}`,
      body: {} as never,
    };
  } catch {
    return { outcome: 'broken', body: {} as never };
  }
}

/** The acknowledged exports that have come to no end yet. */
export async function exportsLeft(
  url: string,
  writers: Writers,
  attempts: readonly Attempt[],
): Promise<number> {
  const asked = attempts.filter(({ kind, outcome }) => kind === 'export' && outcome === 'acknowledged');
  const texts = await Promise.all(
    asked.map(async ({ mark }) => {
      const answer = await fetch(`${url}/developer/v1/exports/${mark}`, {
        headers: { 'x-api-key': writers.apiKey },
      });
      return await answer.text();
    }),
  );
  return texts.filter((text) => !/"status":"(completed|failed)"/.test(text)).length;
}

/** What of the acknowledged writes is not there exactly once; each as words. Empty when all is well. */
export async function findLostOrDoubled(
  db: Queryable,
  writers: Writers,
  attempts: readonly Attempt[],
  /** Whether exports have had the time to come to their end. */
  ended: boolean,
): Promise<string[]> {
  const marksOf = (kind: Kind, outcome?: string): string[] =>
    attempts
      .filter((one) => one.kind === kind && (outcome === undefined || one.outcome === outcome))
      .map(({ mark }) => mark);
  const wrong: string[] = [];
  const compare = (kind: Kind, counts: ReadonlyMap<string, number>): void => {
    for (const mark of marksOf(kind, 'acknowledged'))
      if (!counts.has(mark)) wrong.push(`${kind} ${mark} is lost`);
    for (const [mark, count] of counts) if (count > 1) wrong.push(`${kind} ${mark} is there ${count} times`);
  };
  const counted = async (statement: string): Promise<ReadonlyMap<string, number>> => {
    const rows = await db.query<{ mark: string; count: number }>(rawSql(statement));
    return new Map(rows.map(({ mark, count }) => [mark, count]));
  };
  const { org_id, athlete } = writers;
  compare(
    'group',
    await counted(
      `SELECT name AS mark, count(*) AS count FROM groups WHERE org_id = '${org_id}' GROUP BY name`,
    ),
  );
  // Each is in the audit log as often as it is there, since both are written at once.
  compare(
    'group',
    await counted(`
    SELECT g.name AS mark, count(a.id) AS count FROM groups g
    JOIN audit_log a ON a.target_id = g.id::text WHERE g.org_id = '${org_id}' GROUP BY g.name`),
  );
  compare(
    'upload',
    await counted(`
    SELECT to_char(start_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS mark, count(*) AS count
    FROM activities WHERE user_id = '${athlete.user_id}' GROUP BY 1`),
  );
  compare(
    'mail',
    await counted('SELECT email AS mark, count(*) AS count FROM email_verifications GROUP BY 1'),
  );
  const exports = await db.query<{ mark: string; status: string }>(
    sql`SELECT id::text AS mark, status FROM export_jobs`,
  );
  compare('export', new Map(exports.map(({ mark }) => [mark, 1])));
  const asked = new Set(marksOf('export', 'acknowledged'));
  for (const { mark, status } of exports)
    if (ended && asked.has(mark) && status !== 'completed') wrong.push(`export ${mark} is ${status}`);
  const { display_name } = await db.one<{ display_name: string }>(
    sql`SELECT display_name FROM users WHERE user_id = ${athlete.user_id}`,
  );
  const last = Math.max(-1, ...marksOf('profile', 'acknowledged').map(Number));
  const stored = Number(/\d+$/.exec(display_name)?.[0] ?? -1);
  if (stored < last) wrong.push(`profile ${last} was acknowledged, and ${stored} is there`);
  return wrong;
}
