import type { Route } from '../../http/route.ts';
import type { NoteDeps } from '../audit/index.ts';
import type { GiveDeps } from './give-feedback.ts';
import type { ReadDeps } from './read-feedback.ts';
import { athleteFeedbackRoute } from './routes/athlete-feedback.ts';
import { ownFeedbackRoutes } from './routes/own-feedback.ts';

export { feedbackInArchives } from './archive-queries.ts';
export { ATHLETE_FEEDBACK, FeedbackObject, FeedbackQuery } from './contract.ts';
export type { Feedback, Said } from './feedback.ts';
export { feedbackData } from './feedback-data.ts';
export { feedbackGiven } from './feedback-given.ts';
export { giveFeedback } from './give-feedback.ts';
export { presentFeedback, presentMemberPage } from './present.ts';
export {
  findFeedback,
  findLatestNotes,
  findRatedWorkouts,
  findToldFeedback,
  findToldFeedbackAfter,
  isOfOrganization,
  type ToldFeedback,
} from './queries.ts';
export { listMemberFeedback, sees, sightOf } from './read-feedback.ts';

export function feedbackRoutes(deps: GiveDeps & ReadDeps & NoteDeps): readonly Route[] {
  return [...ownFeedbackRoutes(deps), athleteFeedbackRoute(deps)];
}
