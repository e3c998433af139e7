import { escapeHtml } from '../../shared/escape-html.ts';
import type { InEachLanguage, Language } from '../../shared/languages.ts';
import { phrase } from '../../words/index.ts';
import { findLinks, hostMark, withHosts } from './find-links.ts';
import type { MailContent } from './mailer.ts';

/** The content of a mail without layout. */
export type Letter = {
  readonly language: Language;
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly LetterPart[];
  readonly base_url: string;
};

/**
 * A paragraph (line breaks stay), a link as a button, a code to copy, or small print with an optional address. Text by
 * other people shows the host behind each address.
 */
export type LetterPart =
  | string
  | { readonly written: string }
  | { readonly link: { readonly label: string; readonly url: string } }
  | { readonly code: string }
  | { readonly note: string; readonly url?: string };

/** Fonts that have the language's own forms of the characters. */
const FONTS: InEachLanguage<string> = {
  en: '',
  'zh-TW': "'PingFang TC', 'Noto Sans TC', 'Noto Sans CJK TC', 'Microsoft JhengHei', ",
  ja: "'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', 'Yu Gothic', Meiryo, ",
};

/**
 * The one layout of all mails, as text and as HTML. Whatever is in the letter, names of people included, is text: it is
 * escaped here and nowhere else.
 */
export function composeLetter(asked: Letter): MailContent {
  const letter = { ...asked, parts: withHostNote(asked) };
  return { subject: letter.subject, text: textOf(letter), html: htmlOf(letter) };
}

function withHostNote({ language, parts }: Letter): readonly LetterPart[] {
  const isWritten = (part: LetterPart): part is { written: string } =>
    typeof part !== 'string' && 'written' in part;
  const hasLinks = parts.some(
    (part) => isWritten(part) && findLinks(part.written).some(({ link }) => link !== null),
  );
  return hasLinks
    ? parts.toSpliced(parts.findLastIndex(isWritten) + 1, 0, {
        note: phrase(language, 'mail.hostsStandBehind'),
      })
    : parts;
}

function textOf({ language, heading, parts, base_url }: Letter): string {
  const blocks = parts.map((part) => {
    if (typeof part === 'string') return part;
    if ('written' in part) return withHosts(part.written);
    if ('note' in part) return part.url === undefined ? part.note : `${part.note} ${part.url}`;
    return 'link' in part ? part.link.url : part.code;
  });
  return `${[heading, ...blocks, `-- \n${phrase(language, 'mail.sentBy', { site: siteOf(base_url) })}`].join('\n\n')}\n`;
}

const HEAD_STYLE = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background: #14171c !important; }
      .card { background: #1f242b !important; border-color: #323943 !important; }
      .ink { color: #e9ecef !important; }
      .quiet { color: #a3acb7 !important; }
      .rule { border-color: #323943 !important; }
      .code { background: #14171c !important; border-color: #323943 !important; color: #e9ecef !important; }
    }
    @media (max-width: 480px) {
      .card { padding: 24px 20px !important; }
    }`;

const INK = 'color:#1c2530';
const QUIET = 'color:#5b6672';
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word;line-break:strict';

function htmlOf({ language, subject, heading, parts, base_url }: Letter): string {
  const family = `font-family:${FONTS[language]}-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`;
  const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
  return `<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
  <title>${escapeHtml(subject)}</title>
  <style>${HEAD_STYLE}
  </style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;-webkit-text-size-adjust:100%">
<table ${table} width="100%" class="page" style="background:#f3f4f6">
<tr><td align="center" style="padding:32px 12px">
  <table ${table} width="560" style="width:100%;max-width:560px;${family}">
  <tr><td class="quiet" style="padding:0 4px 16px;font-size:15px;font-weight:700;letter-spacing:0.02em;${QUIET}">Ekiden</td></tr>
  <tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e1e5ea;border-radius:12px">
    <h1 class="ink" style="margin:0;font-size:22px;line-height:1.35;font-weight:700;${INK};${BREAKS}">${escapeHtml(heading)}</h1>
${[...parts.map(htmlPart), ...parts.flatMap((part) => addressInstead(part, language))].join('\n')}
  </td></tr>
  <tr><td class="quiet" style="padding:16px 4px 0;font-size:13px;line-height:1.6;${QUIET};${BREAKS}">${escapeHtml(phrase(language, 'mail.sentBy', { site: siteOf(base_url) }))}</td></tr>
  </table>
</td></tr>
</table>
</body>
</html>
`;
}

function htmlPart(part: LetterPart): string {
  if (typeof part === 'string') return paragraph('ink', `16px 0 0;font-size:16px;${INK}`, linesOf(part));
  if ('written' in part) return paragraph('ink', `16px 0 0;font-size:16px;${INK}`, writtenOf(part.written));
  if ('note' in part) {
    const words = linesOf(part.note);
    const says = part.url === undefined ? words : `${words} ${addressOf(part.url)}`;
    return paragraph('quiet', `16px 0 0;font-size:13px;${QUIET}`, says);
  }
  if ('code' in part) {
    return `    <p class="code" style="margin:16px 0 0;padding:14px 16px;background:#f3f4f6;border:1px solid #e1e5ea;border-radius:8px;font-family:ui-monospace, Menlo, Consolas, 'Roboto Mono', 'Courier New', monospace;font-size:15px;line-height:1.5;${INK};word-break:break-all">${escapeHtml(part.code)}</p>`;
  }
  const href = escapeHtml(part.link.url);
  return `    <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td align="center" bgcolor="#1f5fbf" style="border-radius:8px;background:#1f5fbf"><a href="${href}" style="display:inline-block;padding:13px 24px;font-size:16px;line-height:1.35;font-weight:700;color:#ffffff;text-decoration:none">${escapeHtml(part.link.label)}</a></td></tr></table>`;
}

/** The addresses of the buttons at the end, for mail programs without buttons and for cautious readers. */
function addressInstead(part: LetterPart, language: Language): string[] {
  if (typeof part === 'string' || !('link' in part)) return [];
  const says = `${escapeHtml(phrase(language, 'mail.buttonDoesNothing'))}<br>${addressOf(part.link.url)}`;
  return [
    paragraph(
      'quiet rule',
      `24px 0 0;padding:20px 0 0;border-top:1px solid #e1e5ea;font-size:13px;${QUIET}`,
      says,
    ),
  ];
}

function addressOf(url: string): string {
  const href = escapeHtml(url);
  return `<a href="${href}" class="quiet" style="${QUIET};word-break:break-all">${href}</a>`;
}

/** Links addresses to the host that the mark behind them shows, whatever a mail program would detect. */
function writtenOf(text: string): string {
  const html = findLinks(text).map((piece) => {
    if (piece.link === null) return linesOf(piece.text);
    const { href, host } = piece.link;
    const link = `<a href="${escapeHtml(href)}" rel="nofollow noopener noreferrer" class="ink" style="${INK};word-break:break-all">${escapeHtml(piece.text)}</a>`;
    return `${link} <b>${escapeHtml(hostMark(host))}</b>`;
  });
  return html.join('');
}

const linesOf = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

function paragraph(className: string, style: string, html: string): string {
  return `    <p class="${className}" style="margin:${style};line-height:1.7;${BREAKS}">${html}</p>`;
}

function siteOf(base_url: string): string {
  return new URL(base_url).host;
}
