import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../shared/time.ts';
import { type Connection, type FlagFacts, flagsOf } from './flags.ts';

const NOW = new Date('2026-07-15T12:00:00.000Z');
const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const at = (days: number): string => ago(days).toISOString();

const facts = (given: Partial<FlagFacts>): FlagFacts => ({
  last_activity_at: NOW,
  runs: { last_7_days_m: 0, last_28_days_m: 0, has_history: false },
  connections: [],
  ...given,
});
const connection = (given: Partial<Connection>): Connection => ({
  provider: 'garmin',
  connected_at: at(100),
  last_sync_at: at(1),
  token_expired_at: null,
  ...given,
});
const stale = { flag: 'sync_stale', provider: 'garmin', limit_days: 7 };

test('flags and the numbers behind them', () => {
  for (const [title, given, expected] of [
    ['nothing to say', {}, []],
    ['six days and a bit are no week', { last_activity_at: ago(6.99) }, []],
    [
      'a week is',
      { last_activity_at: ago(7) },
      [{ flag: 'no_recent_activity', days_since_last_activity: 7, limit_days: 7 }],
    ],
    [
      'never is longer',
      { last_activity_at: null },
      [{ flag: 'no_recent_activity', days_since_last_activity: null, limit_days: 7 }],
    ],
    [
      'a ramp',
      { runs: { last_7_days_m: 40_000, last_28_days_m: 80_000, has_history: true } },
      [{ flag: 'ramp_too_fast', last_7_days_m: 40_000, average_week_m: 20_000, ratio: 2, limit: 1.5 }],
    ],
    [
      'a platform that spoke since the midnight of six days ago',
      { connections: [connection({ last_sync_at: at(6.5) })] },
      [],
    ],
    [
      'one that spoke just before, by days of the calendar',
      { connections: [connection({ last_sync_at: at(6.501) })] },
      [{ ...stale, days_since_sync: 7 }],
    ],
    [
      'one that does not',
      { connections: [connection({ last_sync_at: '2026-07-05T01:59:59.999+02:00' })] },
      [{ ...stale, days_since_sync: 11 }],
    ],
    [
      'one that may still begin',
      { connections: [connection({ last_sync_at: null, connected_at: at(2) })] },
      [],
    ],
    [
      'one that never has',
      { connections: [connection({ last_sync_at: null, connected_at: at(8) })] },
      [{ ...stale, days_since_sync: 8 }],
    ],
    [
      'one that refuses is silent for that reason',
      { connections: [connection({ last_sync_at: at(30), token_expired_at: at(29) })] },
      [{ flag: 'token_expired', provider: 'garmin', expired_at: at(29) }],
    ],
  ] as const satisfies readonly (readonly [string, Partial<FlagFacts>, readonly object[]])[]) {
    assert.deepEqual(flagsOf(facts(given), NOW), expected, title);
  }
});

test('several flags come by name, then provider', () => {
  const flags = flagsOf(
    facts({
      last_activity_at: null,
      connections: [
        connection({ provider: 'coros', token_expired_at: at(1) }),
        connection({ provider: 'garmin', last_sync_at: at(9) }),
        connection({ provider: 'strava', last_sync_at: at(9) }),
      ],
    }),
    NOW,
  );
  assert.deepEqual(
    flags.map((flag) => ('provider' in flag ? `${flag.flag} ${flag.provider}` : flag.flag)),
    ['no_recent_activity', 'sync_stale garmin', 'sync_stale strava', 'token_expired coros'],
  );
});
