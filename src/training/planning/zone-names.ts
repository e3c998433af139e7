/** The intensities of plans, from the easiest. A segment names one, and each athlete who gets the plan runs it at their own pace. */
export const ZONE_NAMES = [
  'recovery',
  'easy',
  'marathon',
  'half_marathon',
  'threshold',
  '10k',
  'interval',
  'repetition',
] as const;
export type ZoneName = (typeof ZONE_NAMES)[number];

export function isZoneName(word: string | null): word is ZoneName {
  return ZONE_NAMES.some((name) => name === word);
}
