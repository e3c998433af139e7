import Type from 'typebox';
import { Nullable, OneOf, Shape, Text } from '../../http/schemas.ts';
import type { Language } from '../../shared/languages.ts';
import { MAX_TITLE } from '../../training/plan-input/limits.ts';
import {
  FINDING_RANKS,
  FINDING_RULES,
  FINDING_UNITS,
  unitOfFinding,
} from '../../training/planning/finding-rules.ts';
import { FINDING_CODES, type Finding } from '../../training/planning/findings.ts';
import { phrase } from '../../words/index.ts';
import { findingWords } from './words/finding-words.ts';
import { Day, WeeksOfPlan } from './workout-contract.ts';

/** The most findings in one answer, since some rules can be broken in every week of a year. */
export const MAX_FINDINGS = 400;

const number = (description: string, example: number) =>
  Nullable(Type.Number({ description, examples: [example] }));

const FindingShape = Shape(
  {
    code: OneOf([...FINDING_CODES, 'health_mentioned'], {
      description: 'Which rule; `health_mentioned`: a text tells of an injury or an illness.',
      examples: ['long_run_growth'],
    }),
    rank: OneOf(FINDING_RANKS, {
      description:
        '`warning`: training judgement, which the coach may overrule. What is `invalid` is refused.',
      examples: ['warning'],
    }),
    week: Type.Optional(WeeksOfPlan('Of the plan, from 1; absent where it is about no single week.', 4)),
    date: Type.Optional(Day('Where it is about one day.', '2026-10-11')),
    evidence: Nullable(
      Shape(
        {
          unit: Type.Optional(OneOf(FINDING_UNITS, { description: 'Of both numbers.', examples: ['m'] })),
          found: Type.Optional(number('What the plan has.', 24_000)),
          allowed: Type.Optional(number('What the rule allows.', 18_700)),
          quotation: Type.Optional(
            Text(MAX_TITLE, 'The words that it is about.', 'Achilles tendinopathy: no hills'),
          ),
        },
        {
          description: 'Either two numbers with their unit, or a quotation; null where the rule has neither.',
        },
      ),
    ),
    source: Text(MAX_TITLE, 'Where the rule comes from, in short.', 'Frandsen 2025'),
    text: Text(
      2 * MAX_TITLE,
      'In a sentence.',
      'The longest run of 2026-10-11 is 24 km; after those before it the rule is at most 18.7 km.',
    ),
  },
  { title: 'PlanFinding', description: 'Something that a rule of planning says of a plan.' },
);

export const Findings = Type.Array(FindingShape, {
  maxItems: MAX_FINDINGS,
  description:
    'What the rules of planning say of what the coach wrote, which stands all the same; empty for what the engine writes by itself.',
  examples: [
    [
      {
        code: 'long_run_growth',
        rank: 'warning',
        week: 4,
        date: '2026-10-11',
        evidence: { unit: 'm', found: 24_000, allowed: 18_700 },
        source: 'Frandsen 2025',
        text: 'The longest run of 2026-10-11 is 24 km; after those before it the rule is at most 18.7 km.',
      },
    ],
  ],
});

/** A target number of a coach is only compared with the runner's where these are known. */
const isHeldAgainst = ({ code, allowed }: Finding): boolean =>
  (code !== 'pace_target' && code !== 'heart_rate_target') || allowed !== null;

export function presentFindings(findings: readonly Finding[], language: Language) {
  return findings
    .filter(isHeldAgainst)
    .slice(0, MAX_FINDINGS)
    .map((finding) => presentFinding(finding, language));
}

function presentFinding(finding: Finding, language: Language) {
  const { code, week_number, date, found, allowed } = finding;
  const { rank, source } = FINDING_RULES[code];
  const unit = unitOfFinding(finding);
  return {
    code,
    rank,
    ...(week_number === 0 ? {} : { week: week_number }),
    ...(date === null ? {} : { date }),
    evidence: unit === null || (found === null && allowed === null) ? null : { unit, found, allowed },
    source,
    text: findingWords(finding, language),
  };
}

export function presentHealthMention(quotation: string, language: Language) {
  return {
    code: 'health_mentioned' as const,
    rank: 'warning' as const,
    evidence: { quotation },
    source: 'specification',
    text: phrase(language, 'constraints.finding.health_mentioned', { quotation }),
  };
}
