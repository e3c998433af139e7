import { WEEKDAYS, type Weekday } from '../../shared/calendar.ts';
import { matchesOf } from './matches-of.ts';

export type NamedDays = { readonly from: number; readonly until: number; readonly days: readonly Weekday[] };

const ENGLISH = 'mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun';
const CHINESE = '一二三四五六日';
const JAPANESE = '月火水木金土日';

/**
 * By group: weekdays and weekends, English names, 週一 and 週一三五 (but not 每週一次, once a week), 月曜 and 月・水・金曜日, and several signs such as 土日
 * without a suffix.
 */
const DAY_WORDS = new RegExp(
  [
    '\\b(weekdays?|weekends?)\\b|(平日|[週周]末)',
    `\\b(${ENGLISH})(?:day)?s?\\b`,
    `(?:星期|禮拜|[週周])([${CHINESE}](?:[、,/與和及]?[${CHINESE}](?![次天趟回個項公曜]))*(?![次天趟回個項公曜])|天)`,
    `([${JAPANESE}](?:[・、,/と]?[${JAPANESE}])*)曜日?`,
    `(?<![\\p{Script=Han}\\d])([${JAPANESE}](?:[・、,/と]?[${JAPANESE}])+)(?!\\p{Script=Han})`,
  ].join('|'),
  'giu',
);

const UNTIL = /^(?:\s*(?:to|through|until|till|[-–—~〜至到]|から)\s*)$/iu;

export function weekdaysIn(text: string): NamedDays[] {
  const found: NamedDays[] = [];
  for (const match of matchesOf(DAY_WORDS, text)) {
    const named = { from: match.index, until: match.index + match[0].length, days: daysOf(match) };
    const before = found.at(-1);
    if (before !== undefined && UNTIL.test(text.slice(before.until, named.from)))
      found[found.length - 1] = {
        from: before.from,
        until: named.until,
        days: daysBetweenNamed(before.days, named.days),
      };
    else found.push(named);
  }
  return found;
}

function daysOf([, english, han, name, chinese, japanese, pair]: RegExpMatchArray): readonly Weekday[] {
  const group = english ?? han;
  if (group !== undefined) return /day|平日/i.test(group) ? WEEKDAYS.slice(0, 5) : ['saturday', 'sunday'];
  if (name !== undefined) {
    const start = name.toLowerCase().slice(0, 3);
    return WEEKDAYS.filter((day) => day.startsWith(start));
  }
  const order = chinese === undefined ? JAPANESE : '一二三四五六日';
  const signs = [...(chinese ?? japanese ?? pair ?? '').replaceAll('天', '日')];
  return signs.flatMap((sign) => WEEKDAYS[order.indexOf(sign)] ?? []);
}

/** The days from the last of the first group to the first of the last, over the end of the week where necessary. */
function daysBetweenNamed(first: readonly Weekday[], last: readonly Weekday[]): readonly Weekday[] {
  const [from, until] = [first.at(-1), last[0]];
  if (from === undefined || until === undefined) return [...first, ...last];
  const start = WEEKDAYS.indexOf(from);
  const count = (WEEKDAYS.indexOf(until) - start + 7) % 7;
  return Array.from({ length: count + 1 }, (_, index) => WEEKDAYS[(start + index) % 7] ?? from);
}
