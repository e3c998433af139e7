import { composeLetter, type MailContent } from '../../../infra/mail/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { phrasesIn } from '../../../words/index.ts';
import type { ResetOrigin } from '../reset-origin.ts';

/**
 * The mail with the link to set a new password. `origin` says where it was requested: the app gets a link that it can
 * take over and a code for reading mail on another device.
 */
export function composePasswordResetMail(input: {
  readonly language: Language;
  readonly email: string;
  readonly token: string;
  readonly origin: ResetOrigin;
  readonly base_url: string;
}): MailContent {
  const { language, email, token, origin, base_url } = input;
  const say = phrasesIn(language);
  const code = origin === 'app' ? [say('accounts.passwordResetMail.orCode'), { code: token }] : [];
  return composeLetter({
    language,
    base_url,
    subject: say('accounts.passwordResetMail.subject'),
    heading: say('accounts.passwordResetMail.heading'),
    parts: [
      say('accounts.passwordResetMail.asked', { email }),
      say(`accounts.passwordResetMail.openLink.${origin}`),
      {
        link: {
          label: say(`accounts.passwordResetMail.button.${origin}`),
          url: resetLink(base_url, token, origin),
        },
      },
      ...code,
      say('accounts.passwordResetMail.notMe'),
    ],
  });
}

/** One address for both: an app can claim it (universal links, app links), and a browser opens the page. */
function resetLink(base_url: string, token: string, origin: ResetOrigin): string {
  const link = `${base_url}/reset-password?token=${encodeURIComponent(token)}`;
  return origin === 'app' ? `${link}&origin=app` : link;
}
