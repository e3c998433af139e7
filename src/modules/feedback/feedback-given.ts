import { defineEvent } from '../../infra/events/index.ts';

/** An athlete said something of a workout, or took it back. What it is now, whoever hears it looks up. */
export type FeedbackGiven = { readonly user_id: string; readonly feedback_id: string };

export const feedbackGiven = defineEvent<FeedbackGiven>({
  name: 'feedback_given',
  payload: (value) => {
    const { user_id, feedback_id } = value as Partial<FeedbackGiven>;
    if (typeof user_id !== 'string') throw new TypeError('the athlete is missing');
    if (typeof feedback_id !== 'string') throw new TypeError('the feedback is missing');
    return { user_id, feedback_id };
  },
});
