import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { Language } from '../../shared/languages.ts';
import { phrase } from '../../words/index.ts';

/** A page for people, before it has a layout. Texts are texts: they are escaped here. */
export type Page = {
  readonly language: Language;
  readonly heading: string;
  /** What the script finds in the `data-` attributes of `<main>`: where it sends what, and what it says. */
  readonly data?: Readonly<Record<string, string>>;
  /** Below the heading and the script's messages: HTML, made of the parts below. */
  readonly content: string;
  /** Without one the page does what it does by forms alone, which go back to its own address. */
  readonly script?: PageScript;
};

/** The one script of a page, with the policy that lets it run. */
export type PageScript = { readonly text: string; readonly policy: string };

const STYLE = readPart(new URL('page.css', import.meta.url));
const SCRIPT_START = readPart(new URL('page-start.js', import.meta.url));

/** Reads a page's own script, which follows what all of them begin with. */
export function readScript(file: URL): PageScript {
  const text = `(() => {\n${SCRIPT_START}${readPart(file)}})();\n`;
  return { text, policy: policyFor(text) };
}

/** The one style and the one script, by their hashes, and requests to this server. Forms are sent by the script alone. */
function policyFor(script: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(STYLE)}`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Of a page without a script: nothing runs in it, and its forms go to this server. */
const PLAIN_POLICY = [
  "default-src 'none'",
  `style-src ${hashSource(STYLE)}`,
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** What the browser lets a page do. */
export const policyOf = ({ script }: Pick<Page, 'script'>): string => script?.policy ?? PLAIN_POLICY;

/** A whole page. The token of the address is not in it. */
export function composePage({ language, heading, data = {}, content, script }: Page): string {
  const attributes = Object.entries(data).map(([key, value]) => ` data-${key}="${escapeHtml(value)}"`);
  return `<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${escapeHtml(heading)} – Ekiden</title>
  <style>${STYLE}</style>
</head>
<body>
<p class="brand" translate="no">Ekiden</p>
<main${attributes.join('')}>
  <h1 tabindex="-1">${escapeHtml(heading)}</h1>
${script === undefined ? '' : scriptedPart(language)}${content}</main>
${script === undefined ? '' : `<script>${script.text}</script>\n`}</body>
</html>
`;
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
