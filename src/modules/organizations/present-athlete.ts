import { type Audience, athleteCeiling, viewAthlete } from '../../privacy/index.ts';
import { connectedProviders, presentZones } from '../users/index.ts';
import type { Athlete } from './athletes.ts';
import type { MemberStatus } from './types.ts';

/** The athlete object as an organization sees it: what the settings hide is absent and named in `privacy_filtered`. */
export type PresentedAthlete = {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly profile_image_url?: string | null;
  readonly member_level: string | null;
  readonly labels: readonly string[];
  readonly status: MemberStatus;
  readonly joined_at: string;
  readonly group_ids: readonly string[];
  readonly timezone: string | null;
  readonly unit_system: string | null;
  readonly zones?: ReturnType<typeof presentZones>;
  readonly connected_providers: readonly string[];
  readonly privacy_filtered: readonly string[];
};

/** The audiences an organization reads through. What membership is about is never hidden from them. */
type OrganizationAudience = Extract<Audience, 'coach' | 'organization_api' | 'export'>;

export function presentAthlete(athlete: Athlete, audience: OrganizationAudience): PresentedAthlete {
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
    zones: presentZones(athlete.zones),
    connected_providers: connectedProviders(athlete.integrations),
  });
  // The ceiling cannot say in types that it never hides the roster's own members from these audiences.
  return { ...view.athlete, privacy_filtered: view.privacy_filtered } as PresentedAthlete;
}
