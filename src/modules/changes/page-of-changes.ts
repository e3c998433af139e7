import type { Queryable } from '../../infra/db/database.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  admits,
  type Source,
  type SourcePolicies,
} from '../../privacy/index.ts';
import type { Clock } from '../../shared/time.ts';
import { type ActivityPlace, findActivityTexts } from '../activities/index.ts';
import { type SharedAvailability, sharedParts } from '../availability/index.ts';
import { presentFeedback, sees, sightOf, type ToldFeedback } from '../feedback/index.ts';
import { presentGroupSummary, type ToldGroup } from '../groups/index.ts';
import { type Athlete, presentAthlete } from '../organizations/index.ts';
import { type AthletePlan, viewMemberPlan } from '../plans/index.ts';
import {
  type ClubSession,
  presentFacts,
  presentSharedAttendance,
  type SharedRow,
  sharesAttendance,
} from '../sessions/index.ts';
import { type ChangeCursor, encodeCursor } from './change-cursor.ts';

/** The kinds of things that are told, each by a scope of its own. */
export const TELLABLE_KINDS = [
  'athlete',
  'activity',
  'plan',
  'group',
  'feedback',
  'availability',
  'session',
  'attendance',
] as const;
export type TellableKind = (typeof TELLABLE_KINDS)[number];

/** One thing as it is now, or by its ids alone what is not to be had any more. */
export type Change = {
  readonly cursor: string;
  readonly type: TellableKind;
  readonly action: 'upserted' | 'withdrawn';
  /** Null: of a group or a session. */
  readonly athlete_id: string | null;
  /**
   * For attendance the session's id. Null withdraws all activities, plans, feedback or attendance of the athlete, or all
   * groups or sessions; those still visible follow.
   */
  readonly id: string | null;
  readonly at: Date;
  /** The thing as JSON text; null where it is withdrawn. */
  readonly object: string | null;
};

export type ChangePage = {
  readonly changes: readonly Change[];
  readonly next_cursor: string;
  readonly has_more: boolean;
};

export type Deps = { readonly clock: Clock; readonly sourcePolicies: SourcePolicies };

export type Request = {
  readonly org_id: string;
  readonly kinds: readonly TellableKind[];
  /** Null: everything there is, and then what changes. */
  readonly after: string | null;
  readonly limit: number;
};

/** Where a change stands: from where one goes on after it, and when it was put in order. */
export type Place = { readonly after: ChangeCursor; readonly at: Date };

type Told = Omit<Change, 'cursor' | 'at'> & Place;

export const byId = <T extends { readonly id: string }>(all: readonly T[]): Map<string, T> =>
  new Map(all.map((one) => [one.id, one]));

export type Page = ReturnType<typeof createPage>;

/** A page being filled. Each `tell` decides whether the thing is visible; others are skipped. */
export function createPage({ clock, sourcePolicies: policies }: Deps, tx: Queryable, request: Request) {
  const told: Told[] = [];
  const ceilingsOfAthletes = new Map<string, ActivityCeiling>();
  /** By their settings: athletes with the same ones share a ceiling. */
  const ceilings = new Map<string, ActivityCeiling>();
  /** Activities whose texts are still to be read, by the ceiling that they are shown under. */
  const wanted = new Map<ActivityCeiling, { user_ids: Set<string>; ids: string[] }>();

  const ceilingOf = ({ id, privacy: settings }: Athlete): ActivityCeiling => {
    const known = ceilingsOfAthletes.get(id);
    if (known !== undefined) return known;
    const key = JSON.stringify(settings);
    const ceiling =
      ceilings.get(key) ?? activityCeiling({ settings, policies, audience: 'organization_api' });
    ceilings.set(key, ceiling);
    ceilingsOfAthletes.set(id, ceiling);
    return ceiling;
  };
  const feedbackSights = new Map<string, ReturnType<typeof sightOf>>();
  const feedbackSightOf = ({ privacy: settings }: Athlete): ReturnType<typeof sightOf> => {
    const key = JSON.stringify(settings);
    const sight = feedbackSights.get(key) ?? sightOf({ settings, policies, audience: 'organization_api' });
    feedbackSights.set(key, sight);
    return sight;
  };
  const isShown = (ceiling: ActivityCeiling, flags: { source: Source; is_race: boolean }): boolean =>
    admits(ceiling, { ...flags, private: false });
  const upsert = (
    type: TellableKind,
    ids: { athlete_id: string | null; id: string },
    place: Place,
    object: object,
  ): void => {
    told.push({ type, action: 'upserted', ...ids, ...place, object: JSON.stringify(object) });
  };

  return {
    ...request,
    tx,
    now: clock.now(),
    room: (): number => request.limit - told.length,
    tells: (kind: TellableKind): boolean => request.kinds.includes(kind),
    admits: (athlete: Athlete, flags: { source: Source; is_race: boolean }): boolean =>
      isShown(ceilingOf(athlete), flags),
    withdraw: (
      type: TellableKind,
      ids: { athlete_id: string | null; id: string | null },
      place: Place,
    ): void => {
      told.push({ type, action: 'withdrawn', ...ids, ...place, object: null });
    },
    tellGroup: (group: ToldGroup, place: Place): void =>
      upsert('group', { athlete_id: null, id: group.id }, place, presentGroupSummary(group)),
    tellSession: (session: ClubSession, place: Place): void =>
      upsert('session', { athlete_id: null, id: session.id }, place, presentFacts(session)),
    tellAthlete: (athlete: Athlete, place: Place): void => {
      const { id } = athlete;
      upsert('athlete', { athlete_id: id, id }, place, presentAthlete(athlete, 'organization_api'));
    },
    tellPlan: (athlete: Athlete, plan: AthletePlan, place: Place): boolean => {
      const view = viewMemberPlan(clock, { athlete, plan, audience: 'organization_api' });
      if (view !== null) upsert('plan', { athlete_id: athlete.id, id: plan.id }, place, view);
      return view !== null;
    },
    tellFeedback: (athlete: Athlete, feedback: ToldFeedback, place: Place): boolean => {
      const { activities, sight } = feedbackSightOf(athlete);
      const { id, activity } = feedback;
      if (activity !== null && !isShown(activities, activity)) return false;
      const view = presentFeedback(sight, feedback);
      if (view !== null) upsert('feedback', { athlete_id: athlete.id, id }, place, view);
      return view !== null;
    },
    tellAvailability: (athlete: Athlete, shared: SharedAvailability | undefined, place: Place): boolean => {
      const ids = { athlete_id: athlete.id, id: athlete.id };
      if (shared !== undefined) upsert('availability', ids, place, shared);
      return shared !== undefined;
    },
    tellAttendance: (attendance: SharedRow, place: Place): void => {
      const ids = { athlete_id: attendance.user_id, id: attendance.session_id };
      upsert('attendance', ids, place, presentSharedAttendance(attendance));
    },
    seesAttendance: ({ privacy }: Athlete): boolean => sharesAttendance(privacy),
    seesDays: (athlete: Athlete): boolean => sharedParts(athlete).availability,
    seesInjuries: (athlete: Athlete): boolean => sharedParts(athlete).injuries,
    seesPain: (athlete: Athlete): boolean => sees(feedbackSightOf(athlete).sight.daily, 'pain'),
    seesFeedback: (athlete: Athlete): boolean => sees(feedbackSightOf(athlete).sight.daily, 'effort'),
    tellActivity: (athlete: Athlete, { id, source, is_race }: ActivityPlace, place: Place): boolean => {
      const ceiling = ceilingOf(athlete);
      if (!isShown(ceiling, { source, is_race })) return false;
      const texts = wanted.get(ceiling) ?? { user_ids: new Set(), ids: [] };
      wanted.set(ceiling, texts);
      texts.user_ids.add(athlete.id);
      texts.ids.push(id);
      told.push({
        type: 'activity',
        action: 'upserted',
        athlete_id: athlete.id,
        id,
        ...place,
        object: null,
      });
      return true;
    },
    /** Reads the activities' texts, one statement for each ceiling. */
    written: async (): Promise<Change[]> => {
      const texts = new Map<string, string>();
      for (const [ceiling, { user_ids, ids }] of wanted) {
        const found = await findActivityTexts(tx, { ceiling, user_ids: [...user_ids], ids });
        for (const [id, text] of found) texts.set(id, text);
      }
      return told.map(({ after, ...one }) => {
        const isActivity = one.type === 'activity' && one.action === 'upserted';
        const object = isActivity ? (texts.get(one.id ?? '') ?? null) : one.object;
        if (one.action === 'upserted' && object === null) throw new Error('What is told has no text.');
        return { ...one, cursor: encodeCursor(after), object };
      });
    },
  };
}
