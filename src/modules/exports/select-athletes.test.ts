import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PRIVACY, DEFAULT_SOURCE_POLICIES, type PrivacySettings } from '../../privacy/index.ts';
import { selectAthletes } from './select-athletes.ts';

const OPEN: PrivacySettings = { ...DEFAULT_PRIVACY, share_activity_map: true };

function orderOf(people: Readonly<Record<string, Partial<PrivacySettings>>>): string[] {
  const roster = Object.entries(people).map(([user_id, privacy]) => ({
    user_id,
    privacy: { ...OPEN, ...privacy },
    left_at: null,
    account_active: true,
  }));
  const everybody = { athlete_ids: null, created_at: new Date() };
  const { groups } = selectAthletes(roster, everybody, DEFAULT_SOURCE_POLICIES, new Set());
  return groups.flatMap(({ user_ids }) => user_ids);
}

test('the order of an archive does not tell whose races it leaves out', () => {
  const shown = orderOf({ a: {}, b: {}, c: {} });
  assert.deepEqual(orderOf({ a: {}, b: { share_race_history: false }, c: {} }), shown);
});

test('nor which settings somebody has of whom it holds nothing', () => {
  const order = (first: Partial<PrivacySettings>) =>
    orderOf({ silent: first, b: {}, c: { share_pb: false } }).filter((id) => id !== 'silent');
  assert.deepEqual(order({ share_pb: false }), order({}));
});
