import type { Logger } from 'pino';
import {
  LANGUAGE_NAMES,
  type LanguageModel,
  ModelFault,
  type Prompt,
  quote,
  readPrompt,
  tellFaults,
  withinTime,
  withoutThoughts,
} from '../../../infra/llm/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { createGate } from '../../../shared/gate.ts';
import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { type Draft, RULES, type Written } from '../facts.ts';
import { checkText, type Problem } from './check-text.ts';

/** Who words what the rules have drafted: a model where it may and can, else the rules. */
export type Writer = {
  /** Outside of any transaction: it may take minutes. Fails only by `signal`. */
  write(draft: Draft, signal: AbortSignal): Promise<Written>;
};

export type WriterDeps = {
  /** Undefined: the rules write everything. */
  readonly llm: LanguageModel | undefined;
  readonly modelSummariesPerDay: number;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
};

const AT_ONCE = 4;
/** A second time with what was wrong with the first. */
const ATTEMPTS = 2;
const LONGEST_ANSWER_MS = MINUTE_MS;
/** For thoughts besides, of models that think. */
const MOST_TOKENS = 4_000;
const MOST_CHARACTERS = 8_000;
/** Whom it did not answer, others leave alone for so long: on a Monday morning there are thousands of them. */
const REST_MS = 5 * MINUTE_MS;
const MOST_CHARACTERS_OF_NAME = 80;

export const WRITES_BY_RULES: Writer = { write: async (draft) => byRules(draft) };

export function createWriter(deps: WriterDeps): Writer {
  const { llm: model, clock } = deps;
  if (model === undefined) return WRITES_BY_RULES;
  const asker = { model, prompt: readSummaryPrompt(), logger: deps.logger };
  const gate = createGate(AT_ONCE);
  let rests_until = Number.NEGATIVE_INFINITY;
  const phrase = async (draft: Draft, signal: AbortSignal): Promise<Written> => {
    if (clock.now().getTime() < rests_until || !(await mayAsk(deps))) return byRules(draft);
    try {
      return await askModel(asker, draft, signal);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      rests_until = clock.now().getTime() + REST_MS;
      tellFaults(asker)(error);
      return byRules(draft);
    }
  };
  return {
    write: async (draft, signal) => {
      if (!draft.may_be_phrased) return byRules(draft);
      await gate.enter();
      try {
        signal.throwIfAborted();
        return await phrase(draft, signal);
      } finally {
        gate.leave();
      }
    },
  };
}

function byRules({ text }: Draft): Written {
  return { text, engine: RULES };
}

async function mayAsk({ rateLimiter, modelSummariesPerDay: limit, logger }: WriterDeps): Promise<boolean> {
  const day = { name: 'day', limit, seconds: DAY_MS / SECOND_MS } as const;
  const { allowed, tightest } = await rateLimiter.take('model-summaries', [day]);
  if (allowed && tightest.remaining === 0)
    logger.info(
      { limit, hours: Math.ceil(tightest.retry_after_s / 3_600) },
      'the language model has written as many summaries as AI_SUMMARIES_PER_DAY allows: rules write the others',
    );
  return allowed;
}

type Asker = {
  readonly model: LanguageModel;
  readonly prompt: Prompt<SummaryValue>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
};

async function askModel(asker: Asker, draft: Draft, signal: AbortSignal): Promise<Written> {
  let problems: readonly Problem[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const checked = checkText(wordsOf(await listen(asker, draft, problems, signal)), draft);
      if ('text' in checked)
        return { text: checked.text, engine: asker.model.name.slice(0, MOST_CHARACTERS_OF_NAME) };
      problems = checked.problems;
    } catch (error) {
      if (!(error instanceof ModelFault && error.retryable && attempt < ATTEMPTS)) throw error;
    }
  }
  asker.logger.info(
    {
      model: asker.model.name,
      kind: draft.kind,
      problems: [...new Set(problems.map(({ kind }) => kind))],
    },
    'a summary of the language model could not be used: the rules’ is taken',
  );
  return byRules(draft);
}

async function listen(
  { model, prompt }: Asker,
  draft: Draft,
  problems: readonly Problem[],
  signal: AbortSignal,
): Promise<string> {
  const asked = prompt.fill({
    ...WORDS[draft.kind],
    language: LANGUAGE_NAMES[draft.voice.language],
    manner: MANNERS[draft.voice.persona],
    facts: quote('facts', draft.facts),
    text: quote('text', draft.text),
    problems:
      problems.length === 0
        ? ''
        : `Your last text could not be used:\n${quote(
            'problems',
            problems.map(({ words }) => words),
          )}`,
  });
  const ms = Math.min(model.limits.answer_ms, LONGEST_ANSWER_MS);
  const max_output_tokens = Math.min(model.limits.max_output_tokens, MOST_TOKENS);
  const call = (callSignal: AbortSignal) =>
    model.streamText({ ...asked, max_output_tokens, signal: callSignal });
  let text = '';
  for await (const piece of withinTime(call, ms, signal)) {
    text += piece;
    if (text.length > MOST_CHARACTERS) break;
  }
  return text;
}

/** Without thoughts that a server left before it; and models like to put what they are asked to say in quotes. */
function wordsOf(answer: string): string {
  return withoutThoughts(answer)
    .trim()
    .replace(/^(?:"([^"]*)"|“([^“”]*)”|「([^「」]*)」)$/, '$1$2$3');
}

const WORDS: Readonly<Record<Draft['kind'], { what: string; length: string }>> = {
  activity: { what: 'one workout', length: 'two to four short sentences, at most 400 characters' },
  weekly: { what: 'a week of training', length: 'three to six sentences, at most 700 characters' },
};

const MANNERS: Readonly<Record<Draft['voice']['persona'], string>> = {
  rex: 'Write short, direct and a bit dry.',
  joy: 'Write warmly and encouragingly.',
};

type SummaryValue = 'what' | 'length' | 'language' | 'manner' | 'facts' | 'text' | 'problems';

/** Read once, at the start: a server without its prompts does not start. */
export function readSummaryPrompt(): Prompt<SummaryValue> {
  return readPrompt(new URL('prompts/', import.meta.url), 'summary.v1');
}
