import { ModelFault } from '../../../infra/llm/llm.ts';
import type { DraftStep, PlanBrief, PlanEngine, ProgressStatus } from '../engine/engine.ts';
import { coachTexts, languageName, mannerOf } from './ask-weeks.ts';
import { shortName } from './engine-name.ts';
import { type Frame, judgeDraft, readFrame } from './judge-draft.ts';
import { draftTokens } from './limits.ts';
import type { ModelTools } from './making.ts';
import { quote } from './quote.ts';
import { startSpending } from './spend.ts';
import { withinTime } from './within-time.ts';

/** Steps of a draft that a model writes after that of the rules. */
export async function* proposeDraft(
  tools: ModelTools,
  brief: PlanBrief,
  signal: AbortSignal,
): AsyncGenerator<DraftStep> {
  yield progress('preparing', 0);
  const byRules = await draftByRules(tools.rules, brief, signal);
  const frame = readFrame(byRules, brief);
  const written = frame === null ? null : yield* write(frame, tools, brief, signal);
  if (written === null) yield progress('falling_back', 95);
  yield progress('finished', 100);
  yield written === null
    ? { type: 'draft', draft: byRules, engine: 'rules' }
    : { type: 'draft', draft: written, engine: shortName(tools.model.name) };
}

function progress(status: ProgressStatus, percent: number): DraftStep {
  return { type: 'progress', status, progress: percent };
}

async function draftByRules(rules: PlanEngine, brief: PlanBrief, signal: AbortSignal): Promise<string> {
  for await (const step of rules.draft(brief, signal)) {
    if (step.type === 'draft') return step.draft;
  }
  throw new Error('The rules ended without a draft.');
}

/** Null: it did not come to a draft that can be used. */
async function* write(
  frame: Frame,
  tools: ModelTools,
  brief: PlanBrief,
  signal: AbortSignal,
): AsyncGenerator<DraftStep, string | null> {
  const { limits, clock } = tools;
  const tokens = draftTokens(brief.weeks, frame.days);
  const budget = { calls: limits.attempts, tokens: limits.attempts * tokens };
  const spend = startSpending(clock, limits.draft_ms, budget);
  let problems: readonly string[] = [];
  while (spend.take(tokens)) {
    yield progress('generating', 5);
    try {
      const text = yield* listen(frame, problems, { tokens, tools, brief, ms: spend.msLeft(), signal });
      yield progress('checking', 90);
      const judged = await judgeDraft(text, frame, tools.rules, brief, signal);
      if ('draft' in judged) return judged.draft;
      problems = judged.problems;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFault)) throw error;
      if (!error.retryable) return null;
    }
  }
  return null;
}

/** Of the headings so many are written, in percent. */
const LISTENED = { from: 5, until: 85 };
/** More than any draft has; a model that goes on is not listened to. */
const MOST_CHARACTERS_A_WEEK = 3_000;

async function* listen(
  { text: frame }: Frame,
  problems: readonly string[],
  { tokens, tools, brief, ms, signal }: Listening,
): AsyncGenerator<DraftStep, string> {
  const { system, prompt } = tools.prompts.draft.fill({
    weeks: String(brief.weeks),
    language: languageName(brief),
    manner: mannerOf(brief),
    frame: quote('draft', frame, frame.length),
    texts: quote('coach', coachTexts(brief)),
    problems:
      problems.length === 0 ? '' : `Your last draft could not be used:\n${quote('problems', problems)}`,
  });
  const call = (callSignal: AbortSignal) =>
    tools.model.streamText({ system, prompt, max_output_tokens: tokens, signal: callSignal });
  let text = '';
  let told = 0;
  for await (const piece of withinTime(call, ms, signal)) {
    text += piece;
    if (text.length > brief.weeks * MOST_CHARACTERS_A_WEEK) break;
    // Most pieces are words, and all of the text is looked through.
    if (!piece.includes('#')) continue;
    const weeks = text.match(/^## /gm)?.length ?? 0;
    if (weeks <= told || weeks > brief.weeks) continue;
    told = weeks;
    yield progress('generating', Math.round(LISTENED.from + (LISTENED.until * weeks) / brief.weeks));
  }
  return text;
}

type Listening = {
  readonly tokens: number;
  readonly tools: ModelTools;
  readonly brief: PlanBrief;
  readonly ms: number;
  readonly signal: AbortSignal;
};
