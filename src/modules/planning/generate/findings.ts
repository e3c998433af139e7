import { OneOf, Shape, Text } from '../../../http/schemas.ts';
import { phrase } from '../../../words/index.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { healthMentions } from '../instructions/read-wishes.ts';
import { MAX_TITLE } from '../limits.ts';
import { quotedLine } from '../words/quoted-line.ts';

export const MOST_FINDINGS = 50;

export const Finding = Shape(
  {
    code: OneOf(['health_mentioned'], {
      description: '`health_mentioned`: a text tells of an injury or an illness.',
      examples: ['health_mentioned'],
    }),
    rank: OneOf(['warning'], { description: 'A warning is for the coach to judge.', examples: ['warning'] }),
    evidence: Shape(
      { quotation: Text(MAX_TITLE, 'The words that it is about.', 'Achilles tendinopathy: no hills') },
      { description: 'What was found.' },
    ),
    source: Text(MAX_TITLE, 'Where the rule comes from.', 'specification'),
    text: Text(1_000, 'In a sentence, in the language of the plan.', 'You wrote of an injury.'),
  },
  { title: 'PlanFinding', description: 'Something about a plan that its coach should know.' },
);

/** A warning for each sentence of a coach that tells of an injury or an illness; what a draft repeats of the texts is told once. */
export function healthFindings(brief: PlanBrief) {
  const { instructions, extra_guidance, training_principle, draft, language } = brief;
  const said = [instructions, extra_guidance, training_principle].flatMap(healthMentions);
  const drafted = healthMentions(draft?.text ?? null).filter(
    (line) => !said.some((one) => line.includes(one)),
  );
  return [...new Set([...said, ...drafted].map(quotedLine))].slice(0, MOST_FINDINGS).map((quotation) => ({
    code: 'health_mentioned' as const,
    rank: 'warning' as const,
    evidence: { quotation },
    source: 'specification',
    text: phrase(language, 'constraints.finding.health_mentioned', { quotation }),
  }));
}
