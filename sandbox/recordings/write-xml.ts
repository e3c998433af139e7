/** Text as XML character data or an attribute's value; characters XML 1.0 cannot carry at all are left out. */
export function xmlText(text: string): string {
  const allowed = text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return allowed
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** `<name>value</name>`, or nothing where the value is unknown. */
export function xmlElement(name: string, value: number | string | null | undefined): string {
  return value === null || value === undefined ? '' : `<${name}>${xmlText(String(value))}</${name}>`;
}
