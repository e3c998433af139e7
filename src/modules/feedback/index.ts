import type { Route } from '../../http/route.ts';
import { athleteFeedbackRoute } from './routes/athlete-feedback.ts';
import { ownFeedbackRoutes } from './routes/own-feedback.ts';

export { feedbackInArchives } from './archive-queries.ts';
export { ATHLETE_FEEDBACK, FeedbackObject, FeedbackQuery } from './contract.ts';
export type { Feedback, Said } from './feedback.ts';
export { feedbackData } from './feedback-data.ts';
export { type FeedbackGiven, feedbackGiven } from './feedback-given.ts';
export { giveFeedback } from './give-feedback.ts';
export { presentFeedback, presentMemberPage } from './present.ts';
export {
  findFeedback,
  findLatestNotes,
  findRatedWorkouts,
  findToldFeedback,
  findToldFeedbackAfter,
  type LatestNote,
  type ToldFeedback,
} from './queries.ts';
export { listMemberFeedback, sees, sightOf } from './read-feedback.ts';

export function feedbackRoutes(
  deps: Parameters<typeof ownFeedbackRoutes>[0] & Parameters<typeof athleteFeedbackRoute>[0],
): readonly Route[] {
  return [...ownFeedbackRoutes(deps), athleteFeedbackRoute(deps)];
}
