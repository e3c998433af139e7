import { HttpClientError } from '../../../../infra/http-client/index.ts';
import type { Notice } from '../../notice.ts';
import { PlatformError, UnreadableDelivery } from '../../platform-error.ts';
import type { Session } from '../../provider.ts';
import type { Reader } from '../../sync/reader.ts';
import { readObject, type Strava } from './ask-strava.ts';
import { STREAM_KEYS } from './map-streams.ts';
import { readOwner } from './read-activity.ts';
import { readId } from './read-json.ts';
import { BROKEN_STREAMS } from './readers.ts';

/** Four days of all streams at one sample a second. */
const MAX_STREAM_BYTES = 32 * 1_024 * 1_024;

const CALL = 'reading an activity';

export type FetchDeps = { readonly strava: Strava; readonly reader: Pick<Reader, 'read'> };

/**
 * A whole activity with its streams. One that the platform does not show to its athlete's own token was deleted, or is hidden from us:
 * either way it must not be kept. One of somebody else is ignored.
 */
export async function fetchActivity(
  { strava, reader }: FetchDeps,
  session: Session,
  external_id: string,
): Promise<readonly Notice[]> {
  const { provider_user_id } = session;
  // Only a valid id may become part of an address.
  if (readId(external_id) === null) return [];
  const path = `/activities/${external_id}`;
  const detail = await orNothing(strava.read(session, { path, call: CALL }));
  if (detail === null) return [{ provider_user_id, kind: 'activity_deleted', external_id }];
  const activity = readObject(detail, CALL);
  if (readId(activity.id) !== external_id || readOwner(activity) !== provider_user_id) return [];
  const streams = activity.manual === true ? null : await fetchStreams(strava, session, path);
  const parts = streams === null ? [detail] : [detail, streams];
  try {
    return await reader.read('strava', 'activity', parts);
  } catch (error) {
    if (!(error instanceof UnreadableDelivery)) throw error;
    if (error.message === BROKEN_STREAMS)
      throw new PlatformError('unavailable', `${CALL}: Strava answers with what are no streams.`);
    const item = `activity ${external_id}`;
    return [{ provider_user_id, kind: 'unreadable', item, reason: error.message, external_id }];
  }
}

/** Null where there are none, or more than anybody records. */
async function fetchStreams(strava: Strava, session: Session, path: string): Promise<Buffer | null> {
  const query = { keys: STREAM_KEYS.join(','), key_by_type: 'true' };
  const read = { path: `${path}/streams`, query, call: CALL, max_bytes: MAX_STREAM_BYTES };
  return await orNothing(strava.read(session, read)).catch((error: unknown) => {
    if (error instanceof PlatformError && isTooLarge(error.cause)) return null;
    throw error;
  });
}

async function orNothing(answer: Promise<Buffer>): Promise<Buffer | null> {
  return await answer.catch((error: unknown) => {
    if (error instanceof PlatformError && error.fault === 'not_found') return null;
    throw error;
  });
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof HttpClientError && cause.fault === 'too_large';
}
