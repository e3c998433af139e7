import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECIPES } from './recipes.ts';
import { recoveriesOfLadder, recoveryAfter } from './recoveries.ts';

test('after each stretch that a recipe has comes the jogging of that recipe', () => {
  for (const recipe of RECIPES) {
    if (recipe.form !== 'reps') continue;
    const { type, zone, work_m } = recipe;
    const usual = RECIPES.flatMap((one) =>
      one.form === 'reps' && one.type === type && one.zone === zone && one.work_m === work_m
        ? [one.jog_m]
        : [],
    );
    assert.deepEqual(recoveryAfter({ distance_m: work_m }, type, zone, null), { distance_m: usual[0] });
  }
});

test('what a line says of its rest goes before what is usual', () => {
  const rest = { duration_s: 45 };
  assert.equal(recoveryAfter({ distance_m: 1_000 }, 'intervals', 'interval', rest), rest);
});

test('other stretches are followed by a share of them, within 100 m and 1 km, or 30 s and 4 min', () => {
  assert.deepEqual(recoveryAfter({ distance_m: 700 }, 'intervals', 'interval', null), { distance_m: 400 });
  assert.deepEqual(recoveryAfter({ distance_m: 130 }, 'tempo', 'threshold', null), { distance_m: 100 });
  assert.deepEqual(recoveryAfter({ distance_m: 9_000 }, 'tempo', 'threshold', null), { distance_m: 1_000 });
  assert.deepEqual(recoveryAfter({ duration_s: 35 }, 'tempo', 'threshold', null), { duration_s: 30 });
  assert.deepEqual(recoveryAfter({ duration_s: 1_000 }, 'hills', 'interval', null), { duration_s: 240 });
});

test('a ladder has the easy seconds of its recipe, and what is no ladder of a recipe has none', () => {
  for (const recipe of RECIPES) {
    if (recipe.form !== 'timed') continue;
    const works = recipe.pairs.map(([duration_s]) => ({ duration_s }));
    assert.equal(recoveriesOfLadder(works, recipe.type)?.length, works.length, recipe.key);
  }
  assert.equal(recoveriesOfLadder([{ duration_s: 61 }, { duration_s: 121 }], 'fartlek'), null);
});
