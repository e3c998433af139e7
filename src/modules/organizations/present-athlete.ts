import { type Audience, athleteCeiling, viewAthlete } from '../../privacy/index.ts';
import type { Athlete } from './athletes.ts';

/** The athlete object as an audience sees it: what the settings hide is absent and named in `privacy_filtered`. */
export type PresentedAthlete = ReturnType<typeof presentAthlete>;

/** Domain to wire, through the ceiling. */
export function presentAthlete(athlete: Athlete, audience: Audience) {
  const view = viewAthlete(athleteCeiling({ settings: athlete.privacy, audience }), {
    id: athlete.id,
    username: athlete.username,
    display_name: athlete.display_name,
    first_name: athlete.first_name,
    last_name: athlete.last_name,
    profile_image_url: athlete.profile_image_url,
    member_level: athlete.member_level,
    labels: athlete.labels,
    status: athlete.status,
    joined_at: athlete.joined_at.toISOString(),
    group_ids: athlete.group_ids,
    timezone: athlete.timezone,
    unit_system: athlete.unit_system,
    zones: athlete.zones,
    // No platform can be connected before the integrations exist.
    connected_providers: [] as string[],
  });
  return { ...view.athlete, privacy_filtered: view.privacy_filtered };
}
