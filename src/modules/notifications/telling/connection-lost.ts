import { inEachLanguage } from '../../../words/index.ts';
import type { ConnectionLost } from '../../integrations/index.ts';
import type { Announcement } from '../centre/notification.ts';

/** What athletes are told when a platform they have connected is connected no more, and not by them. */
export function lostConnection(event: ConnectionLost): Announcement {
  const { provider, provider_title: platform, reason } = event;
  const what = reason === 'moved' ? 'moved' : 'refused';
  return {
    category: 'reminders',
    type: 'connection_lost',
    subject: event.occurrence_id,
    texts: inEachLanguage((say) => ({
      title: say(`notifications.connectionLost.${what}.title`, { platform }),
      message: say(`notifications.connectionLost.${what}.message`, { platform }),
    })),
    data: { provider, reason },
  };
}
