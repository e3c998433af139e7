import { ModelFault, quote, type TellFault, tellFaults, withinTime } from '../../../infra/llm/index.ts';
import { withoutMarks } from '../draft/mark.ts';
import type { DraftStep, PlanBrief, PlanEngine, ProgressStatus } from '../engine/engine.ts';
import { coachTexts, languageName, mannerOf } from './ask-weeks.ts';
import { engineName } from './engine-name.ts';
import { type FrameWeek, joinWeeks, judgeDraft, type Piece, readFrame } from './judge-draft.ts';
import { draftPieces, draftTokens, TOKENS_TO_THINK } from './limits.ts';
import type { ModelTools } from './making.ts';
import { type Spend, startSpending } from './spend.ts';

/** Steps of a draft whose weeks a model writes, some at a time, in the place of those of the rules. */
export async function* proposeDraft(
  tools: ModelTools,
  brief: PlanBrief,
  signal: AbortSignal,
): AsyncGenerator<DraftStep> {
  yield progress('preparing', 0);
  const { draft: byRules, readiness } = await draftByRules(tools.rules, brief, signal);
  const frame = readFrame(byRules, brief);
  const weeks = frame?.weeks ?? [];
  const written = yield* write(weeks, { tools, brief, signal });
  const left = weeks.slice(written.weeks);
  if (frame === null || left.length > 0) yield progress('falling_back', 95);
  yield progress('finished', 100);
  if (frame === null || written.weeks === 0) {
    yield { type: 'draft', draft: byRules, readiness, engine: 'rules' };
    return;
  }
  const text = joinWeeks([...written.texts, ...left.map((week) => week.text)]);
  const engine = engineName(tools.model.name, left.map(numberOf), weeks.map(numberOf));
  yield { type: 'draft', draft: `${frame.introduction}${text}\n`, readiness, engine };
}

function progress(status: ProgressStatus, percent: number): DraftStep {
  return { type: 'progress', status, progress: percent };
}

function numberOf({ drafted }: FrameWeek): number {
  return drafted.number;
}

function daysOf({ drafted }: FrameWeek): number {
  return drafted.days?.length ?? 0;
}

async function draftByRules(
  rules: PlanEngine,
  brief: PlanBrief,
  signal: AbortSignal,
): Promise<Extract<DraftStep, { type: 'draft' }>> {
  for await (const step of rules.draft(brief, signal)) {
    if (step.type === 'draft') return step;
  }
  throw new Error('The rules ended without a draft.');
}

type Asker = { readonly tools: ModelTools; readonly brief: PlanBrief; readonly signal: AbortSignal };

/** Of the first weeks, so many: behind a piece that did not come about none is asked for. */
type Written = { readonly texts: readonly string[]; readonly weeks: number };

async function* write(weeks: readonly FrameWeek[], asker: Asker): AsyncGenerator<DraftStep, Written> {
  const { limits, clock, model } = asker.tools;
  const pieces = draftPieces(weeks, daysOf, model.limits.max_output_tokens);
  const tokens = pieces.reduce((sum, piece) => sum + tokensOf(piece), 0);
  const budget = { calls: limits.attempts * pieces.length, tokens: limits.attempts * tokens };
  const writing: Writing = {
    spend: startSpending(clock, limits.draft_ms, budget),
    tell: tellFaults(asker.tools),
    all: weeks.length,
    done: 0,
    to_think: 0,
  };
  const texts: string[] = [];
  for (const piece of pieces) {
    const behind = weeks.slice(writing.done + piece.length).map(({ text }) => text);
    const text = yield* writePiece({ weeks: piece, before: texts, behind }, writing, asker);
    if (text === null) break;
    texts.push(text);
    writing.done += piece.length;
  }
  return { texts, weeks: writing.done };
}

function tokensOf(weeks: readonly FrameWeek[]): number {
  return draftTokens(
    weeks.length,
    weeks.reduce((sum, week) => sum + daysOf(week), 0),
  );
}

type Writing = {
  readonly spend: Spend;
  readonly tell: TellFault;
  /** Weeks, of which so many are done. */
  readonly all: number;
  done: number;
  /** Tokens that each call has beyond what its answer needs. */
  to_think: number;
};

/** Null: it did not come to a text that can be used. */
async function* writePiece(
  piece: Piece,
  writing: Writing,
  { tools, brief, signal }: Asker,
): AsyncGenerator<DraftStep, string | null> {
  let problems: readonly string[] = [];
  for (let attempt = 0; attempt < tools.limits.attempts; attempt += 1) {
    const tokens = tokensOf(piece.weeks) + writing.to_think;
    if (!writing.spend.take(tokens)) return null;
    yield progress('generating', percentOf(writing.done, writing));
    try {
      const asked = { weeks: piece.weeks, problems, tokens };
      const text = yield* listen(asked, writing, { tools, brief, signal });
      yield progress('checking', percentOf(writing.done + piece.weeks.length, writing));
      const judged = await judgeDraft(text, piece, tools.rules, brief, signal);
      if ('text' in judged) return judged.text;
      problems = judged.problems;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFault)) throw error;
      writing.tell(error);
      if (!error.retryable) return null;
      if (error.reason === 'cut_off') letThink(writing);
    }
  }
  return null;
}

/** Once for all pieces: it was not done when it had to stop, with thoughts as it may be. */
function letThink(writing: Writing): void {
  if (writing.to_think > 0) return;
  writing.to_think = TOKENS_TO_THINK;
  writing.spend.allow(TOKENS_TO_THINK);
}

/** Between what comes before the first week and what comes after the last. */
function percentOf(weeks: number, { all }: Writing): number {
  return Math.round(5 + (85 * weeks) / all);
}

/** More than any draft has; a model that goes on is not listened to. */
const MOST_CHARACTERS_A_WEEK = 3_000;
/** Thoughts that a server leaves in the answer come before it. */
const MOST_CHARACTERS_BESIDE = 40_000;

async function* listen(
  {
    weeks,
    problems,
    tokens,
  }: {
    readonly weeks: readonly FrameWeek[];
    readonly problems: readonly string[];
    readonly tokens: number;
  },
  writing: Writing,
  { tools, brief, signal }: Asker,
): AsyncGenerator<DraftStep, string> {
  const frame = withoutMarks(joinWeeks(weeks.map(({ text }) => text)));
  const { system, prompt } = tools.prompts.draft.fill({
    first: String(weeks.at(0)?.drafted.number),
    last: String(weeks.at(-1)?.drafted.number),
    language: languageName(brief),
    manner: mannerOf(brief),
    frame: quote('draft', frame, frame.length),
    texts: quote('coach', coachTexts(brief)),
    problems:
      problems.length === 0 ? '' : `Your last draft could not be used:\n${quote('problems', problems)}`,
  });
  const call = (callSignal: AbortSignal) =>
    tools.model.streamText({ system, prompt, max_output_tokens: tokens, signal: callSignal });
  const ms = Math.min(tools.limits.call_ms, writing.spend.msLeft());
  let text = '';
  let told = 0;
  for await (const piece of withinTime(call, ms, signal)) {
    text += piece;
    if (text.length > MOST_CHARACTERS_BESIDE + weeks.length * MOST_CHARACTERS_A_WEEK) break;
    // Most pieces are words, and all of the text is looked through.
    if (!piece.includes('#')) continue;
    const begun = text.match(/^## /gm)?.length ?? 0;
    if (begun <= told || begun > weeks.length) continue;
    told = begun;
    yield progress('generating', percentOf(writing.done + begun, writing));
  }
  return text;
}
