import type { Route } from '../../http/route.ts';
import { athleteFeedbackRoute } from './routes/athlete-feedback.ts';
import { ownFeedbackRoutes } from './routes/own-feedback.ts';

export { ATHLETE_FEEDBACK, FeedbackObject, FeedbackQuery } from './contract.ts';
export type { Said } from './feedback.ts';
export { feedbackData } from './feedback-data.ts';
export { type FeedbackGiven, feedbackGiven } from './feedback-given.ts';
export { giveFeedback } from './give-feedback.ts';
export { presentFeedback, presentMemberPage } from './present.ts';
export { findRatedWorkouts, findToldFeedback, findToldFeedbackAfter, type ToldFeedback } from './queries.ts';
export { listMemberFeedback, sees, sightOf } from './read-feedback.ts';

export function feedbackRoutes(
  deps: Parameters<typeof ownFeedbackRoutes>[0] & Parameters<typeof athleteFeedbackRoute>[0],
): readonly Route[] {
  return [...ownFeedbackRoutes(deps), athleteFeedbackRoute(deps)];
}
