import { defineEvent } from '../../../infra/events/index.ts';

export type WeeksForgotten = {
  readonly user_id: string;
  /** Their Mondays, YYYY-MM-DD; at most `MOST_WEEKS`. */
  readonly weeks: readonly string[];
};

/** Three for each that a batch of workouts expires in. */
const MOST_WEEKS = 5_000;

export const weeksForgotten = defineEvent<WeeksForgotten>({
  name: 'weeks_forgotten',
  payload: (value) => {
    const { user_id, weeks } = value as Partial<WeeksForgotten>;
    if (typeof user_id !== 'string') throw new TypeError('the person is missing');
    if (!Array.isArray(weeks) || weeks.length > MOST_WEEKS)
      throw new TypeError(`the weeks are missing, or more than ${MOST_WEEKS}`);
    return { user_id, weeks };
  },
});
