/** Zones as somebody sets them by hand, with a gap among them. */
export const HEART_RATE_BY_HAND = [
  { zone: 1, min_bpm: 100, max_bpm: 120 },
  // Begins a beat above the first one; a gap before the third.
  { zone: 2, min_bpm: 121, max_bpm: 140 },
  { zone: 3, min_bpm: 150, max_bpm: 190 },
];
export const PACE_BY_HAND = [
  { zone: 1, min_s_per_km: 360, max_s_per_km: null },
  // Begins with the pace that the first one ends with.
  { zone: 2, min_s_per_km: 300.5, max_s_per_km: 360 },
  { zone: 3, min_s_per_km: null, max_s_per_km: 290 },
];
export const PACES_BY_HAND = {
  easy: { min_s_per_km: 330, max_s_per_km: 400 },
  marathon: { min_s_per_km: 300, max_s_per_km: 300 },
  threshold: { min_s_per_km: 280, max_s_per_km: 285 },
  interval: { min_s_per_km: 260, max_s_per_km: 260 },
  repetition: { min_s_per_km: 240, max_s_per_km: 245 },
};
