import { isIP } from 'node:net';
import { isOneWord, list, MASK, type SettingType } from './setting-types.ts';

/** `URL` has normalized the host: `127.1` and `0x7f000001` are already dotted addresses. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Whether secrets may be sent to the address and paths may be appended to it. */
export function isSafeAddress(text: string, { httpAnywhere = false } = {}): boolean {
  if (!isOneWord(text) || !URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && (httpAnywhere || isLoopback(hostname)));
}

/**
 * A base address for appending paths, without a slash at its end.
 * @param own the platform's own address; its path is the default
 */
export function baseAddress(own: string): SettingType<string> {
  return {
    accepts:
      'an https address without a user, a query or a fragment (http only on loopback), because tokens go there',
    read: (text) => (isSafeAddress(text) ? withPathOf(text, own) : undefined),
    show: String,
  };
}

export function withPathOf(address: string, own: string): string {
  const pathOf = (text: string): string => new URL(text).pathname.replace(/\/+$/, '');
  return `${new URL(address).origin}${pathOf(address) || pathOf(own)}`;
}

export function url(...protocols: readonly string[]): SettingType<string> {
  return {
    accepts: `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    read: (text) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined),
    show: maskUrl,
  };
}

export const webUrl = url('http:', 'https:');

function maskUrl(text: string): string {
  const masked = new URL(text);
  if (masked.password !== '') masked.password = MASK;
  // Drivers also read credentials from the query: `?password=` of PostgreSQL, `?auth.pass=` of SMTP.
  for (const name of masked.searchParams.keys().toArray())
    if (/pass|secret|token|key/i.test(name)) masked.searchParams.set(name, MASK);
  return masked.toString();
}

/** Links are made by appending paths, and they stand in mails. */
export const publicUrl: SettingType<string> = {
  accepts: webUrl.accepts,
  read: (text, inForce) => {
    const address = webUrl.read(text, inForce);
    if (address === undefined) return undefined;
    const { username, password, search, hash } = new URL(address);
    if ([username, password, search, hash].some((part) => part !== ''))
      throw new Error('must be an address alone, without a user, a query or a fragment');
    return address.replace(/\/+$/, '');
  },
  show: String,
};

const PROXY_WORDS = ['loopback', 'linklocal', 'uniquelocal'];

/** The proxies whose `X-Forwarded-For` is believed. If everybody were trusted, each guess of a password could claim a new address. */
export const proxies = list(`IP addresses, CIDR ranges (10.0.0.0/8) or ${PROXY_WORDS.join(', ')}`, (proxy) =>
  PROXY_WORDS.includes(proxy) || isNetwork(proxy) ? proxy : undefined,
);

function isNetwork(proxy: string): boolean {
  const [address = '', bits, ...more] = proxy.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  // A prefix of 0 would trust everybody.
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

/** Only an origin is accepted: anything behind it would seem to restrict and does not. */
function readOrigin(text: string): string | undefined {
  const [, bare = ''] = /^(https?:\/\/[^/?#@*\\\s]+)\/?$/i.exec(text) ?? [];
  return URL.canParse(bare) ? new URL(bare).origin : undefined;
}

export const origins = list('origins such as https://club.example.org', readOrigin);

/** Schemes with a special meaning in browsers: running code, opening files, other services. */
const TAKEN_SCHEMES =
  /^(?:about|blob|chrome|content|data|file|filesystem|ftps?|gopher|https?|intent|jar|javascript|mailto|mhtml|ms-[a-z-]+|resource|res|sms|ssh|tel|vbscript|view-source|wss?)$/;

const originsAndSchemes = list(
  'origins such as https://club.example.org and schemes of apps such as ekiden://',
  (entry) => {
    const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\/$/.exec(entry.toLowerCase()) ?? [];
    if (scheme === undefined) return readOrigin(entry);
    return TAKEN_SCHEMES.test(scheme) ? undefined : `${scheme}://`;
  },
);

/** Exact origins of pages, and schemes of apps without the colon. */
export const returnUrls: SettingType<{
  readonly origins: readonly string[];
  readonly schemes: readonly string[];
}> = {
  accepts: originsAndSchemes.accepts,
  read: (text, inForce) => {
    const entries = originsAndSchemes.read(text, inForce) ?? [];
    const schemes = entries.filter((entry) => entry.endsWith('://'));
    return {
      origins: entries.filter((entry) => !schemes.includes(entry)),
      schemes: schemes.map((scheme) => scheme.slice(0, -'://'.length)),
    };
  },
  show: ({ origins, schemes }) =>
    originsAndSchemes.show([...origins, ...schemes.map((scheme) => `${scheme}://`)]),
};

/** `https://*.example.org` stands for every host below `example.org`, and not for itself. */
export const pushOrigins = list(
  'origins such as https://push.example.org or https://*.push.example.org (http only on loopback)',
  (text) => {
    // At least one label must precede the wildcard, so that it cannot stand for a top level domain.
    const wildcard = /^https:\/\/\*\.([a-z0-9-]+(?:\.[a-z0-9-]+)+)(:\d+)?\/?$/i.exec(text);
    const origin = readOrigin(wildcard === null ? text : `https://${wildcard[1]}${wildcard[2] ?? ''}`);
    if (origin === undefined || !isSafeAddress(origin)) return undefined;
    return wildcard === null ? origin : origin.replace('https://', 'https://*.');
  },
  { least: 1 },
);
