/** Where people may be sent after a platform's consent page: pages of these very origins, and apps with these schemes. */
export type ReturnUrls = {
  /** As `URL` writes them: `https://club.example.org`, with a port where it is not the usual one. */
  readonly origins: readonly string[];
  /** Without the colon: `ekiden`. */
  readonly schemes: readonly string[];
};

/** The scheme of the app. */
const OWN_SCHEME = 'ekiden';

const SHAPE =
  'must be a comma-separated list of origins such as https://club.example.org and schemes of apps such as ekiden://';

/** Schemes that browsers give a meaning of their own: code to run, files to open, other services. */
const TAKEN =
  /^(?:about|blob|chrome|content|data|file|filesystem|ftps?|gopher|https?|intent|jar|javascript|mailto|mhtml|ms-[a-z-]+|resource|res|sms|ssh|tel|vbscript|view-source|wss?)$/;

/**
 * Reads the setting `RETURN_URLS`.
 *
 * @param baseUrl the server's own address: people may return to it unless the setting says otherwise
 * @throws Error whose message goes on from the setting's name
 */
export function parseReturnUrls(text: string | undefined, baseUrl: string): ReturnUrls {
  if (text === undefined) return { origins: [new URL(baseUrl).origin], schemes: [OWN_SCHEME] };
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const origins = new Set<string>();
  const schemes = new Set<string>();
  for (const entry of entries) {
    const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\/$/i.exec(entry) ?? [];
    if (scheme === undefined) origins.add(readOrigin(entry));
    else schemes.add(readScheme(scheme.toLowerCase()));
  }
  return { origins: [...origins], schemes: [...schemes] };
}

function readScheme(scheme: string): string {
  if (TAKEN.test(scheme)) throw new Error(`${SHAPE}; ${scheme}:// is no scheme of an app`);
  return scheme;
}

function readOrigin(entry: string): string {
  // "https://a.example.org/" is the same origin; whatever follows would be believed to restrict, and does not.
  const [, bare = ''] = /^(https?:\/\/[^/?#@*\\]+)\/?$/i.exec(entry) ?? [];
  if (!URL.canParse(bare)) throw new Error(`${SHAPE}; ${entry.slice(0, 60)} is neither`);
  return new URL(bare).origin;
}
