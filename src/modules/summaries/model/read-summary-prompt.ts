import { type Prompt, readPrompt } from '../../../infra/llm/index.ts';

export type SummaryValue = 'what' | 'length' | 'language' | 'manner' | 'facts' | 'text' | 'problems';

/** Read once, at the start: a server without its prompts does not start. */
export function readSummaryPrompt(): Prompt<SummaryValue> {
  return readPrompt(new URL('prompts/', import.meta.url), 'summary.v1');
}
