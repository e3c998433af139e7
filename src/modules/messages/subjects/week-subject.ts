import Type from 'typebox';
import { IDS } from '../../../http/schemas.ts';
import { noSuchThing } from '../errors.ts';
import type { Subject } from './subject.ts';

const MONDAY = 1;

/** A week of an athlete, by its Monday. */
export const weekSubject: Subject = {
  kind: 'week',
  path: '/athletes/:user_id/weeks/:week_start',
  params: Type.Object({
    org_id: IDS.org_id,
    user_id: IDS.user_id,
    week_start: Type.String({
      pattern: '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$',
      maxLength: 10,
      description: 'The Monday that the week begins with, YYYY-MM-DD.',
      examples: ['2026-06-29'],
    }),
  }),
  operations: 'Week',
  in_words: 'a week',
  has_laps: false,
  placeOf: ({ user_id = '', week_start = '' }) => {
    const day = new Date(`${week_start}T00:00:00Z`);
    const isMonday = day.getUTCDay() === MONDAY && day.toISOString().startsWith(week_start);
    if (!isMonday) throw noSuchThing({ message: 'There is no such week: weeks begin on a Monday.' });
    return { athlete_id: user_id.toLowerCase(), key: week_start };
  },
  idsOf: (week_start) => ({ week_start }),
  // Whoever may read of the athlete may speak of their weeks: a week holds nothing by itself.
  areSeen: async (_db, asked) => asked.map(() => true),
  hold: async () => true,
};
