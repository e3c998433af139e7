import { defineEvent } from '../../../infra/events/index.ts';

/** These people have a summary of a week for the first time; of one that is written anew nobody is told. Texts are read by whoever tells. */
export type WeeklySummariesWritten = {
  /** Its Monday, YYYY-MM-DD. */
  readonly week_start: string;
  /** At most `MOST_PEOPLE`. */
  readonly people: readonly {
    readonly user_id: string;
    /** Whether all its figures may be told by way of others: `mayBeTold`. */
    readonly may_be_told: boolean;
  }[];
};

/** A page of people, whose weeks are written and told together. */
export const MOST_PEOPLE = 50;

export const weeklySummariesWritten = defineEvent<WeeklySummariesWritten>({
  name: 'weekly_summaries_written',
  payload: (value) => {
    const { week_start, people } = value as Partial<WeeklySummariesWritten>;
    if (typeof week_start !== 'string') throw new TypeError('the week is missing');
    if (!Array.isArray(people) || people.length > MOST_PEOPLE)
      throw new TypeError(`the people are missing, or more than ${MOST_PEOPLE}`);
    // Field by field: no text may get into the queue, which outlives an account.
    return {
      week_start,
      people: people.map(({ user_id, may_be_told }) => ({ user_id, may_be_told: may_be_told === true })),
    };
  },
});
