import { isLoopback, isOneWord } from './web-address.ts';

/** Whose ID tokens are taken, and whom they must have been made out to: the client id of an app at that provider. */
export type OidcIssuer = { readonly issuer: string; readonly audience: string };

const SHAPE =
  'must be a JSON array such as [{"issuer": "https://accounts.example.org", "audience": "ekiden-app"}]';

/**
 * Reads the setting `OIDC_ISSUERS`; undefined is none. An issuer may come several times, with an audience each.
 *
 * @throws Error whose message goes on from the setting's name: which entry, and what would be right
 */
export function parseOidcIssuers(json: string | undefined): readonly OidcIssuer[] {
  const entries = parseJson(json ?? '[]');
  if (!Array.isArray(entries)) throw new Error(SHAPE);
  return entries.map((entry: unknown, index) => readEntry(entry, `[${index}]`));
}

function readEntry(entry: unknown, at: string): OidcIssuer {
  if (typeof entry !== 'object' || entry === null) throw new Error(SHAPE);
  const stray = Object.keys(entry).find((name) => name !== 'issuer' && name !== 'audience');
  if (stray !== undefined) {
    throw new Error(`${at}.${stray.slice(0, 40)} is not known; an entry has issuer and audience`);
  }
  const { issuer, audience }: Partial<Record<keyof OidcIssuer, unknown>> = entry;
  if (typeof issuer !== 'string' || !isIssuer(issuer)) {
    throw new Error(
      `${at}.issuer must be the https address that the provider calls itself, without a query (http only on loopback)`,
    );
  }
  if (typeof audience !== 'string' || !isOneWord(audience)) {
    throw new Error(`${at}.audience must be a client id of 1 to 255 characters without spaces`);
  }
  return { issuer, audience };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error(SHAPE, { cause });
  }
}

/** OpenID Connect Discovery 1.0, section 3, with plain http for providers on this very machine. */
function isIssuer(text: string): boolean {
  if (!isOneWord(text) || !URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
