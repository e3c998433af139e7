import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from './progress.ts';

/** What is shown of ten files a second, looked at each tenth of one. */
function shownOf(isTerminal: boolean, seconds: number): string[] {
  const shown: string[] = [];
  let now = 0;
  const show = (line: string): void => {
    shown.push(line);
  };
  const { step, end } = showProgress({ complain: show, ...(isTerminal ? { status: show } : {}) }, () => now);
  for (let done = 0; done <= seconds * 10; done++) {
    step({ stage: 'files', done, total: 36_100, unit: 'files' });
    now += 100;
  }
  end();
  return shown;
}

test('a terminal is shown five times a second how fast it goes and how much time is left, and the line is cleared at the end', () => {
  const shown = shownOf(true, 2);
  assert.equal(shown.length, 12);
  assert.equal(shown[0], 'files: 0 of 36,100 files');
  assert.equal(shown.at(-2), 'files: 20 of 36,100 files, 10 a second, 1:00:08 left');
  assert.equal(shown.at(-1), '');
});

test('elsewhere there is a plain line each five seconds, and none for what is over before', () => {
  assert.deepEqual(shownOf(false, 4), []);
  assert.deepEqual(shownOf(false, 10), [
    'files: 50 of 36,100 files, 10 a second, 1:00:05 left',
    'files: 100 of 36,100 files, 10 a second, 1:00:00 left',
  ]);
});

test('what goes slowly is told to a tenth, and where the end is not known no time is left', () => {
  const shown: string[] = [];
  let now = 0;
  const { step } = showProgress({ complain: (line) => shown.push(line) }, () => now);
  step({ stage: 'tables', done: 0, total: null, unit: 'pieces' });
  now = 10_000;
  step({ stage: 'tables', done: 7, total: null, unit: 'pieces' });
  assert.deepEqual(shown, ['tables: 7 pieces, 0.7 a second']);
});
