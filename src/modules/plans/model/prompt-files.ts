import { readFileSync } from 'node:fs';

/**
 * What models are told. A file holds what the model is told by us, a line `---`, and what it is asked; `{{name}}` is where
 * something goes. The version is in the name: a change that alters what a model is told makes a new file, so that an answer can be
 * traced to what was asked.
 */
export type Prompt<Name extends string> = {
  readonly version: string;
  fill(values: Readonly<Record<Name, string>>): { readonly system: string; readonly prompt: string };
};

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

/** Read once, at the start: a server without its prompts does not start. */
export function readPrompts(): Prompts {
  return { draft: readPrompt('draft.v2'), weeks: readPrompt('weeks.v1') };
}

const DIVISION = '\n---\n';

function readPrompt<Name extends string>(version: string): Prompt<Name> {
  const text = readFileSync(new URL(`prompts/${version}.md`, import.meta.url), 'utf8');
  const [system, prompt, more] = text.split(DIVISION);
  if (system === undefined || prompt === undefined || more !== undefined)
    throw new Error(`${version}.md has not one line of three dashes.`);
  return {
    version,
    fill: (values) => {
      const known: Readonly<Record<string, string>> = values;
      return { system: fillIn(system, known, version), prompt: fillIn(prompt, known, version) };
    },
  };
}

/** In one go: what goes in is not looked at for further names. */
function fillIn(text: string, values: Readonly<Record<string, string>>, version: string): string {
  return text.trim().replaceAll(/\{\{([a-z_]+)\}\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${version}.md names {{${name}}}, which nobody fills in.`);
    return value;
  });
}
