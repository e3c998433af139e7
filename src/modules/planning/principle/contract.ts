import Type from 'typebox';
import { Data, IDS, Nullable, Ok, OneOf, Shape, Text } from '../../../http/schemas.ts';
import { MAX_STORED_PRINCIPLE, MAX_WORDS_OF_COACH, words } from '../generate/contract-fields.ts';
import { PRINCIPLE_LEVELS } from './training-principle.ts';

const storedPrinciple = (description: string, example: string | null) => ({
  ...Nullable(Text(MAX_STORED_PRINCIPLE, description, 'Easy days easy, hard days hard.')),
  examples: [example],
});
const Principle = 'Easy days easy, hard days hard.';

export const PrincipleResponse = Shape(
  {
    status: Ok,
    data: Data({
      org_id: IDS.org_id,
      principle: storedPrinciple('What your plans for the organization follow; null for nothing.', Principle),
      level: Nullable(
        OneOf(PRINCIPLE_LEVELS, {
          description: 'Whose it is: your own, which goes first, or the organization’s.',
          examples: ['organization'],
        }),
      ),
      stored: Shape(
        {
          coach: storedPrinciple('Your own, wherever you coach.', null),
          organization: storedPrinciple('That of the organization, also in its `settings`.', Principle),
        },
        { description: 'What is stored at each level; null for nothing.' },
      ),
    }),
  },
  { title: 'TrainingPrincipleResponse' },
);

export const PrincipleQuery = Type.Object({ org_id: IDS.org_id });

export const PrincipleBody = Type.Object(
  {
    org_id: IDS.org_id,
    principle: words(
      MAX_WORDS_OF_COACH,
      'In your own words; null or blank for none. Spaces around it are cut off.',
      Principle,
    ),
    level: OneOf(PRINCIPLE_LEVELS, {
      description:
        '`coach` is your own, wherever you coach; `organization` is for all its coaches, and for who may change it.',
      examples: ['coach'],
    }),
  },
  { title: 'TrainingPrincipleRequest' },
);
