import { defineEvent } from '../../../infra/events/index.ts';

/** A workout has a summary for the first time; of one that is written anew nobody is told. Its text is read by whoever tells of it. */
export type ActivitySummarized = {
  readonly user_id: string;
  readonly activity_id: string;
  /** Whether all its figures may be told by way of others: `mayBeTold`. */
  readonly may_be_told: boolean;
};

export const activitySummarized = defineEvent<ActivitySummarized>({
  name: 'activity_summarized',
  payload: (value) => {
    const { user_id, activity_id, may_be_told } = value as Partial<ActivitySummarized>;
    if (typeof user_id !== 'string') throw new TypeError('the athlete is missing');
    if (typeof activity_id !== 'string') throw new TypeError('the activity is missing');
    return { user_id, activity_id, may_be_told: may_be_told === true };
  },
});
