import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGate } from './gate.ts';

/** Sends people to a gate in an order, and says in which they went in; each leaves when the next has been let in. */
async function orderOf(places: number, people: readonly string[]): Promise<string[]> {
  const gate = createGate(places);
  const order: string[] = [];
  const visits = people.map(async (person) => {
    await gate.enter(person[0]);
    order.push(person);
  });
  for (let left = 0; left < people.length; left += 1) {
    await new Promise(setImmediate);
    gate.leave();
  }
  await Promise.all(visits);
  return order;
}

test('those who wait go in by turns, each one’s own in their order', async () => {
  const people = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'];
  assert.deepEqual(await orderOf(1, people), ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('as many go in at once as there are places, also after all have left', async () => {
  const gate = createGate(2);
  for (let round = 0; round < 2; round += 1) {
    await gate.enter();
    await gate.enter();
    let isIn = false;
    const third = gate.enter().then(() => {
      isIn = true;
    });
    await new Promise(setImmediate);
    assert.equal(isIn, false);
    gate.leave();
    await third;
    gate.leave();
    gate.leave();
  }
});
