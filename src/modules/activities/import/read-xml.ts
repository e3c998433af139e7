import { SaxesParser } from 'saxes';
import type { AppError } from '../../../shared/errors.ts';
import { quoted, refusal } from './refuse.ts';

/** Callbacks for an XML document; names come without prefix. */
export type XmlVisitor = {
  open(name: string, attributes: Readonly<Record<string, string>>, parent: string): void;
  /** `text` is what stood inside the element after its last child, trimmed. */
  close(name: string, text: string, parent: string): void;
};

const MAX_DEPTH = 100;

/** Names and notes; numbers and times are shorter. */
const MAX_TEXT = 10_000;

/**
 * Walks an XML document. Document types are refused, so entities are never expanded and nothing is loaded. Characters
 * that XML 1.0 forbids are skipped, since devices write them into names.
 * @param visitorFor chooses the visitor by root element; called again for a document with such characters, and the first
 * visitor's results are dropped
 * @throws AppError 400 naming line and column when it is not well-formed
 */
export function visitXml(bytes: Uint8Array, visitorFor: (root: string) => XmlVisitor): void {
  const xml = decodeXml(bytes);
  const fault = walk(xml, visitorFor);
  if (fault === null) return;
  // Few documents have such characters, so the search runs only after a failure.
  const allowed = skipForbidden(xml);
  const remaining = allowed === xml ? fault : walk(allowed, visitorFor);
  if (remaining !== null) throw notWellFormed(remaining);
}

/** @returns why it is not well-formed, or null */
function walk(xml: string, visitorFor: (root: string) => XmlVisitor): Error | null {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const path: string[] = [];
  let visitor: XmlVisitor | null = null;
  let text = '';
  let fault: Error | null = null;
  parser.on('doctype', () => {
    throw refusal(
      'The XML declares a document type (DTD), which a recording does not need. Export it again.',
    );
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    visitor ??= visitorFor(name);
    if (path.length >= MAX_DEPTH) throw refusal(`The XML nests deeper than ${MAX_DEPTH} elements.`);
    visitor.open(name, tag.attributes, path.at(-1) ?? '');
    path.push(name);
    text = '';
  });
  const append = (more: string): void => {
    if (text.length < MAX_TEXT) text += more.slice(0, MAX_TEXT - text.length);
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    const name = path.pop() ?? '';
    visitor?.close(name, text.trim(), path.at(-1) ?? '');
    text = '';
  });
  parser.on('error', (error) => {
    fault = error;
    throw error;
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    if (fault === null) throw error;
  }
  return fault;
}

/** What XML 1.0 has no room for: control characters below U+0020, halves of surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\p{Cs}\ufffe\uffff]/gu;

/** A numeric character reference; CDATA and comments are matched first, since references inside do not count. */
const REFERENCE = /<!\[CDATA\[.*?(?:\]\]>|$)|<!--.*?(?:-->|$)|&#(?:x([0-9a-f]+)|([0-9]+));/gis;

/** The text without forbidden characters, whether they stand in it or are referred to by their number. */
function skipForbidden(xml: string): string {
  return xml.replaceAll(FORBIDDEN, '').replaceAll(REFERENCE, (whole, hex?: string, digits?: string) => {
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(digits ?? Number.NaN);
    return isForbidden(code) ? '' : whole;
  });
}

function isForbidden(code: number): boolean {
  return code >= 0 && code <= 0xffff && String.fromCharCode(code).search(FORBIDDEN) >= 0;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** saxes words its errors "line:column: what". */
function notWellFormed(error: Error): AppError {
  const match = /^(\d+):(\d+): (.*)$/s.exec(error.message);
  const [, line, column, what] = match ?? [];
  const place = line === undefined ? '' : ` at line ${line}, column ${column}`;
  return refusal(
    `The file is not well-formed XML${place}: ${quoted(what ?? error.message)}. It may have been cut off; export it again.`,
  );
}

/** By byte order mark, else by the declaration, else UTF-8. */
function decodeXml(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    // The decoder drops the byte order mark.
    return new TextDecoder(encoding).decode(bytes);
  } catch (error) {
    throw refusal(
      `The XML says it is encoded as ${quoted(encoding)}, which is unknown. Export it as UTF-8.`,
      error,
    );
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1];
  // A file that reads as ASCII so far is not UTF-16, whatever its declaration says.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
