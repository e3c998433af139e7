import { type Prompt, readPrompt } from '../../../infra/llm/index.ts';

type WeeksValue = 'language' | 'manner' | 'goal' | 'level' | 'weeks' | 'texts' | 'problems';

export type Prompts = { readonly weeks: Prompt<WeeksValue>; readonly wishes: Prompt<'sentences'> };

const FOLDER = new URL('prompts/', import.meta.url);

/** Reads the prompts once, at the start: a server without its prompts does not start. */
export function readPrompts(): Prompts {
  return { weeks: readPrompt(FOLDER, 'weeks.v2'), wishes: readPrompt(FOLDER, 'wishes.v1') };
}
