import { composeLetter, type MailContent } from '../../../infra/mail/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { phrasesIn } from '../../../words/index.ts';

/** Proves the new address of an account; it does not say whose account. */
export function composeEmailChangeMail(input: {
  readonly language: Language;
  readonly token: string;
  readonly base_url: string;
}): MailContent {
  const { language, token, base_url } = input;
  const say = phrasesIn(language);
  return composeLetter({
    language,
    base_url,
    subject: say('accounts.emailChangeMail.subject'),
    heading: say('accounts.emailChangeMail.heading'),
    parts: [
      say('accounts.emailChangeMail.openLink'),
      {
        link: {
          label: say('accounts.emailChangeMail.button'),
          url: `${base_url}/confirm-email?token=${encodeURIComponent(token)}`,
        },
      },
      say('accounts.emailChangeMail.orCode'),
      { code: token },
      say('accounts.emailChangeMail.notMe'),
    ],
  });
}
