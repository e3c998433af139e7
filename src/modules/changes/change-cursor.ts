import { createHash } from 'node:crypto';
import { isUuid } from '../../shared/ids.ts';
import { unknownCursor } from './errors.ts';

/** Within the athletes that are told anew: whom, and how much of them has been told. */
export type WalkPlace = {
  readonly athlete_id: string;
  /** The last activity that was told; null before the first. */
  readonly activity: { readonly start_time: string; readonly id: string } | null;
  /** The last plan; null before the first. All activities come earlier. */
  readonly plan_id: string | null;
  /** The last feedback; null before the first. All plans come earlier. */
  readonly feedback_id: string | null;
  /** The session of the last attendance; null before the first. All others come earlier. */
  readonly session_id: string | null;
  /**
   * The number of completed steps of the athlete: the athlete, then the withdrawal and content of activities, plans and
   * feedback, availability, and both of attendance.
   */
  readonly step: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
};

/** Athletes to be told completely: all current ones, or those changed between two positions. */
export type Walk = {
  readonly after_position: number | null;
  readonly place: WalkPlace | null;
  /** The last group that was told, before the athletes; null: none yet, or they are over. Only where all are told anew. */
  readonly group_id: string | null;
  /** The last session that was told, between groups and athletes; null: none yet, or they are over. Only where all are told anew. */
  readonly session_id: string | null;
};

export const START_OF_ALL: Walk = { after_position: null, place: null, group_id: null, session_id: null };

export type ChangeCursor = {
  readonly org_id: string;
  readonly epoch: string;
  /** Of what the server lets keys see, and what this key may see: `rulesMark`. */
  readonly rules: string;
  /** Up to where changes have been told. */
  readonly position: number;
  readonly walk: Walk | null;
};

export const MAX_CURSOR_CHARS = 600;

/** A hash of the rules outside the database that decide what is told. */
export function rulesMark(rules: unknown): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('base64url').slice(0, 12);
}

export function encodeCursor({ org_id, epoch, rules, position, walk }: ChangeCursor): string {
  const place = walk?.place;
  const parts = [
    1,
    org_id,
    epoch,
    rules,
    position,
    ...(walk === null ? [] : [walk.after_position]),
    ...(walk === null || walk.group_id === null ? [] : [walk.group_id]),
    ...(walk === null || walk.session_id === null ? [] : [null, walk.session_id]),
    ...(place == null
      ? []
      : [
          place.athlete_id,
          place.step,
          place.activity?.start_time ?? null,
          place.activity?.id ?? null,
          place.plan_id,
          ...(place.feedback_id === null && place.session_id === null ? [] : [place.feedback_id]),
          ...(place.session_id === null ? [] : [place.session_id]),
        ]),
  ];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @throws unknownCursor for what no answer to this organization has held */
export function decodeCursor(text: string, org_id: string): ChangeCursor {
  const parts = parsed(text);
  if (!Array.isArray(parts) || parts[0] !== 1 || ![5, 6, 7, 8, 11, 12, 13].includes(parts.length))
    throw unknownCursor();
  const [
    ,
    of_org,
    epoch,
    rules,
    position,
    after_position,
    athlete_id,
    step,
    start_time,
    id,
    plan_id,
    feedback_id = null,
    session_id = null,
  ] = parts;
  const sound =
    of_org === org_id &&
    isId(epoch) &&
    typeof rules === 'string' &&
    isPosition(position) &&
    (parts.length < 6 || after_position === null || isPosition(after_position));
  if (!sound) throw unknownCursor();
  const cursor = { org_id, epoch, rules, position };
  if (parts.length === 5) return { ...cursor, walk: null };
  if (parts.length === 6) return { ...cursor, walk: { ...START_OF_ALL, after_position } };
  if (parts.length === 7) {
    if (!isId(athlete_id) || after_position !== null) throw unknownCursor();
    return { ...cursor, walk: { ...START_OF_ALL, group_id: athlete_id } };
  }
  if (parts.length === 8) {
    if (!isId(step) || athlete_id !== null || after_position !== null) throw unknownCursor();
    return { ...cursor, walk: { ...START_OF_ALL, session_id: step } };
  }
  const place = placeOf({ athlete_id, step, start_time, id, plan_id, feedback_id, session_id });
  return { ...cursor, walk: { ...START_OF_ALL, after_position, place } };
}

function placeOf(
  given: Record<
    'athlete_id' | 'step' | 'start_time' | 'id' | 'plan_id' | 'feedback_id' | 'session_id',
    unknown
  >,
): WalkPlace {
  const { athlete_id, step, start_time, id, plan_id, feedback_id, session_id } = given;
  const hasActivity = start_time !== null || id !== null;
  if (!isId(athlete_id) || !isStep(step)) throw unknownCursor();
  if (hasActivity && !(isId(id) && isTime(start_time))) throw unknownCursor();
  if (plan_id !== null && !isId(plan_id)) throw unknownCursor();
  if (feedback_id !== null && !isId(feedback_id)) throw unknownCursor();
  if (session_id !== null && !isId(session_id)) throw unknownCursor();
  return {
    athlete_id,
    step,
    feedback_id,
    activity: hasActivity ? { start_time: start_time as string, id: id as string } : null,
    plan_id,
    session_id,
  };
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);
const STEPS: readonly unknown[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const isStep = (value: unknown): value is WalkPlace['step'] => STEPS.includes(value);
const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw unknownCursor();
  }
}
