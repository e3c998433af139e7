export type Piece = {
  readonly text: string;
  readonly link: { readonly href: string; readonly host: string } | null;
};

/** Latin and the scripts with letters that look like Latin ones. */
const LATIN_LIKE =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Cherokee}\\p{Nd}';
/** Addresses with a scheme, up to spaces, quotation marks, East Asian brackets or invisible marks. */
const WITH_SCHEME = 'https?:\\/\\/[^\\s<>"\\p{Cf}、。，！？「」『』（）【】《》]+';
/** Addresses without scheme whose host is not all ASCII, which can imitate another host. */
const BARE = `(?<![${LATIN_LIKE}@/.-])(?=[${LATIN_LIKE}.-]*(?!\\p{ASCII})[${LATIN_LIKE}])[${LATIN_LIKE}](?:[${LATIN_LIKE}\\p{M}-]*\\.)+[a-z]{2,24}(?![${LATIN_LIKE}])(?:[/?#][^\\s<>"\\p{Cf}]*)?`;
/** What mail programs turn into links. */
const ADDRESS = new RegExp(`${WITH_SCHEME}|${BARE}`, 'giu');

/** Where a sentence without spaces continues behind an address. */
const NEXT_WORDS = /(?<=[a-z\d]|[^/]\/)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}].*$/iu;

/** Punctuation of the sentence around an address; a closing bracket too, unless the address has opened it. */
const SENTENCE = /[.,;:!?'\]}]+$/;

/** Splits a text into addresses and the text between them. */
export function findLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentence(found.replace(NEXT_WORDS, ''));
    const url = URL.parse(/^https?:/i.test(address) ? address : `http://${address}`);
    if (url === null) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), link: null });
    // The host that browsers use according to WHATWG: after any `@`, as Punycode, numbers as an IP address.
    pieces.push({ text: address, link: { href: url.href, host: url.host } });
    from = index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), link: null });
  return pieces;
}

function withoutSentence(address: string): string {
  const short = address.replace(SENTENCE, '');
  const closesItsOwn = short.split('(').length >= short.split(')').length;
  if (short.endsWith(')') && !closesItsOwn) return withoutSentence(short.slice(0, -1));
  return short;
}

/** The host shown behind an address, isolated (U+2066, U+2069) so that direction marks in the text cannot reverse it. */
export const hostMark = (host: string): string => `\u2066[→ ${host}]\u2069`;

/** Appends its host to each address in a text. */
export function withHosts(text: string): string {
  return findLinks(text)
    .map((piece) => (piece.link === null ? piece.text : `${piece.text} ${hostMark(piece.link.host)}`))
    .join('');
}
