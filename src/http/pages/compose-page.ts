import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../shared/escape-html.ts';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { phrase } from '../../words/index.ts';
import { FONT_FACES, PRELOADED_FONT } from './fonts.ts';
import type { Look } from './preferences.ts';

/** A page for people, before it has a layout. Texts are texts: they are escaped here. */
export type Page = {
  readonly language: Language;
  readonly heading: string;
  /** What the script finds in the `data-` attributes of `<main>`: where it sends what, and what it says. */
  readonly data?: Readonly<Record<string, string>>;
  /** Below the heading and the script's messages: HTML, made of the parts below. */
  readonly content: string;
  /** Whether the language can be chosen on the page: not where a form goes back to an address that says more. */
  readonly has_languages?: boolean;
  /** Without one the page does what it does by forms alone, which go back to its own address. */
  readonly script?: PageScript;
};

/** The one script of a page, with the policy that lets it run. */
export type PageScript = {
  readonly text: string;
  readonly policy: string;
  /** The page works without it, and does not say that it needs one. */
  readonly is_optional: boolean;
};

const STYLE = `${FONT_FACES}${readPart(new URL('page.css', import.meta.url))}`;
const SCRIPT_START = readPart(new URL('page-start.js', import.meta.url));

/** Reads a page's own script, which follows what all of them begin with. */
export function readScript(file: URL): PageScript {
  const text = `(() => {\n${SCRIPT_START}${readPart(file)}})();\n`;
  return { text, policy: policyFor(text, "'none'"), is_optional: false };
}

/** Reads a script that only adds to a page, whose forms go to this server by themselves. */
export function readOptionalScript(file: URL): PageScript {
  const text = readPart(file);
  return { text, policy: policyFor(text, "'self'"), is_optional: true };
}

/** The one style and the one script, by their hashes, and requests to this server. */
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

/** Of a page without a script: nothing runs in it, and its forms go to this server. */
const PLAIN_POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLE)}`,
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** What the browser lets a page do. */
export const policyOf = ({ script }: Pick<Page, 'script'>): string => script?.policy ?? PLAIN_POLICY;

/** A whole page. The token of the address is not in it. */
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

/** What each language calls itself. */
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

/** What scripts say, and what is said where they do not run. */
function scriptedPart(language: Language): string {
  return `  <noscript><p>${escapeHtml(phrase(language, 'pages.needsScript'))}</p></noscript>
  <div id="message" role="status"></div>
`;
}

/** It posts, though the script sends it: one that fails must not put a password into an address. */
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

/** A field whose name is that of the API, with room for what the API finds wrong with it. */
export function inputField(options: {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Of the input, such as `type` and `autocomplete`. */
  readonly attributes: string;
  readonly hint?: string;
  /** For a password: what the box says that shows it. */
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

/** With the line ends that a browser makes of it before it takes the hash. */
function readPart(file: URL): string {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
