import { type Answer, json } from '../kit/answers.ts';
import type { StravaActivity } from './activity.ts';
import { requireScope } from './admit.ts';
import { badRequest, notFound, type PlatformRequest, refusal } from './answers.ts';
import type { Access } from './keep-grants.ts';
import type { Platform } from './platform.ts';
import { presentDetail, presentSummary } from './present-activity.ts';
import { presentDetailedAthlete, presentStats, presentSummaryAthlete } from './present-athlete.ts';
import { presentActivityZones, presentLaps, presentZones } from './present-parts.ts';
import { isVisible, presentStreams, type Sight, STREAM_TYPES, type StreamType } from './present-streams.ts';

export function getAthlete({ world }: Platform, _request: PlatformRequest, access: Access): Answer {
  const athlete = world.athlete(access.athlete_id);
  const isDetailed = access.scopes.has('profile:read_all');
  return json(200, isDetailed ? presentDetailedAthlete(athlete) : presentSummaryAthlete(athlete));
}

export function getZones(platform: Platform, _request: PlatformRequest, access: Access): Answer {
  requireScope(platform, access, 'profile:read_all');
  return json(200, presentZones(platform.world.athlete(access.athlete_id)));
}

/** Somebody's own totals only. */
export function getStats(platform: Platform, _request: PlatformRequest, access: Access, id: string): Answer {
  requireScope(platform, access, 'read', 'read_all');
  if (id !== String(access.athlete_id)) throw refusal(403, 'Forbidden', ['Athlete', 'id', 'invalid']);
  return json(200, presentStats(platform.world.activitiesOf(access.athlete_id), platform.now()));
}

/** `GET /athlete/activities`: a page of what the token may see. */
export function listActivities(platform: Platform, { parameters }: PlatformRequest, access: Access): Answer {
  const sight = sightOf(platform, access);
  const { before, after, page, per_page } = readPage(parameters);
  const { ways } = platform.settings;
  const isSeen = (activity: StravaActivity): boolean => isVisible(activity, sight);
  const oldestFirst = after !== undefined && ways.after_is_oldest_first;
  const listed = platform.world
    .activitiesOf(access.athlete_id)
    .filter(({ start }) => isBetween(start, after, before))
    .filter((activity) => ways.short_pages || isSeen(activity))
    .sort((a, b) => (oldestFirst ? 1 : -1) * (a.start.getTime() - b.start.getTime() || a.id - b.id))
    .slice((page - 1) * per_page, page * per_page)
    .filter(isSeen);
  return json(
    200,
    listed.map((activity) => presentSummary(activity, sight)),
  );
}

type Found = {
  readonly platform: Platform;
  readonly parameters: PlatformRequest['parameters'];
  readonly activity: StravaActivity;
  readonly sight: Sight;
};

/** What is said of an activity; what the token may not see answers like what does not exist. */
const ofActivity =
  (present: (found: Found) => unknown) =>
  (platform: Platform, { parameters }: PlatformRequest, access: Access, id: string): Answer => {
    const sight = sightOf(platform, access);
    const activity = /^\d{1,15}$/.test(id) ? platform.world.find(Number(id)) : undefined;
    if (activity === undefined || !isVisible(activity, sight)) throw notFound('Activity');
    return json(200, present({ platform, parameters, activity, sight }));
  };

export const getActivity = ofActivity(({ activity, sight }) => presentDetail(activity, sight));

export const getLaps = ofActivity(({ activity, sight: { athlete } }) =>
  presentLaps({ activity, athlete, recording: activity.recording?.() }),
);

export const getActivityZones = ofActivity(({ activity: { recording }, sight }) =>
  recording === null ? [] : presentActivityZones(sight.athlete, recording()),
);

/** By type or as a list. What was entered by hand has no streams, and is not found. */
export const getStreams = ofActivity(({ platform, parameters, activity, sight }) => {
  const types = readTypes(parameters.get('keys') ?? '');
  if (platform.settings.ways.always_sends_distance) types.add('distance');
  if (activity.recording === null) throw notFound('Stream');
  const streams = presentStreams({ activity, recording: activity.recording(), types, sight });
  if (parameters.get('key_by_type') === 'true') return Object.fromEntries(streams);
  return streams.map(([type, stream]) => ({ type, ...stream }));
});

function sightOf(platform: Platform, access: Access): Sight {
  requireScope(platform, access, 'activity:read', 'activity:read_all');
  const athlete = platform.world.athlete(access.athlete_id);
  return { athlete, all: access.scopes.has('activity:read_all') };
}

function isBetween(start: Date, after: number | undefined, before: number | undefined): boolean {
  const epoch_s = start.getTime() / 1_000;
  return epoch_s > (after ?? Number.NEGATIVE_INFINITY) && epoch_s < (before ?? Number.POSITIVE_INFINITY);
}

function readTypes(keys: string): Set<StreamType> {
  const isType = (name: string): name is StreamType => STREAM_TYPES.some((type) => type === name);
  const named = keys.split(',');
  if (!named.every(isType)) throw badRequest('Stream', 'keys', 'invalid');
  return new Set(named);
}

const MOST_PER_PAGE = 200;

/** @throws Refused for what is no number, or a page larger than the largest */
function readPage(parameters: ReadonlyMap<string, string>) {
  const [page = 1, per_page = 30] = [whole(parameters, 'page'), whole(parameters, 'per_page')];
  if (page < 1) throw badRequest('Activity', 'page', 'invalid');
  if (per_page < 1) throw badRequest('Activity', 'per_page', 'invalid');
  if (per_page > MOST_PER_PAGE) throw badRequest('Activity', 'per_page', 'limit exceeded');
  return { before: whole(parameters, 'before'), after: whole(parameters, 'after'), page, per_page };
}

function whole(parameters: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,12}$/.test(text)) throw badRequest('Activity', name, 'invalid');
  return Number(text);
}
