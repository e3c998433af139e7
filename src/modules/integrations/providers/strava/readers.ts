import { UnreadableDelivery } from '../../platform-error.ts';
import { isObject } from '../members.ts';
import type { PartsReader } from '../parts-reader.ts';
import { readActivity } from './read-activity.ts';
import { readJson } from './read-json.ts';

/** The reason when an activity is not read because its streams are invalid: the next attempt may bring others. */
export const BROKEN_STREAMS = 'its streams are none';

export const STRAVA_READERS: Readonly<Record<'activity', PartsReader>> = {
  activity: ([detail, streams]) => {
    const activity = detail && readJson(detail);
    if (!isObject(activity)) throw new UnreadableDelivery('it is no activity');
    if (streams === undefined) return [readActivity(activity, null)];
    const columns = readJson(streams);
    if (typeof columns !== 'object' || columns === null) throw new UnreadableDelivery(BROKEN_STREAMS);
    return [readActivity(activity, columns)];
  },
};
