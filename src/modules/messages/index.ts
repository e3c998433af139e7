import type { Route } from '../../http/route.ts';
import type { NoteDeps } from '../audit/index.ts';
import { noteRoutes } from './notes/routes.ts';
import type { WritePostDeps } from './posts/write-post.ts';
import { commentRoutes } from './routes/comments.ts';
import { conversationRoutes } from './routes/conversations.ts';
import { postRoutes } from './routes/posts.ts';

export { ThreadPage } from './contract.ts';
export { UnreadThread } from './conversations/contract.ts';
export { countUnread, findThreadsOf, type UnreadCounts } from './conversations/read-unread.ts';
export { countComments } from './count-comments.ts';
export { noSuchThing } from './errors.ts';
export { findThreadNews, type ThreadNews } from './find-thread-news.ts';
export { messageData } from './message-data.ts';
export { writeNote } from './notes/write-note.ts';
export { type ReadPostDeps, readPosts } from './posts/read-posts.ts';
export { findWhoHasReadAll } from './posts/read-queries.ts';
export { writePost } from './posts/write-post.ts';
export { presentThread, presentUnreadThread } from './present.ts';
export {
  findLatestMessages,
  findWaitingConversations,
  type WaitingConversation,
} from './queries.ts';
export { type ActivitySubjectDeps, activitySubject } from './subjects/activity-subject.ts';
export { plannedWorkoutSubject } from './subjects/planned-workout-subject.ts';
export type { SubjectDeps as ThreadDeps } from './subjects/see.ts';
export { sessionSubject } from './subjects/session-subject.ts';
export type { Subject } from './subjects/subject.ts';
export { weekSubject } from './subjects/week-subject.ts';
export { type ThreadChanged, threadChanged } from './thread-changed.ts';
export { endThreads, forgetComments, forgetSessionComments } from './threads-ended.ts';
export { messageJobs, type UnreadWaiting, unreadWaiting } from './unread-mails/tell-unread.ts';

export function messageRoutes(deps: WritePostDeps & NoteDeps): readonly Route[] {
  return [...commentRoutes(deps), ...conversationRoutes(deps), ...postRoutes(deps), ...noteRoutes(deps)];
}
