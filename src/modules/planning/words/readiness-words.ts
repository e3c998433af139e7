import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { Readiness, ReadinessReason } from '../../../training/planning/readiness.ts';
import { phrasesIn } from '../../../words/index.ts';
import { joinSentences } from '../../../words/join-sentences.ts';
import { sumWords } from '../../../words/measure-words.ts';

type Speech = Pick<PlanBrief, 'language' | 'unit_system'>;

/**
 * A reason as a sentence. A target time is told without numbers, since a text that is handed on must not reveal the athlete's fitness.
 */
export function readinessReasonWords({ code, evidence }: ReadinessReason, speech: Speech): string {
  const say = phrasesIn(speech.language);
  const words = (n: number): string =>
    code === 'weeks_to_race' ? say('measures.weeks', { n }) : sumWords(n, speech);
  const { found, ready } = evidence ?? { found: 0, ready: 0 };
  return say(`planning.readiness.reason.${code}`, { found: words(found), ready: words(ready) });
}

export function readinessWords(
  { level, reasons, earliest_date, nearest_event }: Readiness,
  speech: Speech,
): string {
  const say = phrasesIn(speech.language);
  const sentences = [
    `**${say(`planning.readiness.level.${level}`)}**`,
    ...reasons.map((reason) => readinessReasonWords(reason, speech)),
    earliest_date === null ? '' : say('planning.readiness.earliest', { date: earliest_date }),
    nearest_event === null
      ? ''
      : say('planning.readiness.nearest', { event: say(`planning.event.${nearest_event}`) }),
  ];
  return joinSentences(sentences, speech.language);
}
