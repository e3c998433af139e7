import type { Notice } from '../../notice.ts';
import { UnreadableDelivery } from '../../platform-error.ts';
import { isObject, type Members } from '../members.ts';
import { readId, readJson } from './read-json.ts';
import type { StravaSettings } from './settings.ts';

/** A usual event has some three hundred bytes. */
const MAX_EVENT_BYTES = 64 * 1_024;

/**
 * The notices in an event. It is a hint, not a fact: anybody who knows two public numbers can forge one, unless Strava signs. So an
 * activity that it hides is hidden at once, one that it deletes is hidden until the platform itself says that it is gone, and
 * everything else is asked for.
 *
 * @throws UnreadableDelivery for a body that is no event, or one of another subscription
 */
export function readEvent(body: Uint8Array, settings: StravaSettings): readonly Notice[] {
  if (body.byteLength > MAX_EVENT_BYTES) throw new UnreadableDelivery('it is larger than any event');
  const event = readJson(body);
  if (!isObject(event)) throw new UnreadableDelivery('it is no JSON object');
  requireOurs(event, settings);
  const { object_type, aspect_type } = event;
  if (typeof object_type !== 'string' || typeof aspect_type !== 'string')
    throw new UnreadableDelivery('it does not say what has happened to what');
  switch (object_type) {
    case 'activity':
      return readActivityEvent(event, aspect_type, settings);
    case 'athlete':
      return readAthleteEvent(event, aspect_type);
    default:
      return [];
  }
}

function requireOurs({ subscription_id }: Members, settings: StravaSettings): void {
  if (settings.subscription_id === null) return;
  if (readId(subscription_id) !== settings.subscription_id)
    throw new UnreadableDelivery('it is of another subscription');
}

function readActivityEvent(event: Members, aspect_type: string, settings: StravaSettings): Notice[] {
  const provider_user_id = readId(event.owner_id);
  const external_id = readId(event.object_id);
  if (provider_user_id === null || external_id === null)
    throw new UnreadableDelivery('it does not say which activity of whom');
  const changed = { provider_user_id, kind: 'activity_changed', external_id } as const;
  switch (aspect_type) {
    case 'create':
    case 'update':
      return [isSaid(event, 'private', 'true') ? { ...changed, private: true } : changed];
    case 'delete':
      if (settings.signature_required) return [{ provider_user_id, kind: 'activity_deleted', external_id }];
      return [{ ...changed, private: true }];
    default:
      return [];
  }
}

function readAthleteEvent(event: Members, aspect_type: string): Notice[] {
  const provider_user_id = readId(event.owner_id) ?? readId(event.object_id);
  if (provider_user_id === null) throw new UnreadableDelivery('it does not say which athlete');
  // Sources differ on which of the two it is.
  const isOver = aspect_type === 'delete' || isSaid(event, 'authorized', 'false');
  return isOver ? [{ provider_user_id, kind: 'disconnected' }] : [];
}

function isSaid({ updates }: Members, name: string, value: 'true' | 'false'): boolean {
  const said = isObject(updates) ? updates[name] : undefined;
  return said === value || said === (value === 'true');
}
