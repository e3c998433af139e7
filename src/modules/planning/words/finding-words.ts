import type { Language } from '../../../shared/languages.ts';
import { type FindingUnit, unitOfFinding } from '../../../training/planning/finding-rules.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import { phrase } from '../../../words/index.ts';
import { durationWords, sumWords } from '../../../words/measure-words.ts';

/** A finding in words for a person, without paces and heart rates. */
export function findingWords(finding: Finding, language: Language): string {
  const { code, week_number, date, found, allowed } = finding;
  const where =
    date ??
    (week_number === 0
      ? phrase(language, 'planning.finding.place.plan')
      : phrase(language, 'planning.finding.place.week', { week: String(week_number) }));
  const unit = unitOfFinding(finding);
  const number = (value: number | null) => (value === null ? '–' : numberWords(value, unit, language));
  const sentence = phrase(language, `planning.finding.${code}`, {
    where: date !== null && language !== 'en' ? ` ${where} ` : where,
    found: number(found),
    allowed: number(allowed),
  });
  return sentence.trim();
}

function numberWords(value: number, unit: FindingUnit | null, language: Language): string {
  if (unit === 'm') return sumWords(value, { language, unit_system: 'metric' });
  if (unit === 's') return durationWords(Math.round(value / 60) * 60, { language });
  if (unit === 'days') return phrase(language, 'measures.days', { n: Math.round(value) });
  return String(Math.round(value));
}
