import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MEMBERS, NOTHING_SAID, type Said } from './feedback.ts';
import { hear, latest, type State, type Statement } from './policy.ts';

const NOTHING: State = { said: NOTHING_SAID, said_at: {} };
const at = (minute: number): Date => new Date(Date.UTC(2026, 6, 14, 8, minute));
const says = (minute: number, members: Partial<Said>): Statement => ({ members, at: at(minute) });
const all = (...statements: Statement[]): ReturnType<typeof hear> => {
  let outcome = hear(NOTHING, { members: {}, at: at(0) });
  for (const statement of statements) outcome = hear(outcome, statement);
  return outcome;
};

test('one tap and then another say both, in whatever order they come', () => {
  const [rating, words] = [says(1, { rpe: 7 }), says(2, { note: 'Windy.' })];
  for (const order of [
    [rating, words],
    [words, rating],
  ]) {
    const { said, ignored } = all(...order);
    assert.deepEqual(said, { ...NOTHING_SAID, rpe: 7, note: 'Windy.' });
    assert.deepEqual(ignored, []);
  }
});

test('an older rating that comes late changes nothing and is named, a later one counts, and of the same time the one that came later', () => {
  const late = all(says(5, { rpe: 7 }), says(4, { rpe: 3 }));
  assert.deepEqual([late.said.rpe, late.ignored, late.is_changed], [7, ['rpe'], false]);
  assert.equal(all(says(5, { rpe: 7 }), says(6, { rpe: 3 })).said.rpe, 3);
  assert.equal(all(says(5, { rpe: 7 }), says(5, { rpe: 3 })).said.rpe, 3);
  assert.deepEqual(all(says(5, { rpe: 7 }), says(4, { rpe: 7 })).ignored, [], 'it is as was said');
});

test('what was taken back is not brought back by what was said before', () => {
  const { said, ignored } = all(
    says(1, { rpe: 7 }),
    says(3, NOTHING_SAID),
    says(2, { rpe: 8, note: 'Hot.' }),
  );
  assert.deepEqual([said, ignored], [NOTHING_SAID, ['rpe', 'note']]);
});

test('skipping and effort contradict each other, unless the one was taken back or comes late', () => {
  const skip = { reason: 'ill' } as const;
  assert.equal(all(says(1, { rpe: 7 }), says(2, { skipped: skip })).contradicts, 'effort');
  assert.equal(all(says(1, { feel: 2 }), says(2, { skipped: skip })).contradicts, 'effort');
  assert.equal(all(says(1, { skipped: skip }), says(2, { rpe: 7 })).contradicts, 'skip');
  assert.equal(all(says(1, { skipped: skip }), says(2, { note: 'Fever.' })).contradicts, null);
  assert.equal(all(says(1, { skipped: skip }), says(2, { skipped: null, rpe: 7 })).contradicts, null);
  assert.equal(all(says(1, { rpe: 7 }), says(2, { rpe: null, skipped: skip })).contradicts, null);
  const late = all(says(3, { skipped: skip }), says(2, { rpe: 7, note: 'Hm.' }));
  assert.deepEqual([late.contradicts, late.ignored, late.said.note], [null, ['rpe'], 'Hm.']);
  const skipped_late = all(says(3, { rpe: 7 }), says(2, { skipped: skip }));
  assert.deepEqual([skipped_late.contradicts, skipped_late.ignored], [null, ['skipped']]);
});

test('statements of different times come to the same in any order', () => {
  const anyMembers: fc.Arbitrary<Partial<Said>> = fc.record(
    {
      rpe: fc.option(fc.integer({ min: 1, max: 10 })),
      feel: fc.option(fc.integer({ min: 1, max: 5 })),
      note: fc.option(fc.constantFrom('a', 'b')),
      pain: fc.option(fc.constant({ area: 'knee', side: 'left', level: 2 } as const)),
    },
    { requiredKeys: [] },
  );
  const anyOrders = fc
    .array(anyMembers, { maxLength: 6 })
    .chain((members) =>
      fc.tuple(fc.constant(members), fc.shuffledSubarray([...members.keys()], { minLength: members.length })),
    );
  fc.assert(
    fc.property(anyOrders, ([members, order]) => {
      const statements = members.map((one, place) => says(place, one));
      const inOrder = all(...statements);
      const shuffled = all(...order.flatMap((place) => statements[place] ?? []));
      assert.deepEqual([shuffled.said, shuffled.said_at], [inOrder.said, inOrder.said_at]);
      const told = MEMBERS.filter((member) => inOrder.said[member] !== null);
      const last = members.flatMap((one, place) => (told.some((name) => one[name] != null) ? [place] : []));
      if (told.length === 0) assert.equal(latest(inOrder, MEMBERS), null);
      else assert.ok(last.includes(latest(inOrder, MEMBERS)?.getUTCMinutes() ?? -1));
    }),
  );
});
