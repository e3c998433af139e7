import polyline from '@mapbox/polyline';
import { trackOf } from '../recordings/track.ts';
import { HIDEABLE_STATS, type StravaActivity } from './activity.ts';
import always from './data/always-said.json' with { type: 'json' };
import { presentShoe } from './present-athlete.ts';
import {
  presentBestEfforts,
  presentLaps,
  presentSplits,
  shownTimes,
  sufferScore,
  utcOffset,
  zoneLabel,
} from './present-parts.ts';
import { type Sight, shownTrack } from './present-streams.ts';
import { isOnFoot, isRun, olderType } from './sports.ts';

/** As lists show it: what no sensor has measured is not there. */
export function presentSummary(activity: StravaActivity, sight: Sight): Record<string, unknown> {
  const { id, totals, sport_type, visibility, upload_id } = activity;
  const track = shownTrack(activity.track, sight);
  return {
    ...always.activity,
    resource_state: 2,
    athlete: { id: activity.athlete_id, resource_state: 1 },
    name: activity.name,
    distance: totals.distance_m ?? 0,
    moving_time: Math.round(totals.timer_s),
    elapsed_time: Math.round(totals.elapsed_s),
    total_elevation_gain: totals.ascent_m ?? 0,
    type: olderType(sport_type),
    sport_type,
    workout_type: activity.workout_type,
    device_name: activity.device_name,
    id,
    ...shownTimes(activity),
    timezone: zoneLabel(activity),
    utc_offset: utcOffset(activity),
    map: { id: `a${id}`, summary_polyline: polyline.encode([...track], 5), resource_state: 2 },
    trainer: activity.trainer,
    commute: activity.commute,
    manual: activity.recording === null,
    private: visibility === 'only_me',
    visibility,
    flagged: activity.flagged,
    gear_id: isRun(sport_type) ? sight.athlete.shoe.id : null,
    start_latlng: track[0] ?? [],
    end_latlng: track.at(-1) ?? [],
    average_speed: round(totals.average_speed_mps ?? 0, 1_000),
    max_speed: totals.max_speed_mps ?? 0,
    ...measured(activity, sight),
    upload_id,
    ...(upload_id === null ? {} : { upload_id_str: String(upload_id) }),
    external_id: activity.external_id,
  };
}

export function presentDetail(activity: StravaActivity, sight: Sight): Record<string, unknown> {
  const recording = activity.recording?.();
  const { id } = activity;
  const track = recording === undefined ? [] : shownTrack(trackOf(recording) ?? [], sight);
  const parts = { activity, athlete: sight.athlete, recording };
  return {
    ...presentSummary(activity, sight),
    ...always.detailed_activity,
    map: {
      id: `a${id}`,
      polyline: polyline.encode([...track], 5),
      resource_state: 3,
      summary_polyline: polyline.encode([...shownTrack(activity.track, sight)], 5),
    },
    description: activity.description,
    calories: activity.calories_kcal,
    hide_from_home: activity.hide_from_home,
    embed_token: id.toString(16).padStart(40, '0'),
    available_zones: availableZones(activity),
    ...(isRun(activity.sport_type) ? { gear: presentShoe(sight.athlete) } : {}),
    stats_visibility: HIDEABLE_STATS.map((type) => ({
      type,
      visibility: activity.hidden_stats.includes(type) ? 'only_me' : 'everyone',
    })),
    splits_metric: presentSplits(parts, 1_000),
    splits_standard: presentSplits(parts, 1_609.344),
    laps: presentLaps(parts),
    best_efforts: presentBestEfforts(parts),
  };
}

function measured(activity: StravaActivity, { athlete }: Sight): Record<string, unknown> {
  const { totals, temperature_c, elevation } = activity;
  const heart_rate = totals.average_heart_rate_bpm;
  return {
    ...cadence(activity),
    ...power(activity),
    ...(temperature_c === null ? {} : { average_temp: temperature_c }),
    has_heartrate: heart_rate !== null,
    ...(heart_rate === null
      ? {}
      : {
          average_heartrate: heart_rate,
          max_heartrate: totals.max_heart_rate_bpm,
          suffer_score: sufferScore(athlete, heart_rate, totals.timer_s),
        }),
    ...(elevation === null ? {} : { elev_high: elevation.high_m, elev_low: elevation.low_m }),
  };
}

/** On foot one leg is counted, as the platform does. */
function cadence({ totals, sport_type }: StravaActivity): Record<string, unknown> {
  const per_min = totals.average_cadence_per_min;
  if (per_min === null) return {};
  return { average_cadence: isOnFoot(sport_type) ? per_min / 2 : per_min };
}

function power({ totals }: StravaActivity): Record<string, unknown> {
  const watts = totals.average_power_w;
  if (watts === null) return {};
  return {
    average_watts: watts,
    max_watts: totals.max_power_w,
    weighted_average_watts: watts,
    kilojoules: round((watts * totals.timer_s) / 1_000, 10),
    device_watts: true,
  };
}

function availableZones({ totals, sport_type }: StravaActivity): string[] {
  return [
    ...(totals.average_heart_rate_bpm === null ? [] : ['heartrate']),
    ...(isRun(sport_type) ? ['pace'] : []),
    ...(totals.average_power_w === null ? [] : ['power']),
  ];
}

function round(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit;
}
