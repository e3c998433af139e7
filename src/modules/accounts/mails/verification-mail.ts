import { composeLetter, type MailContent } from '../../../infra/mail/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { phrasesIn } from '../../../words/index.ts';

/** The mail with which somebody proves that an e-mail address is theirs. */
export function composeVerificationMail(input: {
  readonly language: Language;
  readonly token: string;
  readonly base_url: string;
}): MailContent {
  const { language, token, base_url } = input;
  const say = phrasesIn(language);
  const url = `${base_url}/signup?token=${encodeURIComponent(token)}`;
  return composeLetter({
    language,
    base_url,
    subject: say('accounts.verificationMail.subject'),
    heading: say('accounts.verificationMail.heading'),
    parts: [
      say('accounts.verificationMail.openLink'),
      { link: { label: say('accounts.verificationMail.button'), url } },
      say('accounts.verificationMail.orCode'),
      { code: token },
      say('accounts.verificationMail.notMe'),
    ],
  });
}
