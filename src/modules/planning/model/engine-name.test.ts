import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineName } from './engine-name.ts';

const weeks = Array.from({ length: 52 }, (_, index) => index + 1);

test('the engine says which weeks are whose', () => {
  for (const [by_rules, name] of [
    [[], 'a/b'],
    [weeks, 'rules'],
    [weeks.slice(4), 'a/b, rules from week 5'],
    [[52], 'a/b, rules in week 52'],
    [[3, 7], 'a/b, rules in weeks 3, 7'],
    [[3, 4, 5, 9], 'a/b, rules in weeks 3-5, 9'],
  ] as const)
    assert.equal(engineName('a/b', by_rules, weeks), name);
});

test('the longest name fits where engines are shown', () => {
  const every = weeks.filter((number) => number % 2 === 0);
  assert.ok(engineName('m'.repeat(500), every, weeks).length <= 200);
});

test('weeks without anything to fill are nobody’s', () => {
  assert.equal(engineName('a/b', [1], [1]), 'rules');
  assert.equal(engineName('a/b', [2, 4], [1, 2, 4]), 'a/b, rules from week 2');
});
