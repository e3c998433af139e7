import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OnceWrite } from '../src/client/once-write.ts';

/** Writes as they may wait for a network; that the wrong ones are wrong is checked where types are. */
const MARK = '/organizations/{org_id}/triage/{user_id}/mark';
const params = { org_id: 'a', user_id: 'b' };
const plan = { org_id: 'a', plan_id: 'c' };
const WRITES: readonly OnceWrite[] = [
  { method: 'DELETE', path: MARK, params },
  { method: 'PUT', path: MARK, params, body: { state: 'handled' } },
  // @ts-expect-error: the path has no such method
  { method: 'POST', path: MARK, params, body: { state: 'handled' } },
  // @ts-expect-error: there is no such path
  { method: 'PUT', path: '/organizations/{org_id}/triage/{user_id}/marks', params },
  // @ts-expect-error: the server does it anew each time it is sent
  { method: 'DELETE', path: '/organizations/{org_id}/plans/{plan_id}', params: plan },
  // @ts-expect-error: it says nothing of what is in the path
  { method: 'PUT', path: MARK, body: { state: 'handled' } },
];

test('a write that may wait says by its path what goes into it', () => {
  for (const { path, params: given } of WRITES.slice(0, 2))
    assert.deepEqual(
      Object.keys(given ?? {}),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
});
