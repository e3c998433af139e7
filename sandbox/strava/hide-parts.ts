import type { LatLng } from '../../src/modules/activities/import/types.ts';
import type { Recording } from '../recordings/recording.ts';
import type { StravaActivity } from './activity.ts';
import type { StravaAthlete } from './athlete.ts';
import { trackOf } from './make-activity.ts';

/** What of an athlete's activities a token sees. */
export type Sight = {
  readonly athlete: StravaAthlete;
  /** `activity:read_all`: what is Only You, and what lies in the privacy zone. */
  readonly all: boolean;
};

export function isVisible(activity: StravaActivity, sight: Sight): boolean {
  return activity.athlete_id === sight.athlete.id && (sight.all || activity.visibility !== 'only_me');
}

/** A way without the ends that lie in the privacy zone, for tokens that may not see them. */
export function shownTrack(track: readonly LatLng[], sight: Sight): readonly LatLng[] {
  return track.slice(...shownPart(track, sight));
}

/** The samples that a token sees: all, or those between the ends that lie in the privacy zone. */
export function shownSamples(recording: Recording, sight: Sight): readonly [from: number, to: number] {
  const track = trackOf(recording);
  return track.length === 0 ? [0, recording.samples.time_s.length] : shownPart(track, sight);
}

function shownPart(track: readonly LatLng[], { athlete, all }: Sight): readonly [from: number, to: number] {
  const zone_m = athlete.privacy_zone_m;
  if (all || zone_m === null) return [0, track.length];
  const isOutside = (point: LatLng): boolean => distanceFromHome(point, athlete) > zone_m;
  const from = track.findIndex(isOutside);
  return from < 0 ? [0, 0] : [from, track.findLastIndex(isOutside) + 1];
}

/** On a flat earth: a zone has a kilometre at most. */
function distanceFromHome([lat, lng]: LatLng, { home }: StravaAthlete): number {
  const metres = 111_320;
  return Math.hypot(
    (lat - home.lat) * metres,
    (lng - home.lng) * metres * Math.cos((home.lat * Math.PI) / 180),
  );
}
