import { AppError } from '../../../../shared/errors.ts';
import type { Notice } from '../../notice.ts';
import { isObject, type Members } from '../members.ts';
import { mapActivity } from './map-activity.ts';
import { readId } from './read-json.ts';

/** What an activity, or its summary, reports of its owner; or why it is unreadable. */
export function readActivity(activity: Members, streams: unknown): Notice {
  const provider_user_id = readOwner(activity) ?? '';
  const unreadable = (reason: string): Notice => {
    const external_id = readId(activity.id);
    const item = `activity ${external_id ?? 'without an id'}`;
    return {
      provider_user_id,
      kind: 'unreadable',
      item,
      reason,
      ...(external_id === null ? {} : { external_id }),
    };
  };
  try {
    const report = mapActivity(activity, streams);
    if (report === null) return unreadable('it has no id or no start');
    return { provider_user_id, kind: 'activity', report };
  } catch (error) {
    // The error's message says what is wrong without quoting values.
    if (error instanceof AppError) return unreadable(error.message);
    throw error;
  }
}

/** The athlete whose activity it is; null where it does not say. */
export function readOwner({ athlete }: Members): string | null {
  return isObject(athlete) ? readId(athlete.id) : null;
}
