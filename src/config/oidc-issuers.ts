import { isSafeAddress } from './addresses.ts';
import { isOneWord, type SettingType } from './setting-types.ts';

/** An accepted issuer of ID tokens with the audience that they must name: the client id of an app at that provider. */
type OidcIssuer = { readonly issuer: string; readonly audience: string };

/** An issuer may be listed several times with different audiences. */
export const oidcIssuers: SettingType<readonly OidcIssuer[]> = {
  accepts: 'a JSON array such as [{"issuer": "https://accounts.example.org", "audience": "ekiden-app"}]',
  read: (json) => {
    const entries = parseJson(json);
    if (!Array.isArray(entries) || entries.some((entry) => typeof entry !== 'object' || entry === null))
      return undefined;
    return entries.map((entry: object, index) => readEntry(entry, `[${index}]`));
  },
  show: (issuers) => (issuers.length === 0 ? 'none' : JSON.stringify(issuers)),
};

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function readEntry(entry: object, at: string): OidcIssuer {
  const stray = Object.keys(entry).find((name) => name !== 'issuer' && name !== 'audience');
  if (stray !== undefined)
    throw new Error(`${at}.${stray.slice(0, 40)} is not known; an entry has issuer and audience`);
  const { issuer, audience }: Partial<Record<keyof OidcIssuer, unknown>> = entry;
  // OpenID Connect Discovery 1.0, section 3, with plain http for providers on this very machine.
  if (typeof issuer !== 'string' || !isSafeAddress(issuer))
    throw new Error(
      `${at}.issuer must be the https address that the provider calls itself, without a query (http only on loopback)`,
    );
  if (typeof audience !== 'string' || !isOneWord(audience))
    throw new Error(`${at}.audience must be a client id of 1 to 255 characters without spaces`);
  return { issuer, audience };
}
