import type { Bench } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { startLoadGenerator } from '../stage/companions.ts';
import { openLargeClub, p95Of } from '../stage/large-club.ts';
import { PINNING } from '../stage/process.ts';

const LIMIT_MS = 150;
const PATHS = ['name', 'joined_at'].flatMap((sort) =>
  ['asc', 'desc'].map((order) => `calendar?limit=200&sort=${sort}&order=${order}`),
);

/** What a coach waits for who plans for everybody: two weeks of two hundred athletes. */
export const teamCalendar: Bench = {
  name: 'team-calendar',
  rows: ['team-calendar'],
  run: async (context) => {
    const club = await openLargeClub(context);
    const load = await startLoadGenerator(context);
    const value = await p95Of(context, load, club, PATHS);
    return [
      measuredRow({
        name: 'team-calendar',
        value,
        unit: 'ms',
        bar: { is: '<=', value: LIMIT_MS },
        detail: `p95 of first pages of 200 athletes and 14 days with ${club.members.toLocaleString('en')} members, by name and by joining, both ways; one connection, median of rounds; ${PINNING}; PostgreSQL not pinned${context.quick ? '; quick' : ''}`,
      }),
    ];
  },
};
