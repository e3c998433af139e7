import { type Answer, json as jsonOf, html as pageOf, Refused } from '../kit/answers.ts';
import { MOST_BYTES, type RawCall } from '../kit/stand-in.ts';
import { type Parameter, readParameters } from './oauth1-signature.ts';

/** A request as the stand-in reads it: nothing decoded that a signature covers. */
export type Call = ReturnType<typeof readCall>;

export function readCall({ method, path, search, headers, bytes, body }: RawCall) {
  if (bytes > MOST_BYTES) throw refused(413, 'body too large');
  const { host = '', authorization = '', 'content-type': type = '' } = headers;
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  try {
    const form = isForm ? readParameters(body.toString('utf8')) : [];
    return { method, path, host, authorization, query: readParameters(search), form };
  } catch (error) {
    throw error instanceof URIError ? refused(400, 'malformed percent-encoding') : error;
  }
}

export function firstValue(parameters: readonly Parameter[], name: string): string | undefined {
  return parameters.find(([known]) => known === name)?.[1];
}

/** @throws Refused with 400 when it is missing or empty */
export function requiredValue(parameters: readonly Parameter[], name: string): string {
  const value = firstValue(parameters, name) ?? '';
  if (value === '') throw refused(400, `missing parameter ${name}`);
  return value;
}

/** @param why the text of `errorMessage` */
export function refused(status: number, why: string): Refused {
  return new Refused(json(status, { errorMessage: why }), why);
}

const NOT_KEPT = { 'cache-control': 'no-store' };

export function json(status: number, value: unknown): Answer {
  return jsonOf(status, value, { 'content-type': 'application/json;charset=UTF-8', ...NOT_KEPT });
}

export function formText(values: Readonly<Record<string, string>>): Answer {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...NOT_KEPT };
  return { status: 200, headers, body: new URLSearchParams(values).toString() };
}

export function html(status: number, body: string): Answer {
  // The page needs no script, and a form may lead anywhere: to the app's own address.
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return pageOf(status, body, { 'content-security-policy': policy });
}

/** With more parameters behind the address's own, which stay as they are; a fragment stays at the end. */
export function redirect(address: string, more: Readonly<Record<string, string>> = {}): Answer {
  const [, before = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  const added = Object.entries(more).map((pair) => pair.map(encodeURIComponent).join('='));
  const separator = added.length === 0 || /[?&]$/.test(before) ? '' : before.includes('?') ? '&' : '?';
  // 303: what follows is a GET, also after the form of the consent page.
  return { status: 303, headers: { location: `${before}${separator}${added.join('&')}${fragment}` } };
}
