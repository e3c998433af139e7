import type { TrainingAnchors } from '../../../training/activity-load.ts';
import type { ZoneEdges } from '../../../training/training-impulse.ts';
import { vdotFromRace } from '../../../training/vdot.ts';
import { storedPaces, type User, type Zones } from '../../users/index.ts';

/** The values of an athlete's profile that loads are computed from. */
export function anchorsOf({ zones, gender }: Pick<User, 'zones' | 'gender'>): TrainingAnchors {
  const { heartrate, pace, vdot } = zones;
  return {
    sex: gender === 'female' || gender === 'male' ? gender : null,
    max_bpm: heartrate?.max_bpm ?? null,
    resting_bpm: heartrate?.resting_bpm ?? null,
    threshold_bpm: heartrate?.threshold_bpm ?? null,
    zone_edges_bpm: edgesOf(heartrate),
    threshold_pace_s_per_km: pace?.threshold_pace_s_per_km ?? thresholdOf(vdot),
    vdot:
      vdot?.value ?? (pace?.race === undefined ? null : vdotFromRace(pace.race.distance_m, pace.race.time_s)),
  };
}

/** Zones set by hand may be fewer than five; their numbers then mean something else. */
function edgesOf(heartrate: Zones['heartrate']): ZoneEdges | null {
  const [one, two, three, four, five] = heartrate?.zones.map(({ min_bpm }) => min_bpm) ?? [];
  if (one === undefined || two === undefined || three === undefined || four === undefined) return null;
  return five === undefined ? null : [one, two, three, four, five];
}

function thresholdOf(vdot: Zones['vdot']): number | null {
  if (vdot === undefined) return null;
  const { min_s_per_km, max_s_per_km } = storedPaces(vdot).threshold;
  return (min_s_per_km + max_s_per_km) / 2;
}
