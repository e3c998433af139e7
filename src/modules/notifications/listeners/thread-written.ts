import { inEachLanguage } from '../../../words/index.ts';
import type { ThreadNews } from '../../messages/index.ts';
import type { Announcement } from '../centre/notification.ts';

/** Types of notification that name the author of a post. */
export const NAMING_A_WRITER = ['message_received', 'comment_written'] as const;

type Told = ThreadNews['told'][number];
type Written = ThreadNews & { readonly author: NonNullable<ThreadNews['author']> };

export const typeOfThread = ({ kind }: Pick<ThreadNews, 'kind'>): (typeof NAMING_A_WRITER)[number] =>
  kind === 'conversation' ? 'message_received' : 'comment_written';

/** What a person is told about a post: its author and place, never its text, since pushes and mails pass through other services. */
export function threadWritten(news: Written, post_id: string, to: Told): Announcement {
  const { org_id, org_name: club, thread_id, kind, ids, author } = news;
  const values = { name: to.author_name, club };
  return {
    category: 'team',
    type: typeOfThread(news),
    subject: post_id,
    texts: inEachLanguage((say) => {
      if (kind === 'conversation')
        return {
          title: say('notifications.messageReceived.title'),
          message: to.is_mentioned
            ? say('notifications.messageReceived.mentioned', values)
            : to.side === 'athlete'
              ? say('notifications.messageReceived.toAthlete', values)
              : say('notifications.messageReceived.toCoaches', values),
        };
      return {
        title: say('notifications.commentWritten.title', { subject: kind }),
        message: to.is_mentioned
          ? say('notifications.commentWritten.mentioned', values)
          : say('notifications.commentWritten.message', values),
      };
    }),
    // `user_id` is how notifications that name a deleted person are found and removed. Nobody is told of their own posts.
    data: {
      ...{ org_id, org_name: club, thread_id, post_id },
      user_id: author.user_id,
      author_role: author.role,
      ...{ kind, ...ids },
    },
  };
}

export function postHidden(
  { org_id, org_name: club, thread_id, kind, ids }: ThreadNews,
  post_id: string,
  reason: string,
): Announcement {
  return {
    category: 'team',
    type: 'post_hidden',
    subject: post_id,
    texts: inEachLanguage((say) => ({
      title: say('notifications.postHidden.title'),
      message: say('notifications.postHidden.message', { club, reason }),
    })),
    data: { org_id, org_name: club, thread_id, post_id, kind, ...ids },
  };
}
