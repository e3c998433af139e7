import { type Prompt, readPrompt } from '../../../infra/llm/index.ts';

export type DraftValue = 'first' | 'last' | 'language' | 'manner' | 'frame' | 'texts' | 'problems';
export type WeeksValue =
  | 'language'
  | 'manner'
  | 'goal'
  | 'level'
  | 'weeks'
  | 'texts'
  | 'library'
  | 'problems';

export type Prompts = { readonly draft: Prompt<DraftValue>; readonly weeks: Prompt<WeeksValue> };

const FOLDER = new URL('prompts/', import.meta.url);

/** Read once, at the start: a server without its prompts does not start. */
export function readPrompts(): Prompts {
  return { draft: readPrompt(FOLDER, 'draft.v2'), weeks: readPrompt(FOLDER, 'weeks.v1') };
}
