const SHAPE = 'must be a comma-separated list of origins such as https://club.example.org';

/**
 * Reads the setting `CORS_ORIGINS`: the pages of which origins may call the application API from a browser. None unless it is set.
 *
 * @returns as browsers write them: without a slash at the end, the port only where it is not the usual one
 * @throws Error whose message goes on from the setting's name
 */
export function parseCorsOrigins(text: string | undefined): readonly string[] {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return [...new Set(entries.map(readOrigin))];
}

function readOrigin(entry: string): string {
  if (entry === '*') throw new Error(`${SHAPE}; * would be every page there is, so name yours`);
  // Whatever follows would be believed to restrict, and does not.
  const [, bare = ''] = /^(https?:\/\/[^/?#@*\\\s]+)\/?$/i.exec(entry) ?? [];
  if (!URL.canParse(bare)) throw new Error(`${SHAPE}; ${entry.slice(0, 60)} is none`);
  return new URL(bare).origin;
}
