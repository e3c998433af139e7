import Type from 'typebox';
import { NO_NUL, Ok, Shape } from '../../../http/schemas.ts';
import { ignoresUnknown } from '../../../http/unknown-names.ts';

export const Stored = Shape({ status: Ok }, { description: 'It is stored, and will be worked off.' });

const text = (maxLength: number, description: string, example: string) =>
  Type.String({ ...NO_NUL, maxLength, description, examples: [example] });

const handshake = {
  'hub.mode': text(20, 'What it is about: `subscribe`.', 'subscribe'),
  'hub.challenge': Type.String({
    pattern: '^[\\x21-\\x7e]{1,200}$',
    maxLength: 200,
    errorMessage: 'must be 1 to 200 visible characters of ASCII',
    description: 'What the answer has to repeat.',
    examples: ['15f7d1a91c1f40f8a748fd134752feb3'],
  }),
  'hub.verify_token': text(
    1_000,
    'What the operator has named when subscribing (`STRAVA_WEBHOOK_VERIFY_TOKEN`).',
    'a-token-of-the-operator',
  ),
};
export const HandshakeQuery = Type.Object(handshake, ignoresUnknown('platform'));

export const Challenge = Shape(
  {
    'hub.challenge': Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      maxLength: 200,
      description: 'As it came.',
      examples: ['15f7d1a91c1f40f8a748fd134752feb3'],
    }),
  },
  { description: 'The subscription is wanted.' },
);
