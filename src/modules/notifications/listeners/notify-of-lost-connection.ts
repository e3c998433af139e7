import type { Database } from '../../../infra/db/database.ts';
import { inEachLanguage } from '../../../words/index.ts';
import type { ConnectionLost } from '../../integrations/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';

/** Tells an athlete, once, however often the event is heard, that a platform has to be connected again. */
export async function notifyOfLostConnection(
  deps: TellDeps & { db: Database },
  event: ConnectionLost,
): Promise<void> {
  const { user_id } = event;
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, [user_id]);
    await tell(deps, tx, [user_id], lostConnection(event));
  });
}

/** What athletes are told when a connection of theirs has ended, and they have not ended it. */
function lostConnection(event: ConnectionLost): Announcement {
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
