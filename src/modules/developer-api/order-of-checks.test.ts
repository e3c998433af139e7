import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { exchange, type RawRequest } from '../../test/bad-input/exchange.ts';
import {
  assertDocumented,
  type ServedOperation,
  servedOperations,
} from '../../test/bad-input/served-operations.ts';
import { badInputStage, requestFor, type Stage } from '../../test/bad-input/stage.ts';
import { recordExport } from '../../test/export-attempts.ts';
import { createApiKey, createOrganization, setTier, type TestOrganization } from '../../test/factories.ts';

/** What can be wrong with a request, in the order in which it is found out. */
const FAULTS = [
  { name: 'no key', level: 1, status: 401, code: 'invalid_key' },
  { name: 'a revoked key', level: 1, status: 401, code: 'key_revoked' },
  { name: 'an expired key', level: 1, status: 401, code: 'key_expired' },
  { name: 'no feature', level: 2, status: 403, code: 'feature_not_enabled' },
  { name: 'no scope', level: 3, status: 403, code: 'missing_scope' },
  { name: 'no export left', level: 4, status: 429, code: 'rate_limited' },
  { name: 'no request left', level: 5, status: 429, code: 'rate_limited' },
  { name: 'another content type', level: 6, status: 415, code: 'unsupported_media_type' },
  { name: 'a large body', level: 7, status: 413, code: 'payload_too_large' },
  { name: 'bad input', level: 8, status: 400, code: 'validation_error' },
  { name: 'nothing there', level: 9, status: 404, code: 'not_found' },
  { name: 'an export to wait for', level: 9, status: 409, code: 'export_not_ready' },
  { name: 'an export that is over', level: 9, status: 410, code: 'export_expired' },
] as const;
type Fault = (typeof FAULTS)[number];
type FaultName = Fault['name'];

const EXPORTS_PER_HOUR = 1;
const REQUESTS_PER_MINUTE = 2;
const LARGE = `"${'x'.repeat(1024 * 1024)}"`;

describe('the order of checks', () => {
  let stage: Stage;
  let poor: TestOrganization;
  let operations: ServedOperation[];
  before(async () => {
    stage = await badInputStage();
    poor = await createOrganization(stage.server);
    operations = (await servedOperations(stage.server, '/developer/v1')).filter(({ isOpen }) => !isOpen);
    await setTier(stage.server, poor.org_id, 'club');
  });

  /** Which faults an operation can have at all. */
  function faultsOf({ method, path, parameters, body }: ServedOperation): Fault[] {
    const names = parameters.map(({ name }) => name);
    const isWrite = body !== undefined;
    const possible: Partial<Record<FaultName, boolean>> = {
      'no export left': method === 'POST' && path === '/exports',
      'another content type': isWrite,
      'a large body': isWrite,
      'bad input': isWrite || names.includes('limit'),
      'nothing there': parameters.some(
        ({ name, in: where, required }) => where === 'path' || (name === 'athlete_id' && required),
      ),
      'an export to wait for': path.endsWith('/download'),
      'an export that is over': path.endsWith('/download'),
    };
    return FAULTS.filter(({ name }) => possible[name] !== false);
  }

  type Key = { id: string; secret: string; org_id: string };
  const keys = new Map<string, Promise<Key>>();

  /** A key with just these faults, made once: what is used up stays so. */
  function keyWith(faults: readonly FaultName[], operation: ServedOperation): Promise<Key> {
    const scope = !faults.includes('no scope')
      ? 'admin'
      : operation.path === '/org'
        ? 'groups:read'
        : 'org:read';
    const own = faults.filter((name) => /key|feature|left/.test(name) && name !== 'no key');
    const kind = [scope, ...own].join();
    const known = keys.get(kind);
    if (known !== undefined) return known;
    const made = makeKey(scope, own);
    keys.set(kind, made);
    return made;
  }

  async function makeKey(scope: string, faults: readonly FaultName[]): Promise<Key> {
    const { server, club } = stage;
    const { db, clock } = server.deps;
    const organization = faults.includes('no feature') ? poor : club;
    const { org_id } = organization;
    await setTier(server, poor.org_id, 'club');
    const { id, secret } = await createApiKey(server, organization, { scopes: [scope] });
    await setTier(server, poor.org_id, 'coach');
    if (faults.includes('no export left')) {
      await recordExport(server, { org_id, key_id: id });
      await db.execute(sql`UPDATE api_keys SET exports_per_hour = ${EXPORTS_PER_HOUR} WHERE id = ${id}`);
    }
    if (faults.includes('no request left')) {
      await db.execute(
        sql`UPDATE api_keys SET requests_per_minute = ${REQUESTS_PER_MINUTE} WHERE id = ${id}`,
      );
      for (let made = 0; made < REQUESTS_PER_MINUTE; made += 1) {
        await server.request('GET', '/developer/v1/org', { apiKey: secret });
      }
    }
    const now = clock.now();
    if (faults.includes('a revoked key')) {
      await db.execute(sql`UPDATE api_keys SET revoked_at = ${now} WHERE id = ${id}`);
    }
    if (faults.includes('an expired key')) {
      await db.execute(sql`UPDATE api_keys SET expires_at = ${new Date(now.getTime() - 1)} WHERE id = ${id}`);
    }
    return { id, secret, org_id };
  }

  async function exportOf(key: Key, fault: FaultName): Promise<string> {
    const { db, clock } = stage.server.deps;
    const { id } = await recordExport(stage.server, { org_id: key.org_id, key_id: key.id });
    if (fault === 'an export that is over') {
      const over = new Date(clock.now().getTime() - HOUR_MS);
      await db.execute(sql`
        UPDATE export_jobs SET status = 'completed', object_key = 'none', completed_at = ${over}, expires_at = ${over}
        WHERE id = ${id}`);
    }
    return id;
  }

  async function requestWith(operation: ServedOperation, faults: readonly FaultName[]): Promise<RawRequest> {
    const has = (name: FaultName): boolean => faults.includes(name);
    const key = await keyWith(faults, operation);
    const waiting = faults.find((name) => name.startsWith('an export'));
    const nobody = newId();
    const ids = {
      ...stage.ids,
      ...(has('nothing there')
        ? Object.fromEntries(operation.parameters.map(({ name }) => [name, nobody]))
        : {}),
      ...(waiting === undefined ? {} : { export_id: await exportOf(key, waiting) }),
    };
    const type = has('another content type') ? 'text/plain' : 'application/json';
    const isWrite = operation.body !== undefined;
    const good = requestFor(
      { ...stage, ids },
      { ...operation, isOpen: true },
      {
        ...(has('bad input') && !isWrite ? { query: 'limit=x' } : {}),
        headers: [
          ...(has('no key') ? [] : [`X-API-Key: ${key.secret}`]),
          ...(isWrite ? [`Content-Type: ${type}`] : []),
        ],
      },
    );
    if (!isWrite) return good;
    return { ...good, body: has('a large body') ? LARGE : has('bad input') ? '{"x":1' : '{}' };
  }

  /** Each fault alone, and each two of which one is found out earlier. */
  function combinationsOf(operation: ServedOperation): (readonly [first: Fault, ...later: Fault[]])[] {
    const faults = faultsOf(operation);
    return faults.flatMap((first) => [
      [first] as const,
      ...faults.filter(({ level }) => level > first.level).map((later) => [first, later] as const),
    ]);
  }

  test('of two faults at once, each endpoint tells the one that is found out first', async () => {
    for (const operation of operations) {
      const combinations = combinationsOf(operation);
      assert.ok(combinations.length >= 18, operation.title);
      const requests: RawRequest[] = [];
      for (const faults of combinations) {
        requests.push(
          await requestWith(
            operation,
            faults.map(({ name }) => name),
          ),
        );
      }
      const answers = await exchange(stage.server.url, requests);
      for (const [index, faults] of combinations.entries()) {
        const [{ name, status, code }] = faults;
        const answer = answers[index];
        const what = `${operation.title} with ${faults.map((fault) => fault.name).join(' and ')}: ${answer?.text}`;
        assertDocumented(operation, answer);
        assert.deepEqual([answer?.status, JSON.parse(answer?.text ?? '').code], [status, code], what);
        const limit = answer?.headers['x-ratelimit-limit'];
        if (name === 'no export left') assert.equal(limit, String(EXPORTS_PER_HOUR), what);
        if (name === 'no request left') assert.equal(limit, String(REQUESTS_PER_MINUTE), what);
      }
    }
  });
});
