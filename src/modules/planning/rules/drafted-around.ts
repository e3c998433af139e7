import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { lineFault, PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import type { DraftDay, DraftSession } from '../../../training/planning/draft.ts';
import type { Segment } from '../../../training/planning/plan.ts';
import type { SkeletonWeek } from '../../../training/planning/skeleton.ts';
import { aroundMain, type MainPart } from '../../../training/sessions/quality-session.ts';
import type { SegmentBuilder } from '../../../training/sessions/segment-builder.ts';
import { unitsOf } from '../../../training/sessions/units.ts';
import { phrase } from '../../../words/index.ts';
import { durationWords, sumWords } from '../../../words/measure-words.ts';

/** The context of a drafted day. `usual_m` is its size where the draft gives neither metres nor seconds. */
export type DraftedIn = {
  readonly brief: PlanBrief;
  readonly builder: SegmentBuilder;
  readonly week: SkeletonWeek;
  readonly date: string;
  readonly usual_m: number;
};

/** The least easy running around a prescribed session, where the day has a distance or a time as a whole. */
export const LEAST_AROUND_M = 1_000;
export const LEAST_AROUND_S = 4 * 60;
/** The easy running around a session where the day has neither. */
const USUAL_AROUND_M = 3_000;

type TooShort = { readonly least_m: number } | { readonly least_s: number };

/** The refusal of a day that is shorter than its session, since only the coach knows which of both was meant. */
export function tooLong(day: DraftDay, { brief }: DraftedIn, short: TooShort): PlanRefused {
  const { line, content, words, workout_type } = day;
  // Rounded up, so that a day with the suggested length is long enough.
  const least =
    'least_m' in short
      ? sumWords(roundUp(short.least_m, unitsOf(brief).tenth_m), brief)
      : durationWords(roundUp(short.least_s, 60), brief);
  const nearest = `${phrase(brief.language, `planning.type.${workout_type}`)}, ${least} – ${words}`;
  return new PlanRefused([
    lineFault({
      number: line?.number ?? 0,
      text: line?.text ?? words,
      reason: 'session_too_long',
      nearest: content === undefined ? nearest : (line?.text ?? content).replace(content, () => nearest),
    }),
  ]);
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

type Around = {
  readonly day: DraftDay;
  readonly session: DraftSession | undefined;
  readonly drafted: DraftedIn;
  readonly least_m: number;
};

/** A main part with the easy running that the line prescribes around it, and the usual one for the rest of the day. */
export function withAround(main: MainPart, { day, session, drafted, least_m }: Around): Segment[] {
  const { brief, builder } = drafted;
  if (session?.warmup !== undefined || session?.cooldown !== undefined)
    return writtenAround(main, session, day, drafted);
  if (day.distance_m === null && day.duration_s !== null) {
    const least_s = builder.measure(main.segments).duration_s + LEAST_AROUND_S;
    if (least_s > day.duration_s) throw tooLong(day, drafted, { least_s });
    return aroundInTime(main, day.duration_s, builder);
  }
  const total_m = day.distance_m ?? Math.max(drafted.usual_m, main.distance_m + USUAL_AROUND_M);
  if (least_m > total_m) throw tooLong(day, drafted, { least_m });
  const level = brief.runner.experience_level;
  return aroundMain(main, { level, total_m, least_m: 0 }, builder, total_m);
}

export function ownAround({ warmup, cooldown }: DraftSession, builder: SegmentBuilder) {
  return {
    before: warmup === undefined ? [] : [builder.stretch('warmup', 'easy', warmup, 'warmup')],
    after: cooldown === undefined ? [] : [builder.stretch('cooldown', 'easy', cooldown, 'cooldown')],
  };
}

/** The warm-up and the cool-down of the line; where it has only one of them, the other one is the rest of the day. */
function writtenAround(main: MainPart, session: DraftSession, day: DraftDay, drafted: DraftedIn): Segment[] {
  const { builder } = drafted;
  const { warmup, cooldown } = session;
  const { before, after } = ownAround(session, builder);
  const said = builder.measure([...before, ...main.segments, ...after]);
  const byTime = day.distance_m === null;
  const whole = byTime ? day.duration_s : day.distance_m;
  const written = byTime ? said.duration_s : said.distance_m;
  const left = whole === null ? 0 : whole - written;
  if (left < -SLACK * written)
    throw tooLong(day, drafted, byTime ? { least_s: written } : { least_m: written });
  const isWhole = warmup !== undefined && cooldown !== undefined && left <= SLACK * written;
  // A shorter rest is left out.
  if (isWhole || left < LEAST_STRETCH) return [...before, ...main.segments, ...after];
  const amount = byTime ? { duration_s: left } : { distance_m: left };
  if (warmup === undefined)
    return [builder.stretch('warmup', 'easy', amount, 'warmup'), ...main.segments, ...after];
  if (cooldown === undefined)
    return [...before, ...main.segments, builder.stretch('cooldown', 'easy', amount, 'cooldown')];
  return [...before, ...main.segments, builder.stretch('work', 'easy', amount, 'easy'), ...after];
}

/** The share by which jogging between repetitions may make a day differ from its stated size. */
const SLACK = 0.1;
const LEAST_STRETCH = 100;

/** Easy running around a main part so that the whole takes this many seconds. */
function aroundInTime(main: MainPart, duration_s: number, builder: SegmentBuilder): Segment[] {
  const around = Math.max(120, duration_s - builder.measure(main.segments).duration_s);
  const warmup = Math.max(60, Math.round((around * 0.6) / 60) * 60);
  return [
    builder.stretch('warmup', 'easy', { duration_s: warmup }, 'warmup'),
    ...main.segments,
    builder.stretch('cooldown', 'easy', { duration_s: around - warmup }, 'cooldown'),
  ];
}
