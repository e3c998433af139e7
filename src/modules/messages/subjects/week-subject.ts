import Type from 'typebox';
import { IDS } from '../../../http/schemas.ts';
import type { Subject } from './subject.ts';

const MONDAY = 1;

export const weekSubject: Subject = {
  kind: 'week',
  path: '/athletes/:user_id/weeks/:week_start',
  params: Type.Object({
    org_id: IDS.org_id,
    user_id: IDS.user_id,
    week_start: Type.String({
      // Wider than days are: what is none is a week that there is not, as an id may be one of nothing.
      pattern: '^[0-9A-Za-z-]{1,64}$',
      errorMessage: 'is no Monday',
      maxLength: 64,
      description: 'The Monday that the week begins with, YYYY-MM-DD.',
      examples: ['2026-06-29'],
    }),
  }),
  operations: 'Week',
  in_words: 'a week',
  has_laps: false,
  placeOf: ({ user_id = '', week_start = '' }) => ({ athlete_id: user_id.toLowerCase(), key: week_start }),
  idsOf: (week_start) => ({ week_start }),
  // Whoever may read of the athlete may speak of their weeks: a week holds nothing by itself.
  areSeen: async (_db, asked) => asked.map(({ key }) => isMonday(key)),
  hold: async (_tx, { key }) => isMonday(key),
};

function isMonday(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return day.getUTCDay() === MONDAY && day.toISOString().startsWith(text);
}
