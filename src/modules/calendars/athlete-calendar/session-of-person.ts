import type { Queryable } from '../../../infra/db/queryable.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';

/** A session that somebody comes to, as the module of sessions hands it to calendars. */
export type SessionOfPerson = {
  readonly session_id: string;
  readonly org_id: string;
  readonly org_name: string;
  readonly title: string;
  readonly starts_at: Date;
  readonly timezone: string;
  readonly duration_s: number;
  readonly place: string;
  /** At their own paces, or by effort; null: the session has none. */
  readonly workout: PlannedWorkout | null;
  /** The workout of an own plan for which they said that it stands. */
  readonly replaces: { readonly plan_id: string; readonly workout_id: string } | null;
};

/**
 * Finds sessions that people accepted and have a place at, of one organization, or of all for one person; by person, then
 * time. The number of statements is constant.
 */
export type FindSessionsOfPeople = (
  db: Queryable,
  asked: {
    readonly people: readonly {
      readonly user_id: string;
      readonly shows_computed: boolean;
    }[];
    readonly org_id: string | null;
    readonly from: Date;
    readonly to: Date;
    readonly now: Date;
    readonly limit: number;
  },
) => Promise<Map<string, SessionOfPerson[]>>;

/** A session in the calendar program of somebody whom it is for, whatever they answered. */
export type SubscribedSession = Omit<SessionOfPerson, 'replaces' | 'org_name'> & {
  readonly org_name: string;
  readonly description: string;
  readonly point: { readonly latitude_deg: number; readonly longitude_deg: number } | null;
  readonly is_cancelled: boolean;
  readonly answer: 'yes' | 'no' | 'maybe' | null;
  readonly waits: boolean;
  readonly revision: number;
  readonly updated_at: Date;
};

/** Finds the sessions for a calendar program: those of the organizations that somebody is a member of, and that are for them. */
export type FindSubscribedSessions = (
  db: Queryable,
  asked: { readonly user_id: string; readonly since: Date; readonly now: Date; readonly limit: number },
) => Promise<SubscribedSession[]>;
