import { defineError } from '../../shared/errors.ts';

export const usernameTaken = defineError(
  'conflict',
  409,
  'This user name is taken. Choose another one, or leave it out to get one made from the e-mail address.',
);
export const usernameOfAnother = defineError(
  'conflict',
  409,
  'Somebody else has this user name. Choose another one.',
);
export const noSuchUser = defineError('not_found', 404, 'There is no user with this id.');
export const emailTaken = defineError(
  'conflict',
  409,
  'This e-mail address is registered already. Sign in instead.',
);
export const noUserWithEmail = defineError('not_found', 404, 'There is no user with this e-mail address.');
export const notYourProfile = defineError(
  'forbidden',
  403,
  'A profile can be read and changed only by its owner.',
);
