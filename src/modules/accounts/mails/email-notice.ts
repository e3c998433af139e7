import { composeLetter, type MailContent, timeInWords } from '../../../infra/mail/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { phrasesIn } from '../../../words/index.ts';

/** Tells somebody that another address was requested or set for their account. */
export function composeEmailNotice(input: {
  readonly language: Language;
  readonly what: 'asked' | 'changed';
  readonly former_email: string;
  readonly new_email: string;
  readonly at: Date;
  /** Of the reader, an IANA name. */
  readonly timezone: string;
  readonly base_url: string;
}): MailContent {
  const { language, what, base_url } = input;
  const say = phrasesIn(language);
  const time = timeInWords({ ...input, time: input.at });
  return composeLetter({
    language,
    base_url,
    subject: say(`accounts.emailNotice.${what}.subject`),
    heading: say(`accounts.emailNotice.${what}.heading`),
    parts: [
      say(`accounts.emailNotice.${what}.told`, { former: input.former_email, next: input.new_email, time }),
      say(`accounts.emailNotice.${what}.notMe`),
    ],
  });
}
