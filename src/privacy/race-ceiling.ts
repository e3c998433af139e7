import type { Audience } from './audience.ts';
import { allOn, namesOf, type Split, split } from './mask.ts';
import type { PrivacySetting, PrivacySettings } from './settings.ts';

/** What each part of a calendar of races needs before anybody but its athlete sees it. */
const RACE_PARTS = {
  /** Races to come, and what is aimed at in any race. */
  upcoming: ['share_race_goal'],
  /** Races that were run, with their results. */
  past: ['share_race_history'],
  /** The fastest times of each distance; those of recordings need what best efforts need, besides. */
  best_times: ['share_pb', 'share_pace_data'],
} as const satisfies Record<string, readonly PrivacySetting[]>;
export type RacePart = keyof typeof RACE_PARTS;

/** Which parts of an athlete's races one audience may see; the hidden ones are what `privacy_filtered` names. */
export type RaceCeiling = { readonly parts: Split<RacePart> };

/** The ceiling over an athlete's calendar of races. Pure; turning a setting off never shows more. */
export function raceCeiling(input: { settings: PrivacySettings; audience: Audience }): RaceCeiling {
  const { settings, audience } = input;
  const opens = (part: RacePart): boolean =>
    audience === 'self' || (audience !== 'public' && allOn(settings, RACE_PARTS[part]));
  return { parts: split(namesOf(RACE_PARTS), opens) };
}

/** The race as the ceiling's audience sees it; null where it is not seen at all, which answers as if it did not exist. */
export function viewRace<Race extends { readonly target_time_s: number | null }>(
  { parts }: RaceCeiling,
  race: Race,
  { is_past }: { readonly is_past: boolean },
): Race | null {
  if (!parts.shown.includes(is_past ? 'past' : 'upcoming')) return null;
  return parts.shown.includes('upcoming') ? race : { ...race, target_time_s: null };
}
