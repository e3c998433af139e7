import { SaxesParser } from 'saxes';
import type { AppError } from '../../../shared/errors.ts';
import { quoted, refusal } from './refuse.ts';

/** What a reader wants to hear of an XML document. Names come without their prefix. */
export type XmlVisitor = {
  open(name: string, attributes: Readonly<Record<string, string>>, parent: string): void;
  /** `text` is what stood inside the element after its last child, trimmed. */
  close(name: string, text: string, parent: string): void;
};

/** Recordings nest about eight deep. */
const MAX_DEPTH = 100;

/** Names and notes; numbers and times are shorter. */
const MAX_TEXT = 10_000;

/**
 * Walks an XML document. Document types are refused, so no entity is ever expanded and nothing is ever loaded.
 *
 * @param visitorFor chooses the visitor by the root element
 * @throws AppError 400 naming line and column when it is not well-formed
 */
export function visitXml(bytes: Uint8Array, visitorFor: (root: string) => XmlVisitor): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const path: string[] = [];
  let visitor: XmlVisitor | null = null;
  let text = '';
  let problem: AppError | null = null;
  const stop = (error: AppError): never => {
    problem = error;
    throw error;
  };
  parser.on('doctype', () => {
    stop(
      refusal('The XML declares a document type (DTD), which a recording does not need. Export it again.'),
    );
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    visitor ??= visitorFor(name);
    if (path.length >= MAX_DEPTH) stop(refusal(`The XML nests deeper than ${MAX_DEPTH} elements.`));
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
    stop(notWellFormed(error));
  });
  try {
    parser.write(decodeXml(bytes)).close();
  } catch (error) {
    throw problem ?? error;
  }
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
  // A file that can be read as ASCII this far is not UTF-16, whatever a rewritten declaration says.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
