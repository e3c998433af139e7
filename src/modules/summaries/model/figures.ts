/**
 * Numbers in a text, with what they count: `12.4 km`, `5:02 /km`, `1 h 2 min`, `３回`. Read in the same way from facts and from what a
 * model makes of them, so that both can be compared.
 */
export type Figure = {
  readonly kind: Kind;
  /** In the unit of the kind: metres, seconds, days, months, or whatever is counted. */
  readonly value: number;
  readonly written: string;
};

const KINDS = {
  pace_per_km: [1, '/ ?(?:km|公里|キロ)|(?:per|a|each) (?:km|k|kilomet(?:er|re))'],
  pace_per_mile: [1, '/ ?(?:mi|英里|マイル)|(?:per|a|each) (?:mi|mile)'],
  kilometres_an_hour: [1, 'km/h|kph|公里/小時|km/時'],
  miles_an_hour: [1, 'mi/h|mph|英里/小時|マイル/時'],
  beats: [1, 'bpm|beats (?:per|a) minute|拍/分|下/分'],
  steps: [1, 'spm|steps? (?:per|a) minute'],
  kilometres: [1_000, 'kilomet(?:er|re)s?|kms?|k|公里|キロ(?:メートル)?'],
  minutes: [60, 'minutes?|mins?|分鐘|分'],
  miles: [1, 'miles?|mi|英里|哩|マイル'],
  metres: [1, 'met(?:er|re)s?|m|公尺|米|メートル'],
  feet: [1, 'feet|foot|ft|英尺|呎|フィート'],
  hours: [3_600, 'hours?|hrs?|h|個小時|小時|個鐘頭|時間'],
  seconds: [1, 'seconds?|secs?|s|秒'],
  days: [1, 'days?|天|日(?:間)?'],
  weeks: [7, 'weeks?|星期|週間?|周間?'],
  months: [1, 'months?|個月|[かカヶヵケ箇]月'],
  years: [12, 'years?|年'],
  per_cent: [1, '%|percent|per cent|パーセント'],
  energy: [1, 'kcal|calories|大卡|キロカロリー'],
  watts: [1, 'watts?|w|瓦|ワット'],
  times: [1, 'x|×|times|fold|倍'],
  ordinal: [1, 'st|nd|rd|th'],
} as const satisfies Record<string, readonly [factor: number, pattern: string]>;

/** Kilometres are metres, and hours are seconds: whoever says half a kilometre as 500 m has invented nothing. Months have no days. */
type Kind =
  | Exclude<keyof typeof KINDS, 'kilometres' | 'hours' | 'minutes' | 'weeks' | 'years'>
  | 'date'
  | 'clock'
  | 'number';
const SAME_AS: Readonly<Record<string, Kind>> = {
  kilometres: 'metres',
  hours: 'seconds',
  minutes: 'seconds',
  weeks: 'days',
  years: 'months',
};

const UNITS = Object.entries(KINDS)
  .map(([kind, [, pattern]]) => `(?<${kind}>${pattern})`)
  .join('|');
/** Latin letters end a unit only where a word ends. */
const FIGURE = new RegExp(
  String.raw`(?<rank>第 ?)?(?:(?<date>\d{4}-\d{2}-\d{2})|(?<clock>\d+(?::\d{2}){1,2})|(?<digits>\d+(?:[.,]\d+)*))` +
    String.raw`(?: ?-? ?(?:${UNITS})(?![\p{Script=Latin}]))?`,
  'giu',
);

type Found = Figure & { readonly unit: string | null; readonly start: number; readonly end: number };

/** @param text of which what only looks like a digit has become one (NFKC); `rest` is what is left beside the figures */
export function readFigures(text: string): { readonly figures: readonly Figure[]; readonly rest: string } {
  const found = [...text.matchAll(FIGURE)].map(readOne);
  const rest = found.reduceRight(
    (left, { start, end }) => `${left.slice(0, start)} # ${left.slice(end)}`,
    text,
  );
  return { figures: joinTimes(found, text), rest };
}

function readOne(match: RegExpExecArray): Found {
  const { date, clock, digits, rank, ...units } = match.groups ?? {};
  const unit = Object.keys(units).find((name) => units[name] !== undefined) ?? null;
  const place = { written: match[0], start: match.index, end: match.index + match[0].length };
  if (date !== undefined)
    return { ...place, kind: 'date', unit: 'date', value: Number(date.replaceAll('-', '')) };
  const value = clock === undefined ? numberOf(digits ?? '') : secondsOf(clock);
  if (rank !== undefined) return { ...place, kind: 'ordinal', unit: 'ordinal', value };
  if (unit === null) return { ...place, kind: clock === undefined ? 'number' : 'clock', unit, value };
  const [factor] = KINDS[unit as keyof typeof KINDS];
  return { ...place, kind: SAME_AS[unit] ?? (unit as Kind), unit, value: rounded(value * factor) };
}

const LONGEST_FIRST = ['hours', 'minutes', 'seconds'];

/** Hours, minutes and seconds that stand side by side are one time: nobody ran for the two minutes of an hour and two minutes. */
function joinTimes(found: readonly Found[], text: string): Figure[] {
  const joined: Found[] = [];
  for (const one of found) {
    const last = joined.at(-1);
    const rank = LONGEST_FIRST.indexOf(one.unit ?? '');
    const before = LONGEST_FIRST.indexOf(last?.unit ?? '');
    const isNext = last !== undefined && before >= 0 && rank > before;
    if (isNext && /^(?: ?,?(?: and)? ?)$/.test(text.slice(last.end, one.start))) {
      const written = text.slice(last.start, one.end);
      joined[joined.length - 1] = { ...one, value: last.value + one.value, start: last.start, written };
    } else joined.push(one);
  }
  return joined.map(({ kind, value, written }) => ({ kind, value, written }));
}

/** `1,5`, `1.50` and `1.5` are one number, and so are `1,000` and `1000`. */
function numberOf(written: string): number {
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(written);
  return Number(isGrouped ? written.replaceAll(',', '') : written.replace(',', '.'));
}

function secondsOf(clock: string): number {
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
