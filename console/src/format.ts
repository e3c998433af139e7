import { type Language, useLanguage } from './say.tsx';
import { useSession } from './session/session.tsx';

type Units = 'metric' | 'imperial';

const M_PER_KM = 1_000;
const M_PER_MILE = 1_609.344;

/** How one person reads numbers and dates: their language, units and clock. */
export type Format = {
  readonly units: Units;
  /** 8.6 km, 12 km, 400 m. Whole ones have no decimals; one decimal below 100 km. */
  readonly distance: (distance_m: number) => string;
  /** The number alone, where the unit stands once on an axis. */
  readonly distanceNumber: (distance_m: number) => string;
  /** 5:26 /km. */
  readonly pace: (pace_s_per_km: number) => string;
  readonly paceNumber: (pace_s_per_km: number) => string;
  /** 48:10, 1:18:28. */
  readonly duration: (duration_s: number) => string;
  readonly number: (value: number, digits?: number) => string;
  readonly percent: (share: number) => string;
  /** A calendar day, which has no clock: `2026-11-22`. */
  readonly day: (date: string, form?: DayForm) => string;
  /** The day of a moment, on the reader's clock or another's: Sun 22 Nov 2026. */
  readonly date: (at: string, timezone?: string) => string;
  /** The month that a day lies in: November 2026. */
  readonly month: (date: string) => string;
  /** A moment, on the reader's clock or another's. */
  readonly time: (at: string, timezone?: string) => string;
  readonly moment: (at: string, timezone?: string) => string;
  readonly list: (texts: readonly string[]) => string;
};

/**
 * `short`: 22 Nov. `weekday`: Sun. `weekdayDay`: Sun 22. `dated`: Sun 22 Nov. `full`: Sunday 22 November. `year`: 22 November 2026.
 * `shortYear`: 22 Nov 2026.
 */
type DayForm = 'short' | 'weekday' | 'weekdayDay' | 'dated' | 'full' | 'year' | 'shortYear';

const DAY_FORMS: Readonly<Record<DayForm, Intl.DateTimeFormatOptions>> = {
  short: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short' },
  weekdayDay: { weekday: 'short', day: 'numeric' },
  dated: { weekday: 'short', day: 'numeric', month: 'short' },
  full: { weekday: 'long', day: 'numeric', month: 'long' },
  year: { day: 'numeric', month: 'long', year: 'numeric' },
  shortYear: { day: 'numeric', month: 'short', year: 'numeric' },
};

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', 'zh-TW': 'zh-TW', ja: 'ja-JP' };
const UNIT_WORDS: Readonly<Record<Language, { readonly km: string; readonly perKm: string }>> = {
  en: { km: ' km', perKm: ' /km' },
  'zh-TW': { km: ' 公里', perKm: ' /公里' },
  ja: { km: ' km', perKm: ' /km' },
};

const formats = new Map<string, Format>();

/** One for all who ask alike: each makes its own formatters of numbers and dates, which takes longer than using them. */
function formatOf(language: Language, units: Units, timezone: string): Format {
  const key = `${language} ${units} ${timezone}`;
  const made = formats.get(key) ?? createFormat(language, units, timezone);
  formats.set(key, made);
  return made;
}

function createFormat(language: Language, units: Units, timezone: string): Format {
  const locale = LOCALES[language];
  const numbers = new Map<number, Intl.NumberFormat>();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const number = (value: number, digits = 0): string => {
    // Kept: making one takes longer than a hundred uses, and playheads ask at every frame.
    const made =
      numbers.get(digits) ??
      new Intl.NumberFormat(locale, { maximumFractionDigits: digits, minimumFractionDigits: 0 });
    numbers.set(digits, made);
    return made.format(value);
  };
  const unit_m = units === 'metric' ? M_PER_KM : M_PER_MILE;
  const unitWord = units === 'metric' ? UNIT_WORDS[language].km : ' mi';
  const paceWord = units === 'metric' ? UNIT_WORDS[language].perKm : ' /mi';
  const distanceNumber = (distance_m: number): string => {
    const value = distance_m / unit_m;
    return number(value, value < 100 ? 1 : 0);
  };
  const paceNumber = (pace_s_per_km: number): string =>
    minutes(Math.round((pace_s_per_km * unit_m) / M_PER_KM));
  const dates = new Map<string, Intl.DateTimeFormat>();
  const dated = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options);
    const made = dates.get(key) ?? new Intl.DateTimeFormat(locale, options);
    dates.set(key, made);
    return made;
  };
  const time = (at: string, zone = timezone): string =>
    dated({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(new Date(at));
  return {
    units,
    distance: (distance_m) =>
      units === 'metric' && distance_m < M_PER_KM
        ? `${number(distance_m)} m`
        : distanceNumber(distance_m) + unitWord,
    distanceNumber,
    pace: (pace_s_per_km) => paceNumber(pace_s_per_km) + paceWord,
    paceNumber,
    duration: (duration_s) => minutes(Math.round(duration_s)),
    number,
    percent: (share) => new Intl.NumberFormat(locale, { style: 'percent' }).format(share),
    day: (date, form = 'full') =>
      dated({ ...DAY_FORMS[form], timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`)),
    date: (at, zone = timezone) =>
      dated({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: zone }).format(
        new Date(at),
      ),
    month: (date) =>
      dated({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`)),
    time,
    moment: (at, zone = timezone) =>
      dated({
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: zone,
      }).format(new Date(at)),
    list: (texts) => list.format(texts),
  };
}

/** Whole seconds as minutes, with hours where there are any. */
function minutes(whole_s: number): string {
  const [h, m, s] = [Math.floor(whole_s / 3600), Math.floor((whole_s % 3600) / 60), whole_s % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export function useFormat(): Format {
  const language = useLanguage();
  const { unit_system, timezone } = useSession().profile.preferences;
  return formatOf(language, unit_system, timezone);
}

/** The calendar day that it is now on a clock: `2026-11-22`. */
export function todayIn(timezone: string, now: Date = new Date()): string {
  const format =
    DAYS_OF.get(timezone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' });
  DAYS_OF.set(timezone, format);
  return format.format(now);
}
/** Kept as numbers are: each row of a list asks which day it is. */
const DAYS_OF = new Map<string, Intl.DateTimeFormat>();

/** A calendar day so many days later. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export function mondayOf(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
}
