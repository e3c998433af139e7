import Type from 'typebox';
import { Flag, Message, Ok, Shape } from '../../../http/schemas.ts';
import { Username } from './names.ts';

export const ChangeUsernameBody = Type.Object({ username: Username }, { title: 'ChangeUsername' });

export const ChangeUsernameResponse = Shape(
  { status: Ok, message: Message('User name changed.'), username: { ...Username, description: 'As sent.' } },
  { title: 'ChangeUsernameResponse' },
);

export const CheckUsernameQuery = Type.Object({ username: Username });

export const CheckUsernameResponse = Shape(
  {
    status: Ok,
    available: Flag('Whether the caller may have it. Their own name is, in any case, available to them.'),
    username: { ...Username, description: 'As sent.' },
  },
  { title: 'CheckUsernameResponse' },
);
