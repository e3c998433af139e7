const MAX_NAME_LENGTH = 200;
const UNSAFE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A safe file name: no control characters, no direction marks (they disguise an ending), no path separators, at most 200
 * characters; `download` where nothing is left.
 */
export function cleanFileName(name: string): string {
  const clean = name.replace(UNSAFE, '').replace(/[/\\]/g, '_').trim();
  const short = Array.from(clean).slice(0, MAX_NAME_LENGTH).join('').trim();
  return /^\.*$/.test(short) ? 'download' : short;
}

/**
 * The Content-Disposition header for saving a file under the name (RFC 6266): an ASCII form for old clients (its appendix
 * D), and the full name in RFC 8187 encoding.
 */
export function attachmentDisposition(fileName: string): string {
  const name = cleanFileName(fileName);
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  // encodeURIComponent leaves these four although they are no attr-char of RFC 8187; it leaves ! ~ . _ - rightly.
  const full = encodeURIComponent(name).replace(/['()*]/g, (character) => percent(character));
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
