import type { MailMessage } from '../../infra/mail/index.ts';

/** The mail with which somebody proves that an e-mail address is theirs. */
export function composeVerificationMail(input: {
  token: string;
  base_url: string;
}): Pick<MailMessage, 'subject' | 'text' | 'html'> {
  const { token } = input;
  const link = `${input.base_url}/signup?token=${encodeURIComponent(token)}`;
  const text = `Welcome to Ekiden.

To finish signing up, open this link within 24 hours:

${link}

Or enter this token where you are asked for it:

${token}

If you did not ask for this mail, there is nothing to do: without the token no account is made.
`;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Confirm your e-mail address</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
<p>Welcome to Ekiden.</p>
<p>To finish signing up, open this link within 24 hours:</p>
<p><a href="${escapeHtml(link)}">Confirm my e-mail address</a></p>
<p>Or enter this token where you are asked for it:</p>
<p><code>${escapeHtml(token)}</code></p>
<p>If you did not ask for this mail, there is nothing to do: without the token no account is made.</p>
</body>
</html>
`;
  return { subject: 'Confirm your e-mail address for Ekiden', text, html };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
