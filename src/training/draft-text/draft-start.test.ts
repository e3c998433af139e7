import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { draftStart, otherStart } from './draft-start.ts';

const WEEKS = `## Week 1: base, 30 km

- **Tuesday** (2026-09-15): Easy run, 8 km
- **Thursday** (2026-09-17): Easy run, 8 km
- **Sunday** (2026-09-20): Long run, 14 km

## Week 2: base, 32 km

- **Tuesday** (2026-09-22): Easy run, 9 km
`;

describe('when a draft starts', () => {
  test('is what its title says where the days go by it, else the Monday that they go by', () => {
    assert.equal(draftStart(WEEKS), '2026-09-14');
    assert.equal(draftStart(`# A plan of 2 weeks from 2026-09-15\n\n${WEEKS}`), '2026-09-15');
    assert.equal(draftStart(`# A plan of 2 weeks from 2026-12-07\n\n${WEEKS}`), '2026-09-14');
    assert.equal(draftStart('## Week 1\n\n- Tuesday: easy 8 km\n'), null);
    // The first date is in no calendar, and the second in a year that no request can name.
    assert.equal(draftStart('## Week 1\n\n- Tuesday (2026-02-31): easy 8 km\n'), null);
    assert.equal(draftStart('## Week 1\n\n- Tuesday (1950-01-03): easy 8 km\n'), null);
  });

  test('is told by days, and not by dates that stand in what is written about them', () => {
    const races = Array.from(
      { length: 40 },
      (_, place) => `On 2027-03-${10 + (place % 20)} there is a race.`,
    );
    const far = `${'You have run well since '.repeat(4)}2025-01-01.\n`.repeat(40);
    for (const before of [races.join(' '), races.join('\n'), far])
      assert.equal(draftStart(`${before}\n\n${WEEKS}`), '2026-09-14');
  });

  test('is also told by rows of a table, and in full-width digits', () => {
    const rows = '| Tue | 2026-09-15 | Easy 8 km |\n| Sun | 2026-09-20 | Long 14 km |\n';
    assert.equal(draftStart(`## Week 1\n\n| Day | Date | |\n|---|---|---|\n${rows}`), '2026-09-14');
    const wide = WEEKS.replace(/\d{4}-\d\d-\d\d/g, (date) =>
      date.replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''),
    );
    assert.equal(draftStart(wide), '2026-09-14');
  });

  test('is another one where most days lie in other weeks than asked for', () => {
    assert.equal(otherStart(WEEKS, '2026-09-14'), null);
    // With a start on the Tuesday each day still lies in its own week; with a start a week later none does.
    assert.equal(otherStart(WEEKS, '2026-09-15'), null);
    assert.equal(otherStart(WEEKS, '2026-09-21'), '2026-09-14');
    assert.equal(otherStart(`# From 2026-09-15\n\n${WEEKS}`, '2026-09-14'), '2026-09-15');
    assert.equal(otherStart('## Week 1\n\n- Tuesday: easy 8 km\n', '2026-09-21'), null);
  });

  test('does not depend on what comes after the first weeks', () => {
    const later = Array.from({ length: 40 }, (_, place) => {
      const rows = Array.from({ length: 7 }, () => `- **Monday** (2030-01-07): Easy run, 8 km`);
      return `## Week ${place + 3}\n\n${rows.join('\n')}\n`;
    });
    const first = WEEKS.replace('- **Tuesday** (2026-09-22)', '- **Monday** (2026-09-21): Rest\n$&');
    const days = Array.from(
      { length: 10 },
      (_, day) => `- **Friday** (2026-09-${25 + (day % 3)}): Easy run, 5 km`,
    );
    assert.equal(draftStart(`${first}${days.join('\n')}\n\n${later.join('\n')}`), '2026-09-14');
  });
});
