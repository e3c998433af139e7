import type { IncomingHttpHeaders } from 'node:http';
import { checkVapid, type VapidClaims } from './check-vapid.ts';
import { decryptMessage, readHeader } from './decrypt-message.ts';
import type { Misfortune, ReceivedMessage, StoredBrowser } from './subscribe-browser.ts';

/** As push services have to take it, and no more is taken here. */
export const MOST_BYTES = 4_096;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

export type Push = {
  readonly browser: StoredBrowser | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly origin: string;
  readonly now: Date;
};

/** What is said to a push, and why where it is not taken. */
export type Said = {
  readonly answer: Misfortune;
  readonly because: string | null;
  readonly claims: VapidClaims | null;
};

/** One push, held to RFC 8030, 8188, 8291 and 8292 before the browser reads it. */
export function answerPush(push: Push): Said {
  const { browser, headers, body, origin, now } = push;
  if (headers.authorization === undefined) return refuse(401, 'no Authorization');
  const finding = checkVapid(headers.authorization, { audience: origin, now });
  if (finding.fault !== null) return refuse(403, finding.fault);
  const { claims, key } = finding;
  if (browser === undefined) return refuse(404, 'no such subscription', claims);
  if (browser.is_gone()) return refuse(410, 'the browser has unsubscribed', claims);
  if (browser.application_server_key !== null && browser.application_server_key !== key)
    return refuse(403, 'the subscription was made for another key', claims);
  if (body.length > MOST_BYTES) return refuse(413, 'too many bytes', claims);
  const message = readMessage(push, browser);
  if (typeof message === 'string') return refuse(400, message, claims);
  const misfortune = browser.next();
  if (misfortune !== undefined) return { answer: misfortune, because: 'as the test says', claims };
  browser.receive(message);
  const location = `${origin}/message/${crypto.randomUUID()}`;
  return {
    answer: { status: 201, headers: { location, ttl: String(message.ttl_s) } },
    because: null,
    claims,
  };
}

/** Or what is wrong with it. A real service cannot tell whether the browser will be able to read it; this one can, and says so. */
function readMessage({ headers, body }: Push, browser: StoredBrowser): ReceivedMessage | string {
  const { ttl, urgency = 'normal', topic } = headers;
  if (typeof ttl !== 'string' || !/^\d{1,10}$/.test(ttl)) return 'no TTL in seconds';
  if (typeof urgency !== 'string' || !URGENCIES.includes(urgency)) return 'no such Urgency';
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return 'no such Topic';
  if (headers['content-encoding'] !== 'aes128gcm') return 'Content-Encoding is not aes128gcm';
  const header = readHeader(body);
  if (header === null) return 'the body does not begin as RFC 8291 has it';
  const text = decryptMessage(browser.keys, header);
  return text === null
    ? 'the browser cannot decrypt it'
    : { text: text.toString(), ttl_s: Number(ttl), urgency };
}

function refuse(status: number, because: string, claims: VapidClaims | null = null): Said {
  return { answer: { status, body: because }, because, claims };
}
