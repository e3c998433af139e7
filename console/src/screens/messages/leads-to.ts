import type { Schemas } from '../../client/api.ts';

export type Notification = Schemas['Notification'];

/**
 * Where what somebody was told of is found in the console.
 *
 * @param coached the organizations that they coach
 * @returns null for what has no page, and for kinds that are not known here
 */
export function leadsTo({ type, data }: Notification, coached: readonly string[]): string | null {
  const idOf = (name: string): string | null => {
    const value = data[name];
    return typeof value === 'string' ? value : null;
  };
  const org_id = idOf('org_id');
  const coaches = org_id !== null && coached.includes(org_id);
  const inClub = (path: string): string | null => (org_id === null ? null : `/o/${org_id}/${path}`);
  const asCoach = (path: string): string | null => (coaches ? inClub(path) : null);
  switch (type) {
    case 'message_received':
    case 'comment_written':
    case 'post_hidden':
      return coaches ? inClub(threadOfCoach(idOf)) : ownThread(idOf);
    case 'plan_assigned':
    case 'weeks_changed':
      return '/calendar';
    case 'workout_reminder':
      return '/today';
    case 'activity_summary':
      return pathWith('/runs/', idOf('activity_id'));
    case 'session_planned':
    case 'session_changed':
    case 'session_cancelled':
    case 'session_place':
    case 'session_answered':
    case 'session_reminder':
    case 'session_register': {
      const session_id = idOf('session_id');
      return session_id === null ? null : inClub(`sessions/${session_id}`);
    }
    case 'athlete_joined': {
      const user_id = idOf('user_id');
      return user_id === null ? null : asCoach(`athletes/${user_id}/overview`);
    }
    case 'athlete_left':
    case 'membership_declined':
      return asCoach('settings/members');
    case 'membership_offered':
      return '/me/settings';
    case 'added_to_organization':
    case 'data_exported':
      return '/me/privacy';
    case 'connection_lost':
    case 'chat_moved':
      return '/me/connections';
    case 'api_keys_revoked':
    case 'api_key_unused':
      return asCoach('settings/security');
    case 'export_incomplete':
      return asCoach('settings/exports');
    case 'messages_unread':
      return '/messages';
    default:
      return null;
  }
}

const pathWith = (path: string, id: string | null): string | null => (id === null ? null : path + id);

type IdOf = (name: string) => string | null;

/** Of what an athlete wrote, where it stands; what coaches write to each other of somebody does not say of whom. */
function threadOfCoach(idOf: IdOf): string {
  const [session_id, user_id, activity_id] = [idOf('session_id'), idOf('user_id'), idOf('activity_id')];
  if (session_id !== null) return `sessions/${session_id}`;
  if (idOf('author_role') !== 'athlete' || user_id === null) return 'messages/inbox';
  if (activity_id !== null) return `athletes/${user_id}/activities/${activity_id}`;
  return `athletes/${user_id}/${idOf('kind') === 'conversation' ? 'messages' : 'calendar'}`;
}

function ownThread(idOf: IdOf): string | null {
  const [org_id, session_id, activity_id] = [idOf('org_id'), idOf('session_id'), idOf('activity_id')];
  if (session_id !== null) return org_id === null ? null : `/o/${org_id}/sessions/${session_id}`;
  if (activity_id !== null) return `/runs/${activity_id}`;
  return idOf('kind') === 'conversation' ? pathWith('/messages/', org_id) : '/calendar';
}
