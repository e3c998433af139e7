import { withoutThoughts } from '../../../infra/llm/index.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import type { DraftDay, DraftWeek } from '../../../training/planning/draft.ts';
import { readDraft } from '../draft/read-draft.ts';
import type { PlanBrief, PlanEngine } from '../engine/engine.ts';
import { type PlanFault, PlanRefused } from '../engine/faults.ts';
import { checkContext } from '../rules/check-context.ts';
import { faultWords } from '../words/fault-words.ts';
import { findingWords } from '../words/finding-words.ts';
import { planByRules } from './making.ts';
import { problemOfDraftText } from './plain-draft.ts';
import { likeIt } from './slots.ts';

/** The draft by rules, whose weeks, days and sizes a model's draft keeps. */
export type Frame = {
  /** What stands before the first week: for the coach, not for the model. */
  readonly introduction: string;
  readonly weeks: readonly FrameWeek[];
};

export type FrameWeek = {
  /** From its heading on. */
  readonly text: string;
  readonly drafted: DraftWeek;
};

/** Null where it can not be read, and nothing can be held against it. */
export function readFrame(text: string, brief: PlanBrief): Frame | null {
  const { weeks } = readDraft(text, brief);
  if (weeks === undefined) return null;
  const start = startOf(text);
  const texts = text.slice(start).split(/^(?=## )/m);
  if (texts.length !== weeks.length) return null;
  return {
    introduction: text.slice(0, start),
    weeks: weeks.map((drafted, index) => ({ drafted, text: (texts[index] ?? '').trim() })),
  };
}

/** Weeks of a draft that are asked for at once, and the text on both sides of them. */
export type Piece = {
  readonly weeks: readonly FrameWeek[];
  readonly before: readonly string[];
  readonly behind: readonly string[];
};

/** A model's text for a piece; else what is wrong with it, for the model. */
export type JudgedDraft = { readonly text: string } | { readonly problems: readonly string[] };

const MOST_PROBLEMS = 8;

/**
 * A piece is good when it says plainly what it has to, keeps days and sizes of the frame, and the rules can make a plan of the whole
 * draft with it: else a coach who hands it back as it is would be refused.
 */
export async function judgeDraft(
  answer: string,
  piece: Piece,
  rules: PlanEngine,
  brief: PlanBrief,
  signal: AbortSignal,
): Promise<JudgedDraft> {
  const text = withoutAround(answer);
  const problem = problemOfDraftText(text, brief.language);
  if (problem !== null) return { problems: [problem] };
  const whole = joinWeeks([...piece.before, text, ...piece.behind]);
  const { weeks, faults } = readDraft(whole, brief);
  if (weeks === undefined) return { problems: inWords(faults) };
  const problems = piece.weeks.flatMap(({ drafted }) => problemsOfWeek(drafted, weeks));
  if (problems.length > 0) return { problems: problems.slice(0, MOST_PROBLEMS) };
  try {
    const drafted = { ...brief, draft: { weeks, text: whole } };
    const { plan } = await planByRules(rules, drafted, signal);
    // What a coach may decide a model may not.
    const findings = checkPlan(plan, checkContext(drafted));
    return findings.length === 0
      ? { text }
      : { problems: findings.slice(0, MOST_PROBLEMS).map((finding) => findingWords(finding, 'en')) };
  } catch (error) {
    if (!(error instanceof PlanRefused)) throw error;
    return { problems: inWords(error.faults) };
  }
}

export function joinWeeks(texts: readonly string[]): string {
  return texts.join('\n\n');
}

function inWords(faults: readonly PlanFault[]): string[] {
  return faults.slice(0, MOST_PROBLEMS).map((fault) => faultWords(fault, 'en'));
}

/** Where the first week begins. */
function startOf(text: string): number {
  return /^## /m.exec(text)?.index ?? 0;
}

/** Without what models think and say before the first heading, and from the end on of the fence they like to put around Markdown. */
function withoutAround(answer: string): string {
  const text = withoutThoughts(answer.replaceAll('\r\n', '\n'));
  return text
    .slice(startOf(text))
    .replace(/\n```[\s\S]*$/, '')
    .trim();
}

function problemsOfWeek(frame: DraftWeek, weeks: readonly DraftWeek[]): string[] {
  const week = weeks.find(({ number }) => number === frame.number);
  const where = `Week ${frame.number}`;
  if (week === undefined) return [`${where} is missing.`];
  const heading = sameSize(week.distance_m, frame.distance_m) ? [] : [`${where}: another distance in all.`];
  const days = (frame.days ?? []).flatMap((day) => {
    const own = week.days?.find((one) => one.day === day.day);
    if (own === undefined) return [`${where}: ${day.day} is missing.`];
    return isLike(own, day) ? [] : [`${where}, ${day.day}: another size or another kind of day.`];
  });
  const more =
    (week.days?.length ?? 0) > (frame.days?.length ?? 0) ? [`${where}: more days than given.`] : [];
  return [...heading, ...days, ...more];
}

function isLike(day: DraftDay, frame: DraftDay): boolean {
  return (
    likeIt(frame.workout_type).includes(day.workout_type) &&
    sameSize(day.distance_m, frame.distance_m) &&
    sameSize(day.duration_s, frame.duration_s)
  );
}

/** How far a size that is said in words may be from what it was. */
const SAME = 0.03;

/** What is not said can not differ. */
function sameSize(size: number | null, frame: number | null): boolean {
  return size === null || (frame !== null && Math.abs(size - frame) <= frame * SAME);
}
