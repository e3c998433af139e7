import { inEachLanguage } from '../../../words/index.ts';
import type { KeysRevoked, KeyUnused } from '../../api-keys/index.ts';
import type { Announcement, TextsByLanguage } from '../centre/notification.ts';

/** What leaders are told when keys end because the role or the account of their maker has ended. It names nobody. */
export function keysRevoked(event: KeysRevoked, org_name: string): Announcement {
  const { org_id, reason, keys } = event;
  const names = keys.map(({ name }) => name);
  return {
    category: 'team',
    type: 'api_keys_revoked',
    subject: event.occurrence_id,
    texts: revokedTexts(reason === 'role_ended' ? 'roleEnded' : 'accountEnded', names, org_name),
    data: { org_id, org_name, reason, key_ids: keys.map(({ key_id }) => key_id) },
  };
}

/** What leaders are told of a key that never expires and was not used for a long time. */
export function keyUnused(event: KeyUnused, org_name: string): Announcement {
  const { org_id, key_id, name, unused_days } = event;
  return {
    category: 'team',
    type: 'api_key_unused',
    subject: event.occurrence_id,
    texts: inEachLanguage((say) => ({
      title: say('notifications.keyUnused.title'),
      message: say('notifications.keyUnused.message', { name, club: org_name, days: unused_days }),
    })),
    data: { org_id, org_name, key_id, unused_days },
  };
}

/** Only this many names fit into a message. */
const MOST_NAMED = 3;

function revokedTexts(
  why: 'roleEnded' | 'accountEnded',
  names: readonly string[],
  club: string,
): TextsByLanguage {
  const named = names.slice(0, MOST_NAMED);
  return inEachLanguage((say) => ({
    title: say(`notifications.keysRevoked.${why}.title`),
    message: say(`notifications.keysRevoked.${why}.message`, {
      club,
      named: named
        .map((name) => say('notifications.keysRevoked.key', { name }))
        .join(say('notifications.list.separator')),
      more: names.length - named.length,
    }),
  }));
}
