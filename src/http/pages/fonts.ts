import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { entityTag } from '../conditional.ts';

/** Archivo with its width and weight axes; other scripts come from the reader's system fonts. */
const SUBSETS = {
  latin: {
    file: import.meta.resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
    range:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  latin_ext: {
    file: import.meta.resolve('@fontsource-variable/archivo/files/archivo-latin-ext-wdth-normal.woff2'),
    range: 'U+0100-02BA,U+1E00-1E9F',
  },
} as const;

const FONTS = Object.values(SUBSETS).map(({ file, range }) => {
  const path = fileURLToPath(file);
  const bytes = readFileSync(path);
  // The address contains a hash of the bytes, so the file can be cached forever.
  const name = `${basename(path, '.woff2')}.${entityTag(bytes).replaceAll('"', '')}.woff2`;
  return { bytes, address: `/fonts/${name}`, range };
});

/** The font that nearly every page needs, for `<link rel="preload">`. */
export const PRELOADED_FONT = FONTS[0]?.address ?? '';

/** For the style of pages. */
export const FONT_FACES = FONTS.map(
  ({ address, range }) =>
    `@font-face {\n  font-family: "Archivo";\n  font-weight: 100 900;\n  font-stretch: 62% 125%;\n  font-display: swap;\n  src: url("${address}") format("woff2");\n  unicode-range: ${range};\n}\n`,
).join('');

export function serveFonts(app: FastifyInstance): void {
  for (const { address, bytes } of FONTS) {
    app.get(address, { config: { guarded: true } }, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable' })
        .type('font/woff2')
        .send(bytes),
    );
  }
}
