import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryRateLimiter } from '../../../infra/rate-limit/memory.ts';
import { AppError } from '../../../shared/errors.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { createGenerationLimits } from './generation-limits.ts';

const isFull = (error: unknown): boolean =>
  error instanceof AppError && error.status === 429 && Number(error.headers?.['Retry-After']) > 0;

function limitsOf(of_an_organization: number, in_all = 1_000) {
  let now = Date.parse('2026-09-01T08:00:00.000Z');
  const rateLimiter = createMemoryRateLimiter({ clock: { now: () => new Date(now) } });
  // The processes share the limiter, and each has its own places.
  const told: unknown[] = [];
  const logger = { info: (...line: unknown[]) => told.push(line) };
  const a_day = { of_an_organization, in_all };
  const [here, others] = [1, 2].map(() => createGenerationLimits({ rateLimiter, logger, a_day }));
  assert.ok(here && others);
  const enter = (user_id: string, org_id = 'club', where = here) => where.enter({ user_id, org_id });
  const pass = async (...whose: Parameters<typeof enter>) => (await enter(...whose))();
  const wait = (ms: number): void => {
    now += ms;
  };
  return { enter, pass, others, wait, told };
}

test('a person has three, an organization twelve, and what is left is free again, once', async () => {
  const { enter } = limitsOf(1_000);
  const [first] = [await enter('mei'), await enter('mei'), await enter('mei')];
  await assert.rejects(enter('mei'), isFull);
  await assert.rejects(enter('mei', 'another club'), isFull);
  first?.();
  first?.();
  await enter('mei');
  await assert.rejects(enter('mei'), isFull);
  for (const user_id of ['yuki', 'ken', 'lin']) for (let made = 0; made < 3; made++) await enter(user_id);
  await assert.rejects(enter('ana'), isFull);
  await enter('ana', 'another club');
});

test('a process has sixteen, however many organizations ask', async () => {
  const { enter, others } = limitsOf(1_000);
  const leaving = [];
  for (let made = 0; made < 16; made++) leaving.push(await enter(`coach ${made}`, `club ${made}`));
  await assert.rejects(enter('mei'), isFull);
  await enter('mei', 'club', others);
  leaving[0]?.();
  await enter('mei');
  await assert.rejects(enter('yuki', 'her club'), isFull);
});

test('a person has a quarter of their organization’s plans of a day, in all processes; the day after there are more', async () => {
  const { pass, others, wait } = limitsOf(8);
  const usedUp = (who: string) => (error: unknown) => {
    assert.ok(isFull(error) && error instanceof AppError);
    assert.match(error.message, new RegExp(`^${who} .* in 23 hours at the latest\\.$`));
    assert.equal(error.headers?.['Retry-After'], String(23 * 3_600));
    return true;
  };
  await pass('mei');
  await pass('mei', 'another club', others);
  wait(HOUR_MS);
  // There are only three places, and a refused plan takes none of them.
  for (let asked = 0; asked < 4; asked++) await assert.rejects(pass('mei'), usedUp('You have had the 2'));
  for (const user_id of ['yuki', 'ken', 'lin']) for (let made = 0; made < 2; made++) await pass(user_id);
  await pass('ana', 'club', others);
  await assert.rejects(pass('ana'), (error: unknown) => isFull(error) && /organization/.test(String(error)));
  await pass('ana', 'another club');
  wait(24 * HOUR_MS);
  await pass('mei');
});

test('organizations and accounts without end bring no more than the server makes in a day', async () => {
  const { enter, pass, others, wait, told } = limitsOf(8, 5);
  await pass('mei', 'club 1');
  await pass('mei', 'club 2', others);
  await assert.rejects(pass('mei', 'club 3'), /You have had the 2 /);
  for (const name of ['yuki', 'ken', 'lin']) {
    assert.deepEqual(told, []);
    await pass(name, `club of ${name}`);
  }
  assert.match(JSON.stringify(told), /AI_PLANS_PER_DAY_IN_ALL/);
  wait(HOUR_MS);
  for (let asked = 0; asked < 9; asked++)
    await assert.rejects(pass('ana', 'her club'), (error: unknown) => {
      assert.ok(isFull(error) && error instanceof AppError);
      assert.match(error.message, /^The server has had the 5 drafts and plans /);
      return true;
    });
  wait(23 * HOUR_MS);
  // Her own day is not over, but the refused plans did not count towards her two.
  await enter('ana', 'her club');
  await enter('ana', 'her club');
  await assert.rejects(enter('ana', 'her club'), /You have had the 2 /);
});
