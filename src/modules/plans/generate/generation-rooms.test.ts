import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../shared/errors.ts';
import { createGenerationRooms } from './generation-rooms.ts';

const isFull = (error: unknown): boolean =>
  error instanceof AppError && error.status === 429 && Number(error.headers?.['Retry-After']) > 0;

test('a person has three, an organization twelve, and what is left is free again, once', () => {
  const rooms = createGenerationRooms();
  const enter = (user_id: string, org_id = 'club') => rooms.enter({ user_id, org_id });
  const [first] = [enter('mei'), enter('mei'), enter('mei')];
  assert.throws(() => enter('mei'), isFull);
  // Wherever they coach.
  assert.throws(() => enter('mei', 'another club'), isFull);
  first?.();
  first?.();
  enter('mei');
  assert.throws(() => enter('mei'), isFull);
  for (const user_id of ['yuki', 'ken', 'lin']) for (let made = 0; made < 3; made++) enter(user_id);
  assert.throws(() => enter('ana'), isFull);
  enter('ana', 'another club');
});
