import { composeLetter, type MailContent, nameInMail, timeInWords } from '../../../infra/mail/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { phrasesIn } from '../../../words/index.ts';
import { joinLink } from '../join-link.ts';

export function composeInvitationMail(input: {
  readonly language: Language;
  readonly token: string;
  readonly org_name: string;
  readonly inviter: string;
  readonly expires_at: Date;
  readonly timezone: string;
  readonly base_url: string;
}): MailContent {
  const { language, token, base_url } = input;
  const say = phrasesIn(language);
  const club = nameInMail(input.org_name);
  const by = nameInMail(input.inviter);
  const until = timeInWords({ language, time: input.expires_at, timezone: input.timezone });
  return composeLetter({
    language,
    base_url,
    subject: say('invitations.mail.subject', { club }),
    heading: say('invitations.mail.heading', { club }),
    parts: [
      say('invitations.mail.invited', { club, by }),
      say('invitations.mail.means'),
      { link: { label: say('invitations.mail.button'), url: joinLink(base_url, token) } },
      say('invitations.mail.until', { time: until }),
      say('invitations.mail.notMe'),
    ],
  });
}
