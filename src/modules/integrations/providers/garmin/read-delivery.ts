import { AppError } from '../../../../shared/errors.ts';
import { SECOND_MS } from '../../../../shared/time.ts';
import type { ActivityReport } from '../../../activities/index.ts';
import type { HealthReport } from '../../health/health-report.ts';
import type { Notice } from '../../notice.ts';
import { UnreadableDelivery } from '../../platform-error.ts';
import { isObject, type Members } from '../members.ts';
import { mapActivity, mapDetails } from './map-activity.ts';
import { mapDaily, mapHrv, mapSleep } from './map-health.ts';
import { readPermissions } from './permissions.ts';
import { epochSeconds, userIdOf } from './values.ts';

/** What an item says apart from its person; null for nothing of use. */
type Said = Notice extends infer One ? (One extends unknown ? Omit<One, 'provider_user_id'> : never) : never;
type ItemReader = (item: Members) => Said | null;

/** Types whose data may lie at an address that we have to fetch: Garmin then sends only the address, a ping. */
const SUMMARIES: Readonly<Record<string, ItemReader>> = {
  activities: (item) => workout(mapActivity(item)),
  manuallyUpdatedActivities: (item) => workout(mapActivity(item, { edited: true })),
  activityDetails: (item) => workout(mapDetails(item)),
  dailies: (item) => health(mapDaily(item)),
  sleeps: (item) => health(mapSleep(item)),
  hrv: (item) => health(mapHrv(item)),
};

const EVENTS: Readonly<Record<string, ItemReader>> = {
  deregistrations: () => ({ kind: 'disconnected' }),
  userPermissionsChange: scopes,
  userPermissions: scopes,
};

/**
 * Types that are known and not kept. They include files of activities, since details bring the same samples without a second request.
 * Only workouts longer than a day have their samples in the file alone.
 */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'activityFiles',
  'moveIQActivities',
  'epochs',
  'bodyComps',
  'stressDetails',
  'userMetrics',
  'pulseox',
  'pulseOx',
  'allDayRespiration',
  'respiration',
  'healthSnapshot',
  'bloodPressures',
  'skinTemp',
  'mct',
]);

/**
 * Reads a post of Garmin's: lists of items by type, possibly of several people and types. A fault in one item affects only that item.
 *
 * @throws UnreadableDelivery when it is no such post
 */
export function readDelivery(body: Uint8Array): Notice[] {
  const delivery = parse(body);
  if (!isObject(delivery)) throw new UnreadableDelivery('it is no JSON object of lists by type');
  const types = Object.keys(delivery);
  if (!types.some(isKnown)) throw new UnreadableDelivery('it holds none of the types that Garmin sends');
  return types.flatMap((type) => {
    if (NOT_KEPT.has(type)) return [];
    if (!isKnown(type)) return [unreadable('', 'a type', 'Garmin has no such type, or it is new')];
    return readItems(type, delivery[type]);
  });
}

/** Reads what a callback URL gave: the bare list of a type. @throws UnreadableDelivery when it is no list of a type that is kept */
export function readPulled(type: string, body: Uint8Array): Notice[] {
  const items = parse(body);
  if (!isPulled(type) || !Array.isArray(items)) throw new UnreadableDelivery('it is no list of summaries');
  return readItems(type, items);
}

export const PULLED_TYPES: readonly string[] = Object.keys(SUMMARIES);

export function isPulled(type: string): boolean {
  return Object.hasOwn(SUMMARIES, type);
}

function isKnown(type: string): boolean {
  return isPulled(type) || Object.hasOwn(EVENTS, type) || NOT_KEPT.has(type);
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new UnreadableDelivery('it is no JSON');
  }
}

function readItems(type: string, items: unknown): Notice[] {
  if (!Array.isArray(items)) return [unreadable('', type, 'it is no list')];
  return items.flatMap((item: unknown, index) => {
    const notice = readItem(type, item, `${type}[${index}]`);
    return notice === null ? [] : [notice];
  });
}

function readItem(type: string, item: unknown, place: string): Notice | null {
  const provider_user_id = userIdOf(item);
  if (!isObject(item) || provider_user_id === null) {
    return unreadable('', place, 'it does not say whose it is');
  }
  try {
    const said = readerOf(type, item)(item);
    return said && { provider_user_id, ...said };
  } catch (error) {
    // Refusals of impossible values say so in their message, without quoting them.
    if (error instanceof UnreadableDelivery || error instanceof AppError) {
      return unreadable(provider_user_id, place, error.message);
    }
    throw error;
  }
}

function readerOf(type: string, item: Members): ItemReader {
  if (isPulled(type) && 'callbackURL' in item) return (ping) => elsewhere(type, ping);
  return SUMMARIES[type] ?? EVENTS[type] ?? (() => null);
}

/** Whether the address is Garmin's is checked later, where the settings are known. */
function elsewhere(what: string, { callbackURL }: Members): Said {
  if (typeof callbackURL !== 'string') throw new UnreadableDelivery('its callback URL is none');
  return { kind: 'elsewhere', what, url: callbackURL };
}

function scopes({ permissions, changeTimeInSeconds }: Members): Said {
  const said = readPermissions(permissions);
  if (said === null) throw new UnreadableDelivery('it does not say what is allowed');
  const changed_s = epochSeconds(changeTimeInSeconds);
  return {
    kind: 'scopes',
    scopes: said,
    changed_at: changed_s === null ? null : new Date(changed_s * SECOND_MS),
  };
}

function workout(report: ActivityReport | null): Said | null {
  return report && { kind: 'activity', report };
}

function health(report: HealthReport | null): Said {
  if (report === null) throw new UnreadableDelivery('it names no calendar day');
  return { kind: 'health', report };
}

function unreadable(provider_user_id: string, item: string, reason: string): Notice {
  return { provider_user_id, kind: 'unreadable', item, reason };
}
