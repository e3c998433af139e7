/** A small world of clubs as plain data: the tests of the ceiling plant it, change it and predict answers from it. */

import type { PlainActivity, PlainPolicies, PlainPrivacy } from '../expected-activities.ts';

export type World = {
  readonly policies: PlainPolicies;
  readonly clubs: readonly Club[];
  readonly people: readonly Person[];
};

export type Club = {
  readonly id: string;
  readonly name: string;
  readonly tier: 'free' | 'coach' | 'club';
  readonly groups: readonly Group[];
  /** The first one is live and may do everything. */
  readonly keys: readonly Key[];
};

export type Group = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly color: string | null;
  readonly created_at: Date;
};

export type Key = {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly state: 'live' | 'revoked' | 'expired';
};

export type Person = {
  readonly id: string;
  readonly account: string;
  readonly privacy: PlainPrivacy;
  readonly profile: Profile;
  readonly memberships: readonly Membership[];
  readonly activities: readonly Activity[];
};

/** Whose owner is the person that has it, whatever it says; `damaged` is one that the database cannot read. */
export type Activity = PlainActivity & { readonly damaged?: true };

export type Profile = {
  readonly username: string;
  readonly email: string;
  readonly display_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly bio: string | null;
  readonly profile_image_url: string | null;
  readonly is_verified: boolean;
  readonly last_login_at: Date | null;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly zones: Readonly<Record<string, unknown>>;
  /** By platform, whether it is connected. */
  readonly integrations: Readonly<Record<string, unknown>>;
  readonly gender: string | null;
  readonly mbti: string | null;
  readonly next_race: Readonly<Record<string, unknown>> | null;
};

export type Membership = {
  /** Its place among the world's clubs. */
  readonly club: number;
  readonly history: 'member' | 'left' | 'rejoined';
  readonly joined_at: Date;
  readonly nickname: string | null;
  readonly member_level: string | null;
  readonly labels: readonly string[];
  readonly status: 'active' | 'inactive' | 'suspended';
  /** The settings that the person has closed for this club, whatever they are in general. */
  readonly closed: readonly string[];
  /** Places among the club's groups, in the order of joining them. */
  readonly groups: readonly number[];
  readonly plans: readonly Plan[];
};

/** A training plan as one athlete follows it. */
export type Plan = {
  readonly id: string;
  readonly saved_plan_id: string;
  readonly title: string;
  readonly engine: string;
  readonly start_date: string;
  readonly weeks: number;
  /** Taken back. */
  readonly ended: boolean;
  readonly weekly_info: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly workouts: readonly Readonly<Record<string, unknown>>[];
  readonly assigned_at: Date;
};
