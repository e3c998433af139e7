import Type from 'typebox';
import { Message, Ok, Shape } from '../../http/schemas.ts';
import { proofFields } from '../accounts/index.ts';

export const DeleteAccountBody = Type.Object(proofFields, {
  title: 'DeleteAccount',
  description: 'One of the two.',
  examples: [{ password: 'Sakura-1964' }],
});

export const DeleteAccountResponse = Shape(
  { status: Ok, message: Message('Your account and all that was kept about you are deleted.') },
  { title: 'DeleteAccountResponse' },
);
