import { composeLetter, type MailContent, timeInWords } from '../../../infra/mail/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { phrasesIn } from '../../../words/index.ts';

/** Tells somebody that their password was changed, in case it was not them who did it. */
export function composePasswordChangedMail(input: {
  readonly language: Language;
  readonly email: string;
  readonly changed_at: Date;
  /** Whether it was changed by a signed-in user. */
  readonly is_signed_in: boolean;
  /** Of the reader, an IANA name. */
  readonly timezone: string;
  readonly base_url: string;
}): MailContent {
  const { language, email, base_url } = input;
  const say = phrasesIn(language);
  return composeLetter({
    language,
    base_url,
    subject: say('accounts.passwordChangedMail.subject'),
    heading: say('accounts.passwordChangedMail.heading'),
    parts: [
      say('accounts.passwordChangedMail.changed', {
        email,
        time: timeInWords({ ...input, time: input.changed_at }),
      }),
      input.is_signed_in
        ? say('accounts.passwordChangedMail.othersSignedOut')
        : say('accounts.passwordChangedMail.signedOut'),
      input.is_signed_in
        ? say('accounts.passwordChangedMail.notMeSignedIn')
        : say('accounts.passwordChangedMail.notMe'),
    ],
  });
}
