import { readFileSync } from 'node:fs';

/**
 * Prompts in files: the system prompt, a line `---`, and the user prompt; `{{name}}` is a placeholder. The name holds the
 * version: a changed prompt is a new file, so that an answer can be traced to its prompt.
 */
export type Prompt<Name extends string> = {
  readonly version: string;
  fill(values: Readonly<Record<Name, string>>): { readonly system: string; readonly prompt: string };
};

const DIVISION = '\n---\n';

/**
 * Reads the file `<version>.md` of a folder.
 * @param folder with a final slash
 * @throws Error where it is missing or incomplete
 */
export function readPrompt<Name extends string>(folder: URL, version: string): Prompt<Name> {
  const text = readFileSync(new URL(`${version}.md`, folder), 'utf8');
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

/** In one pass: inserted values are not searched for placeholders. */
function fillIn(text: string, values: Readonly<Record<string, string>>, version: string): string {
  return text.trim().replaceAll(/\{\{([a-z_]+)\}\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${version}.md names {{${name}}}, which nobody fills in.`);
    return value;
  });
}
