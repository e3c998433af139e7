import type { DemoAthlete } from './people.ts';

/** A Sunday with a number on the chest. */
export type RaceDay = { distance_m: number; name: string };

type RaceKind = '5k' | '10k' | 'half' | 'marathon';

const DISTANCE_M: Record<RaceKind, number> = { '5k': 5000, '10k': 10_000, half: 21_097.5, marathon: 42_195 };

/** Weeks before the end at which there is a race of the kind, for those who run it. */
const CALENDAR: { weeks_before_end: number; kind: RaceKind; for: DemoAthlete['habits']['races'][] }[] = [
  { weeks_before_end: 100, kind: '5k', for: ['short', 'road', 'marathon'] },
  { weeks_before_end: 92, kind: '10k', for: ['short', 'road'] },
  { weeks_before_end: 86, kind: 'half', for: ['marathon'] },
  { weeks_before_end: 82, kind: '5k', for: ['short'] },
  { weeks_before_end: 80, kind: 'marathon', for: ['marathon'] },
  { weeks_before_end: 74, kind: 'half', for: ['road'] },
  { weeks_before_end: 68, kind: '10k', for: ['short', 'road', 'marathon'] },
  { weeks_before_end: 58, kind: '5k', for: ['short', 'marathon'] },
  { weeks_before_end: 52, kind: 'half', for: ['road', 'marathon'] },
  { weeks_before_end: 46, kind: '10k', for: ['short'] },
  { weeks_before_end: 36, kind: '5k', for: ['short', 'road', 'marathon'] },
  { weeks_before_end: 31, kind: '10k', for: ['short', 'road'] },
  { weeks_before_end: 27, kind: 'half', for: ['marathon', 'road'] },
  { weeks_before_end: 21, kind: 'marathon', for: ['marathon'] },
  { weeks_before_end: 16, kind: '5k', for: ['short'] },
  { weeks_before_end: 12, kind: '10k', for: ['short', 'road', 'marathon'] },
  { weeks_before_end: 7, kind: 'half', for: ['road', 'marathon'] },
  { weeks_before_end: 5, kind: '5k', for: ['short'] },
];

const NAMES: Record<'Europe/London' | 'Asia/Tokyo' | 'America/Denver', Record<RaceKind, string>> = {
  'Europe/London': {
    '5k': 'Harbour Lights 5 km',
    '10k': 'Crag & Canal 10 km',
    half: 'Old Docks Half Marathon',
    marathon: 'Two Bridges Marathon',
  },
  'Asia/Tokyo': {
    '5k': '河川敷5km',
    '10k': '湾岸10km',
    half: '桜並木ハーフマラソン',
    marathon: '湾岸マラソン',
  },
  'America/Denver': {
    '5k': 'Prairie Dog 5K',
    '10k': 'Foothills 10K',
    half: 'Cottonwood Half Marathon',
    marathon: 'High Plains Marathon',
  },
};

/** The athlete's races by week of a season of so many weeks; none while injured or in the four weeks of the return. */
export function raceCalendar(athlete: DemoAthlete, seasonWeeks: number): ReadonlyMap<number, RaceDay> {
  const { races, race_shift_weeks, injury } = athlete.habits;
  const zone = athlete.preferences.timezone;
  const names = zone === 'Asia/Tokyo' || zone === 'America/Denver' ? NAMES[zone] : NAMES['Europe/London'];
  const hurt = seasonWeeks - injury.weeks_before_end;
  const calendar = new Map<number, RaceDay>();
  for (const entry of CALENDAR) {
    const week = seasonWeeks - entry.weeks_before_end + race_shift_weeks;
    const unfit = week >= hurt && week < hurt + injury.weeks + 4;
    if (!entry.for.includes(races) || unfit || week < 0 || week >= seasonWeeks) continue;
    calendar.set(week, { distance_m: DISTANCE_M[entry.kind], name: names[entry.kind] });
  }
  return calendar;
}
