import type { BestTime } from '../../training/best-times.ts';
import { raceEventOf } from '../../training/race-events.ts';
import type { StoredRace } from './race.ts';
import type { Suggestion } from './suggest-activities.ts';

export function presentRace(race: StoredRace) {
  const { result } = race;
  return {
    id: race.id,
    date: race.date,
    name: race.name,
    event: raceEventOf(race.distance_m),
    distance_m: race.distance_m,
    priority: race.priority,
    target_time_s: race.target_time_s,
    result: result && { time_s: result.time_s, place: result.place, conditions: result.conditions },
    activity_id: race.activity_id,
    created_at: race.created_at.toISOString(),
    updated_at: race.updated_at.toISOString(),
  };
}

export function presentBestTime(time: BestTime) {
  return {
    name: time.name,
    distance_m: time.distance_m,
    time_s: time.time_s,
    date: time.date,
    source: time.source,
    why: time.why,
    race_id: time.race_id,
    activity_id: time.activity_id,
  };
}

export function presentSuggestion({ activity, is_marked, is_of_distance }: Suggestion) {
  return {
    activity_id: activity.id,
    name: activity.name,
    start_time: activity.start_time.toISOString(),
    duration_s: activity.duration_s,
    distance_m: activity.distance_m,
    is_marked,
    is_of_distance,
  };
}
