import type { Language } from '../../../shared/languages.ts';
import { type FindingUnit, unitOfFinding } from '../../../training/planning/finding-rules.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import { durationWords, sumWords } from '../../../words/measure-words.ts';
import { FINDING_TEXTS } from './finding-phrases.ts';

/** What is wrong and what would be right, for a person. No pace and no heart rate is named. */
export function findingWords(finding: Finding, language: Language): string {
  const { code, week_number, date, found, allowed } = finding;
  const texts = FINDING_TEXTS[language];
  const where = date ?? (week_number === 0 ? texts.plan : texts.week(week_number));
  const unit = unitOfFinding(finding);
  const number = (value: number | null) => (value === null ? '–' : numberWords(value, unit, language));
  const sentence = texts.sentences[code]({
    where: date !== null && language !== 'en' ? ` ${where} ` : where,
    found: number(found),
    allowed: number(allowed),
  });
  return sentence.trim();
}

function numberWords(value: number, unit: FindingUnit | null, language: Language): string {
  if (unit === 'm') return sumWords(value, { language, unit_system: 'metric' });
  if (unit === 's') return durationWords(Math.round(value / 60) * 60, { language });
  if (unit === 'days') return FINDING_TEXTS[language].days(Math.round(value));
  return String(Math.round(value));
}
