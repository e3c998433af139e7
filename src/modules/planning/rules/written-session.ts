import { METRES_PER_MILE } from '../../../shared/units.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { DraftAmount, DraftPart, DraftSession } from '../../../training/planning/draft.ts';
import type { Segment } from '../../../training/planning/plan.ts';
import type { ZoneName } from '../../../training/planning/zone-names.ts';
import type { NoteKey } from '../../../training/sessions/plan-words.ts';
import type { MainPart } from '../../../training/sessions/quality-session.ts';
import { RACE_ZONE, RECIPES } from '../../../training/sessions/recipes.ts';
import { recoveriesOfLadder, recoveryAfter } from '../../../training/sessions/recoveries.ts';
import { repeated, type SegmentBuilder } from '../../../training/sessions/segment-builder.ts';
import { strides } from '../../../training/sessions/steady-sessions.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { distanceWords } from '../../../words/measure-words.ts';

const NOTES: Readonly<Partial<Record<ZoneName, NoteKey>>> = {
  threshold: 'threshold',
  interval: 'intervals',
  repetition: 'repetitions',
};
/** Shorter repetitions train the running form. */
const LONGEST_REPETITION_M = 300;

const BETWEEN_SETS: DraftAmount = { distance_m: 400 };

type Writing = {
  readonly brief: PlanBrief;
  readonly builder: SegmentBuilder;
  readonly type: WorkoutType;
  readonly zone: ZoneName;
  readonly session: DraftSession;
};

/** The session that a line prescribes, exactly, as the main part of a workout of this type. */
export function writtenMain(
  session: DraftSession,
  type: WorkoutType,
  brief: PlanBrief,
  builder: SegmentBuilder,
): MainPart {
  const zone = session.zone ?? usualZone(session, type, brief);
  const writing: Writing = { brief, builder, type, zone, session };
  const segments = [
    ...inRow(session.parts, writing),
    ...(session.strides === null ? [] : [strides(builder, session.strides)]),
  ];
  return { segments, distance_m: builder.measure(segments).distance_m };
}

function usualZone({ parts }: DraftSession, type: WorkoutType, { goal }: PlanBrief): ZoneName {
  if (type === 'race-pace') return goal.event === 'general' ? '10k' : RACE_ZONE[goal.event];
  if (type === 'hills') return 'interval';
  if (type !== 'intervals') return 'threshold';
  const longest = Math.max(
    ...stretchesOf(parts).map((one) => ('distance_m' in one ? one.distance_m : 1_000)),
  );
  return longest <= LONGEST_REPETITION_M ? 'repetition' : 'interval';
}

function stretchesOf(parts: readonly DraftPart[]): DraftAmount[] {
  return parts.flatMap((part) => ('times' in part ? stretchesOf(part.parts) : [part]));
}

/** The parts in order, with jogging after each where there are several. */
function inRow(parts: readonly DraftPart[], writing: Writing): Segment[] {
  const alone = parts.length === 1;
  const stretches = parts.filter((part): part is DraftAmount => !('times' in part));
  const easy = stretches.length === parts.length ? recoveriesOfLadder(stretches, writing.type) : null;
  return parts.flatMap((part, index): Segment[] => {
    if ('times' in part) return [repeatOf(part, writing)];
    const work = workOf(part, writing);
    if (alone) return [work];
    const easy_s = easy?.[index];
    return [work, jog(easy_s === undefined ? restAfter(part, writing) : { duration_s: easy_s }, writing)];
  });
}

function repeatOf(
  { times, parts }: Extract<DraftPart, { readonly times: number }>,
  writing: Writing,
): Segment {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && !('times' in only)) {
    return repeated(times, [workOf(only, writing), jog(restAfter(only, writing), writing)]);
  }
  const row = inRow(parts, writing);
  return repeated(times, parts.length === 1 ? [...row, jog(BETWEEN_SETS, writing)] : row);
}

function restAfter(work: DraftAmount, { session, type, zone, ...writing }: Writing): DraftAmount {
  return recoveryAfter(snapped(work, { ...writing, type, zone }), type, zone, session.rest);
}

function workOf(part: DraftAmount, writing: Writing): Segment {
  const { builder, type, zone } = writing;
  const amount = snapped(part, writing);
  // Paces of the flat do not apply uphill.
  if (type === 'hills') return builder.byEffort('work', [8, 9], amount, 'hills');
  const note = type === 'race-pace' ? 'race_pace' : type === 'fartlek' ? 'fartlek' : NOTES[zone];
  return builder.stretch('work', zone, amount, note);
}

function jog(amount: DraftAmount, { builder, type }: Writing): Segment {
  return builder.stretch('recovery', 'recovery', amount, type === 'hills' ? 'hills_down' : 'recovery_jog');
}

/** Miles in drafts are rounded to a tenth: the distance of a recipe or a half kilometre is taken where it is written the same way. */
function snapped(
  part: DraftAmount,
  { brief, type, zone }: Pick<Writing, 'brief' | 'type' | 'zone'>,
): DraftAmount {
  return 'distance_m' in part && brief.unit_system === 'imperial'
    ? { distance_m: roundOf(part.distance_m, brief, type, zone) }
    : part;
}

function roundOf(distance_m: number, brief: PlanBrief, type: WorkoutType, zone: ZoneName): number {
  const usual = RECIPES.flatMap((one) =>
    one.form === 'reps' && one.type === type && one.zone === zone ? [one.work_m] : [],
  );
  const half_miles = (2 * distance_m) / METRES_PER_MILE;
  if (Math.abs(half_miles - Math.round(half_miles)) < 0.01) usual.push(distance_m);
  const halves = [1_000, 500].map((step) => Math.round(distance_m / step) * step);
  const said = distanceWords(distance_m, brief);
  return [...usual, ...halves].find((one) => one > 0 && distanceWords(one, brief) === said) ?? distance_m;
}

/** The fast end of a long run that its line prescribes; null where there is none, or where the line prescribes more. */
export function writtenEnd(
  session: DraftSession | undefined,
  brief: PlanBrief,
): { readonly zone: ZoneName; readonly distance_m: number } | null {
  const [part, ...others] = session?.parts ?? [];
  if (session === undefined || session.zone === null || part === undefined || others.length > 0) return null;
  if ('times' in part || !('distance_m' in part)) return null;
  return { zone: session.zone, distance_m: roundOf(part.distance_m, brief, 'long-run', session.zone) };
}
