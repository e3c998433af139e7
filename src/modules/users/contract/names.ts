import Type from 'typebox';
import { NO_NUL, Nullable, OneOf } from '../../../http/schemas.ts';
import { EMAIL_PATTERN, MAX_EMAIL_CHARS } from '../email-address.ts';
import { USERNAME_PATTERN } from '../suggest-username.ts';
import { MEMBERSHIP_ROLES } from '../user.ts';

/** Limits that the specification leaves to the server, in characters. */
const MAX_NAME = 100;
const MAX_BIO = 1_000;
const MAX_URL = 2_048;

export const Email = Type.String({
  maxLength: MAX_EMAIL_CHARS,
  pattern: EMAIL_PATTERN,
  errorMessage:
    'must be an e-mail address such as name@example.org; write an international domain in its xn-- form',
  description:
    'Stored as typed, compared regardless of case. An international domain is written in its `xn--` form.',
  examples: ['yuki@example.org'],
});

export const ONE_LINE = {
  // Without control characters, written so that every regular expression engine reads it.
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  errorMessage: 'must not contain line breaks or control characters',
};

export const Username = Type.String({
  pattern: USERNAME_PATTERN,
  maxLength: 30,
  errorMessage: 'must have 3 to 30 characters, each a letter, a digit or an underscore',
  description: 'Unique regardless of case; 3 to 30 letters, digits and underscores.',
  examples: ['yuki_tanaka'],
});
export const DisplayName = Type.String({
  maxLength: 50,
  ...ONE_LINE,
  description: 'How the user wants to be called.',
  examples: ['Yuki T.'],
});
const personName = (description: string, example: string) =>
  Type.String({ maxLength: MAX_NAME, ...ONE_LINE, description, examples: [example] });
export const FirstName = personName('Given name.', 'Yuki');
export const LastName = personName('Family name.', 'Tanaka');
export const Bio = Type.String({
  ...NO_NUL,
  maxLength: MAX_BIO,
  description: 'A few words about themself.',
  examples: ['Runs before work. Half marathon in autumn.'],
});
export const ImageUrl = Type.String({
  maxLength: MAX_URL,
  pattern: '^(https?://[^\\s/]+(/\\S*)?)?$',
  errorMessage: 'must be an address that begins with https:// or http://',
  description: 'Address of a picture.',
  examples: ['https://images.example.org/yuki.jpg'],
});

export const MembershipRoleField = OneOf(MEMBERSHIP_ROLES, {
  description: 'A coach may create organizations.',
});

/** Texts of a profile that a sign-up may have as well. */
export const nameInputs = {
  display_name: Type.Optional(
    Nullable({ ...DisplayName, description: 'Need not be unique. Null or blank: none.' }),
  ),
  first_name: Type.Optional(Nullable(FirstName)),
  last_name: Type.Optional(Nullable(LastName)),
};
