import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../shared/escape-html.ts';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { phrase } from '../../words/index.ts';
import { FONT_FACES, PRELOADED_FONT } from './fonts.ts';
import type { Look } from './preferences.ts';

/** A page for people, before layout. Texts are escaped here. */
export type Page = {
  readonly language: Language;
  readonly heading: string;
  /** Values for the script in the `data-` attributes of `<main>`: addresses and texts. */
  readonly data?: Readonly<Record<string, string>>;
  /** HTML below the heading and the script's messages, composed of the parts below. */
  readonly content: string;
  /** Whether the language can be chosen on the page: not where a form posts to an address with a query. */
  readonly has_languages?: boolean;
  readonly script?: PageScript;
};

/** The script of a page with the policy that allows it. */
export type PageScript = {
  readonly text: string;
  readonly policy: string;
  /** The page works without the script and does not ask for it. */
  readonly is_optional: boolean;
};

const STYLE = `${FONT_FACES}${readPart(new URL('page.css', import.meta.url))}`;
const SCRIPT_START = readPart(new URL('page-start.js', import.meta.url));

/** Reads a page's script with the common beginning of all page scripts. */
export function readScript(file: URL): PageScript {
  const text = `(() => {\n${SCRIPT_START}${readPart(file)}})();\n`;
  return { text, policy: policyFor(text, "'none'"), is_optional: false };
}

/** Reads a script that only enhances a page, whose forms also work without it. */
export function readOptionalScript(file: URL): PageScript {
  const text = readPart(file);
  return { text, policy: policyFor(text, "'self'"), is_optional: true };
}

/** The policy that allows one style and one script by hash, and requests to this server. */
function policyFor(script: string, formAction: "'none'" | "'self'"): string {
  return [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(STYLE)}`,
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

const PLAIN_POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLE)}`,
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export const policyOf = ({ script }: Pick<Page, 'script'>): string => script?.policy ?? PLAIN_POLICY;

export function composePage(page: Page, look: Look = 'auto'): string {
  const {
    language,
    heading,
    data = {},
    content,
    script,
    has_languages = script?.is_optional === false,
  } = page;
  const attributes = Object.entries(data).map(([key, value]) => ` data-${key}="${escapeHtml(value)}"`);
  return `<!doctype html>
<html lang="${language}" data-theme="${look}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="${look === 'auto' ? 'light dark' : look}">
  <meta name="robots" content="noindex">
  <title>${escapeHtml(heading)} – Ekiden</title>
  <link rel="preload" href="${PRELOADED_FONT}" as="font" type="font/woff2" crossorigin>
  <style>${STYLE}</style>
</head>
<body>
${SASH}<div class="column">
<header><p class="brand" translate="no">${MARK}Ekiden</p></header>
<main${attributes.join('')}>
  <h1 tabindex="-1">${escapeHtml(heading)}</h1>
${script === undefined || script.is_optional ? '' : scriptedPart(language)}${content}</main>
${has_languages ? languageLinks(language) : ''}</div>
${script === undefined ? '' : `<script>${script.text}</script>\n`}</body>
</html>
`;
}

/** The stripe of a relay runner's sash, where there is room for it. */
const SASH = `<svg class="sash" viewBox="0 0 1440 900" preserveAspectRatio="none" aria-hidden="true" focusable="false"><path d="M980 900 1316 0h148v30L1140 900z"/></svg>
`;
const MARK =
  '<svg class="logo" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><rect width="24" height="24" rx="6"/><path d="M3.2 24 19 0h5v.6L8.6 24z"/></svg>';

/** Each language's own name. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-TW': '繁體中文',
  ja: '日本語',
};

function languageLinks(current: Language): string {
  const links = LANGUAGES.map(
    (language) =>
      `<a href="?language=${language}" lang="${language}" hreflang="${language}"${language === current ? ' aria-current="true"' : ''}>${LANGUAGE_NAMES[language]}</a>`,
  );
  const label = escapeHtml(phrase(current, 'pages.languages'));
  return `<footer><nav class="languages" aria-label="${label}">${links.join('')}</nav></footer>\n`;
}

/** The texts of scripts, and the text for browsers without scripts. */
function scriptedPart(language: Language): string {
  return `  <noscript><p>${escapeHtml(phrase(language, 'pages.needsScript'))}</p></noscript>
  <div id="message" role="status"></div>
`;
}

export function form(options: {
  readonly id?: string;
  readonly above?: string;
  readonly fields: string;
  readonly submit: string;
}): string {
  const { id, above = '', fields, submit } = options;
  return `  <form${id === undefined ? '' : ` id="${id}"`} method="post" novalidate hidden>
${above}${fields}    <button type="submit">${escapeHtml(submit)}</button>
  </form>
`;
}

export function inputField(options: {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly attributes: string;
  readonly hint?: string;
  /** The label of the checkbox that shows a password. */
  readonly show?: string;
}): string {
  const { id, name, label, attributes, hint, show } = options;
  const described = hint === undefined ? `${id}-faults` : `${id}-hint ${id}-faults`;
  return [
    '    <div class="field">',
    `      <label for="${id}">${escapeHtml(label)}</label>`,
    `      <input id="${id}" name="${name}" ${attributes} aria-describedby="${described}">`,
    ...(hint === undefined ? [] : [`      <p class="hint" id="${id}-hint">${escapeHtml(hint)}</p>`]),
    `      <ul class="faults" id="${id}-faults" lang="en"></ul>`,
    ...(show === undefined
      ? []
      : [
          `      <label class="toggle"><input type="checkbox" id="show" autocomplete="off" aria-controls="${id}">${escapeHtml(show)}</label>`,
        ]),
    '    </div>\n',
  ].join('\n');
}

/** Line ends are normalized as a browser does before it hashes. */
function readPart(file: URL): string {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
