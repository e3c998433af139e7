/** A small world of clubs as plain data: the tests of the ceiling plant it, change it and predict answers from it. */

import type { PlainActivity, PlainPolicies, PlainPrivacy } from '../expected-activities.ts';
import type { Attended, Availability, ClubSession, PlannedSaid, Race, Said, Talk } from './told.ts';

/** What an id looks like. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
  readonly sessions: readonly ClubSession[];
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
  readonly availability: Availability;
  readonly races: readonly Race[];
};

/** Whose owner is the person that has it, whatever it says; `damaged` is one that the database cannot read. */
export type Activity = PlainActivity & {
  readonly damaged?: true;
  /** What its athlete said of it. */
  readonly said: Said | null;
  /** What is said about it in each club, by the places of these. */
  readonly talks: readonly [Talk | null, Talk | null];
};

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
  /** What they said of workouts of plans that the club gave. */
  readonly said: readonly PlannedSaid[];
  /** By the places of the club's sessions; null: neither an answer nor a tick. */
  readonly attended: readonly (Attended | null)[];
  /** The conversation with the coaches. */
  readonly conversation: Talk | null;
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
