import { isZoneName, type ZoneName } from '../planning/zone-names.ts';

/**
 * The words before the length of a step. The form has no zone names, efforts or open ends, so these are written in words that the form
 * only displays: `Threshold at most RPE 7: stay tall`.
 */
export type Cue = {
  readonly zone: ZoneName | null;
  readonly bound: Bound | null;
  readonly effort: { readonly min: number; readonly max: number } | null;
  readonly note: string;
};

/** The end of a range that has the number; the other end is open. The smaller number of a pace is the faster one. */
export const BOUNDS = {
  'no faster than': { of: 'pace', end: 'min' },
  'no slower than': { of: 'pace', end: 'max' },
  'at least': { of: 'other', end: 'min' },
  'at most': { of: 'other', end: 'max' },
} as const;
export type Bound = keyof typeof BOUNDS;

/** The words have no digits, since the form would read a number among them as the length. */
const ZONE_WORDS: Readonly<Record<ZoneName, string>> = {
  recovery: 'Recovery',
  easy: 'Easy',
  marathon: 'Marathon pace',
  half_marathon: 'Half-marathon pace',
  threshold: 'Threshold',
  '10k': 'Ten-k pace',
  interval: 'Interval pace',
  repetition: 'Repetition pace',
};
const ZONE_OF_WORD: Readonly<Record<string, ZoneName>> = Object.fromEntries(
  Object.entries(ZONE_WORDS).flatMap(([zone, words]) => {
    const bare = words.toLowerCase().replace(/ pace$/, '');
    return isZoneName(zone) ? [bare, bare.replace('-', ' ')].map((word) => [word, zone]) : [];
  }),
);

const ZONES = Object.keys(ZONE_OF_WORD)
  .sort((one, other) => other.length - one.length)
  .join('|');
const NUMBER = String.raw`\d{1,2}(?:\.\d{1,2})?`;
const EFFORT = String.raw`RPE\s+(?<least>${NUMBER})(?:\s*[-–]\s*(?<most>${NUMBER}))?`;
const BOUND = `(?<bound>${Object.keys(BOUNDS).join('|')})`;
const END = String.raw`(?:\s+|(?=:)|$)`;
const WHOLE = new RegExp(
  `^(?:(?<zone>${ZONES})(?: pace)?${END})?(?:${BOUND}${END})?(?:${EFFORT}${END})?(?:$|:\\s*(?<note>.*)$)`,
  'iu',
);
const BEGINNING = new RegExp(`^(?:${BOUND}\\s+)?${EFFORT},?\\s+(?<note>.*)$`, 'iu');

export function zoneOfWords(words: string): ZoneName | null {
  return ZONE_OF_WORD[words.toLowerCase().replace(/ pace$/, '')] ?? null;
}

export function readCue(words: string): Cue {
  const groups = (WHOLE.exec(words) ?? BEGINNING.exec(words))?.groups;
  if (groups === undefined) return { zone: null, bound: null, effort: null, note: words };
  const { zone, bound, least, most, note = '' } = groups;
  const [one, other] = [Number(least), Number(most ?? least)];
  return {
    zone: zone === undefined ? null : (ZONE_OF_WORD[zone.toLowerCase()] ?? null),
    bound: bound === undefined ? null : (bound.toLowerCase() as Bound),
    effort: least === undefined ? null : { min: Math.min(one, other), max: Math.max(one, other) },
    note: note.trim(),
  };
}

export function writeCue({ zone, bound, effort }: Omit<Cue, 'note'>): string {
  let words = zone === null ? '' : ZONE_WORDS[zone];
  if (bound !== null) words += words === '' ? bound.charAt(0).toUpperCase() + bound.slice(1) : ` ${bound}`;
  if (effort !== null) words += `${words === '' ? '' : ' '}${effortText(effort)}`;
  return words;
}

function effortText({ min, max }: NonNullable<Cue['effort']>): string {
  const [least, most] = [Math.round(min * 100) / 100, Math.round(max * 100) / 100];
  return least === most ? `RPE ${least}` : `RPE ${least}-${most}`;
}

/** Control characters, Unicode line separators, and characters that change the direction of writing. */
export const CONTROL = /[^\P{Cc}\t\r\n]|[\u2028-\u202E\u2066-\u2069]/u;

/**
 * Whether free text can stand before the length: it has no numbers and options and does not read like one of the words above.
 *
 * @param head whether one of the words above stands before it, with a colon
 */
export function isPlainCue(note: string, head: boolean): boolean {
  if (note === '') return true;
  if (/[\p{N}=\r\n\t]|\s\s/u.test(note) || /press\s+lap/iu.test(note) || CONTROL.test(note)) return false;
  return note === note.trim() && (head || readCue(note).note === note);
}
