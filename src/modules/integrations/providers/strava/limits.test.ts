import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { type StravaStage, stravaStage } from '../../../../test/strava-stage.ts';
import { PlatformError } from '../../platform-error.ts';
import { readAllowance, readRetryTime } from './read-limits.ts';

const NOW = new Date('2026-07-01T08:07:00Z');
const QUARTER = '2026-07-01T08:15:02.000Z';
const MIDNIGHT = '2026-07-02T00:00:02.000Z';

const headersOf = (values: Record<string, string>) => new Headers(values);

describe("Strava's limits, as its answers say them", () => {
  const allowance = (values: Record<string, string>) => {
    const found = readAllowance(headersOf(values), NOW);
    return found && [found.limit, found.left, found.until.toISOString()];
  };
  const retry = (values: Record<string, string>) => readRetryTime(headersOf(values), NOW).toISOString();
  const limits = { 'X-RateLimit-Limit': '200,2000', 'X-ReadRateLimit-Limit': '100,1000' };

  test('the tightest counts: of a quarter of an hour or a day, of all calls or those that read', () => {
    const use = (all: string, reads: string) =>
      allowance({ ...limits, 'X-RateLimit-Usage': all, 'X-ReadRateLimit-Usage': reads });
    assert.deepEqual(use('10,10', '10,10'), [100, 90, QUARTER]);
    assert.deepEqual(use('10,950', '10,950'), [1_000, 50, MIDNIGHT]);
    assert.deepEqual(use('199,210', '10,21'), [200, 1, QUARTER]);
    assert.deepEqual(use('40,910', '40,910'), [1_000, 90, MIDNIGHT], 'by the share that is left');
    assert.deepEqual(use('10,2500', '10,21'), [2_000, 0, MIDNIGHT]);
    assert.deepEqual(
      use('250,2500', '100,1000'),
      [2_000, 0, MIDNIGHT],
      'the longest of those that are used up',
    );
  });

  test('what is not said, or makes no sense, is not known', () => {
    for (const values of [
      {},
      limits,
      { ...limits, 'X-RateLimit-Usage': 'x,y' },
      { 'X-RateLimit-Limit': '0,0', 'X-RateLimit-Usage': '0,0' },
      { 'X-RateLimit-Limit': '200', 'X-RateLimit-Usage': '1' },
      { 'X-RateLimit-Limit': '-200,2000', 'X-RateLimit-Usage': '1,1' },
    ]) {
      assert.equal(allowance(values), null, JSON.stringify(values));
    }
    assert.deepEqual(allowance({ 'x-ratelimit-limit': ' 600 , 30000 ', 'x-ratelimit-usage': '1,1' }), [
      600,
      599,
      QUARTER,
    ]);
  });

  test('a refusal is over with the last window that is used up, or else with the quarter', () => {
    assert.equal(retry({}), QUARTER);
    assert.equal(retry({ ...limits, 'X-ReadRateLimit-Usage': '112,930' }), QUARTER);
    assert.equal(retry({ ...limits, 'X-ReadRateLimit-Usage': '10,1000' }), MIDNIGHT);
    assert.equal(
      retry({ ...limits, 'X-RateLimit-Usage': '200,5', 'X-ReadRateLimit-Usage': '100,1000' }),
      MIDNIGHT,
    );
    assert.equal(retry({ ...limits, 'X-RateLimit-Usage': '1,1' }), QUARTER, 'it must have a reason');
    const late = new Date('2026-12-31T23:59:59.999Z');
    assert.equal(readRetryTime(new Headers(), late).toISOString(), '2027-01-01T00:00:02.000Z');
  });
});

describe('over the limits of Strava', () => {
  const untilOf = async (at: StravaStage, asked: Promise<unknown>): Promise<string | undefined> => {
    let until: Date | null = null;
    await assert.rejects(asked, (error: unknown) => {
      assert.ok(error instanceof PlatformError && error.fault === 'rate_limited');
      until = error.until;
      return true;
    });
    assert.equal(at.provider.allowance()?.left, 0);
    return Object(until).toISOString();
  };

  test('it says when to come again, and then lets in', async () => {
    for (const rate_limit_body of ['current', 'of_2018'] as const) {
      const at = await stravaStage({
        limits: { short: 10, daily: 20, read_short: 3, read_daily: 5 },
        ways: { rate_limit_body },
      });
      try {
        const session = await at.connect(at.strava.addAthlete().id);
        assert.equal(at.provider.allowance(), null, 'tokens say nothing of it');
        const ask = () => at.provider.stillConsents(session);
        for (const left of [2, 1, 0]) {
          assert.equal(await ask(), true);
          assert.equal(at.provider.allowance()?.left, left);
        }
        assert.equal(await untilOf(at, ask()), QUARTER);
        at.pass(8 * MINUTE_MS + 3_000);
        assert.equal(at.provider.allowance(), null, 'that was another quarter');
        assert.equal(await ask(), true);
        assert.equal(await untilOf(at, ask()), MIDNIGHT);
        await at.provider.revoke(session);
      } finally {
        await at.stop();
      }
    }
  });
});
