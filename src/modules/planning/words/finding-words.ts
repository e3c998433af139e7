import type { Language } from '../../../shared/languages.ts';
import type { Finding, FindingCode } from '../../../training/planning/findings.ts';
import { MARATHON_PACE_CAP } from '../../../training/planning/limits.ts';
import { durationWords, sumWords } from '../../../words/measure-words.ts';
import { FINDING_TEXTS } from './finding-phrases.ts';

type Unit = 'metres' | 'seconds' | 'days' | 'count';

/** What the numbers of a finding are (`findings.ts`). Those of all others are not told: what is an athlete's own is not named. */
const UNITS: Readonly<Partial<Record<FindingCode, Unit>>> = {
  growth: 'metres',
  load_growth: 'count',
  long_run_growth: 'metres',
  no_recovery_week: 'metres',
  long_run_share: 'metres',
  long_run_time: 'seconds',
  hard_days: 'count',
  hard_days_too_close: 'days',
  hard_share: 'seconds',
  session_cap: 'metres',
  no_taper: 'metres',
  race_recovery: 'metres',
};

/** What is wrong and what would be right, for a person. No pace and no heart rate is named. */
export function findingWords(finding: Finding, language: Language): string {
  const { code, week_number, date, found, allowed } = finding;
  const texts = FINDING_TEXTS[language];
  const where = date ?? (week_number === 0 ? texts.plan : texts.week(week_number));
  const unit = unitOf(finding);
  const number = (value: number | null) => (value === null ? '–' : numberWords(value, unit, language));
  const sentence = texts.sentences[code]({
    where: date !== null && language !== 'en' ? ` ${where} ` : where,
    found: number(found),
    allowed: number(allowed),
  });
  return sentence.trim();
}

function unitOf({ code, date, allowed }: Finding): Unit | undefined {
  if (code === 'race_recovery' && date !== null) return 'days';
  if (code === 'session_cap' && allowed === MARATHON_PACE_CAP.most_s) return 'seconds';
  return UNITS[code];
}

function numberWords(value: number, unit: Unit | undefined, language: Language): string {
  if (unit === 'metres') return sumWords(value, { language, unit_system: 'metric' });
  if (unit === 'seconds') return durationWords(Math.round(value / 60) * 60, { language });
  if (unit === 'days') return FINDING_TEXTS[language].days(Math.round(value));
  return String(Math.round(value));
}
