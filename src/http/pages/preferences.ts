import type { IncomingHttpHeaders } from 'node:http';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { acceptedLanguage } from '../accepted-language.ts';
import { cookieValues } from '../cookies.ts';

/** Light or dark, or as the system of the reader has it. */
const LOOKS = ['light', 'dark', 'auto'] as const;
export type Look = (typeof LOOKS)[number];

/** A reader's preferences as their browser knows them. */
export type Preferences = {
  readonly language: Language;
  readonly look: Look;
  /** Whether the browser has the console's face already. */
  readonly has_face: boolean;
};

/** These cookies are readable by scripts: the console reads and sets them. */
const LANGUAGE_COOKIE = 'ekiden_language';
const LOOK_COOKIE = 'ekiden_look';
const FACE_COOKIE = 'ekiden_face';
const YEAR_S = 365 * 24 * 3_600;

/** Preferences from the cookies, else from the browser's headers. */
export function readPreferences(headers: IncomingHttpHeaders): Preferences {
  const said = <T extends string>(name: string, known: readonly T[]): T | undefined =>
    known.find((one) => cookieValues(headers.cookie, (cookie) => cookie === name).includes(one));
  return {
    language: said(LANGUAGE_COOKIE, LANGUAGES) ?? acceptedLanguage(headers['accept-language']),
    look: said(LOOK_COOKIE, LOOKS) ?? 'auto',
    has_face: said(FACE_COOKIE, ['kept']) !== undefined,
  };
}

/**
 * Preferences of a page whose language can be chosen by `?language=`.
 * @returns with the `Set-Cookie` for a new choice
 */
export function choosePreferences(request: {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly own_origin: string;
}): { readonly preferences: Preferences; readonly set_cookie: string | null } {
  const preferences = readPreferences(request.headers);
  const asked = new URL(request.url, 'http://localhost').searchParams.get('language');
  const language = LANGUAGES.find((one) => one === asked);
  if (language === undefined) return { preferences, set_cookie: null };
  const secure = request.own_origin.startsWith('https:') ? '; Secure' : '';
  return {
    preferences: { ...preferences, language },
    set_cookie: `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`,
  };
}
