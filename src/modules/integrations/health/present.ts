import type { DayOfActivity, DayOfHeartRate, NightOfHrv, NightOfSleep } from './health-report.ts';
import type { MergedDay } from './merge-days.ts';

export function presentHealthDay({ day, sources, activity, sleep, hrv, heart_rate }: MergedDay) {
  return {
    day,
    sources: [...sources],
    activity: activity && presentActivity(activity),
    sleep: sleep && presentSleep(sleep),
    hrv: hrv && presentHrv(hrv),
    heart_rate: heart_rate && presentHeartRate(heart_rate),
  };
}

function presentActivity(activity: DayOfActivity): DayOfActivity {
  return {
    steps: activity.steps,
    distance_m: activity.distance_m,
    active_energy_kcal: activity.active_energy_kcal,
    resting_energy_kcal: activity.resting_energy_kcal,
    active_time_s: activity.active_time_s,
    moderate_intensity_s: activity.moderate_intensity_s,
    vigorous_intensity_s: activity.vigorous_intensity_s,
    floors_climbed: activity.floors_climbed,
    average_stress: activity.average_stress,
    max_stress: activity.max_stress,
  };
}

function presentSleep(sleep: NightOfSleep): NightOfSleep {
  return {
    start_time: sleep.start_time,
    duration_s: sleep.duration_s,
    deep_s: sleep.deep_s,
    light_s: sleep.light_s,
    rem_s: sleep.rem_s,
    awake_s: sleep.awake_s,
    score: sleep.score,
    is_final: sleep.is_final,
  };
}

function presentHrv(hrv: NightOfHrv): NightOfHrv {
  return {
    rmssd_ms: hrv.rmssd_ms,
    highest_5_min_rmssd_ms: hrv.highest_5_min_rmssd_ms,
    sdnn_ms: hrv.sdnn_ms,
  };
}

function presentHeartRate(heart_rate: DayOfHeartRate): DayOfHeartRate {
  return {
    resting_bpm: heart_rate.resting_bpm,
    min_bpm: heart_rate.min_bpm,
    max_bpm: heart_rate.max_bpm,
    average_bpm: heart_rate.average_bpm,
  };
}
