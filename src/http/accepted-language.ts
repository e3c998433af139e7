import type { Language } from '../shared/languages.ts';

const RANGE = /^\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;
/** Matched by primary subtag: another variety of Chinese is closer to ours than English. */
const OURS: ReadonlyMap<string, Language> = new Map([
  ['en', 'en'],
  ['zh', 'zh-TW'],
  ['ja', 'ja'],
]);

/** The language of a caller about whom only the request is known: the best match of `Accept-Language` (RFC 9110, section 12.5.4), else English. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').flatMap((range) => {
    const [, primary = '', quality = '1'] = RANGE.exec(range) ?? [];
    const language = OURS.get(primary.toLowerCase());
    return language === undefined || Number(quality) === 0 ? [] : [{ language, quality: Number(quality) }];
  });
  const [most] = wanted.toSorted((one, other) => other.quality - one.quality);
  return most?.language ?? 'en';
}
