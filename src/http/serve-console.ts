import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../shared/errors.ts';
import { phrase } from '../words/index.ts';
import { entityTag, isKnown } from './conditional.ts';
import { type ConsoleManifest, preloadsOf } from './console-preloads.ts';
import { composePage, policyOf } from './pages/compose-page.ts';
import { readPreferences } from './pages/preferences.ts';

/** The output folder of `npm run console`. */
export const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist/', import.meta.url));

const PREFIX = '/console';
const PAGE = 'index.html';
/** The map from source files to built files; never sent. */
const MANIFEST = 'vite-manifest.json';

/** Only files of this server run in the page, and it calls this server only. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The hash is of the one rule that React Aria writes into the page.
  "style-src 'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types ekiden',
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** File endings of compressed copies by encoding, the smallest first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/**
 * Serves the console below `/console`: the built files, compressed ahead of time, and its page at every other address,
 * since the console routes by itself. Without a build, a page says how to build it.
 */
export function serveConsole(app: FastifyInstance, folder: string = CONSOLE_FOLDER): void {
  const files = new Set(
    existsSync(join(folder, PAGE)) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [],
  );
  const kept = new Map<string, Promise<Buffer>>();
  const read = (file: string): Promise<Buffer> => {
    const bytes = kept.get(file) ?? readFile(join(folder, file));
    kept.set(file, bytes);
    return bytes;
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { '*': path = '' } = request.params as { readonly '*'?: string };
    if (files.size === 0) return sendNotBuilt(request, reply);
    const isFile = files.has(path) && extname(path) in TYPES && path !== PAGE;
    if (isFile) return sendFile(request, reply, path);
    // A missing asset, of an old version, is not answered with the page.
    if (path.startsWith('assets/')) throw notFound({ message: 'There is nothing at this address.' });
    return sendPage(request, reply, path);
  };

  async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const encoding = encodingOf(request, path);
    const bytes = await read(path + (encoding === undefined ? '' : ENCODINGS[encoding]));
    const tag = entityTag(bytes);
    reply.type(TYPES[extname(path)] ?? '').headers({
      // The name of an asset holds a hash of its content.
      'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      etag: tag,
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    });
    return isKnown(tag, request.headers['if-none-match']) ? reply.code(304).send() : reply.send(bytes);
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const page = (await read(PAGE)).toString('utf8');
    const { language, look, has_face } = readPreferences(request.headers);
    const html = `<html lang="${language}" data-look="${look}">`;
    const manifest: ConsoleManifest = files.has(MANIFEST)
      ? JSON.parse((await read(MANIFEST)).toString('utf8'))
      : {};
    const links = preloadsOf(manifest, { address: path, language, has_face });
    const bytes = Buffer.from(
      page
        .replace('<html lang="en" data-look="auto">', html)
        .replace('</head>', links === '' ? '</head>' : `  ${links}\n  </head>`),
    );
    const tag = entityTag(bytes);
    reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      vary: 'accept-language, cookie',
      etag: tag,
    });
    return isKnown(tag, request.headers['if-none-match']) ? reply.code(304).send() : reply.send(bytes);
  }

  function encodingOf({ headers }: FastifyRequest, path: string): keyof typeof ENCODINGS | undefined {
    const accepted = String(headers['accept-encoding'] ?? '');
    const takes = (name: string): boolean =>
      new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(accepted);
    return (['br', 'gzip'] as const).find((name) => takes(name) && files.has(path + ENCODINGS[name]));
  }

  const guarded = { config: { guarded: true } };
  app.get(PREFIX, guarded, answer);
  app.get(`${PREFIX}/*`, guarded, answer);
}

function sendNotBuilt(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { language, look } = readPreferences(request.headers);
  const content = `<p>${phrase(language, 'pages.console.notBuilt')}</p>\n<pre>npm run console</pre>\n`;
  const page = { language, heading: phrase(language, 'pages.console.heading'), content };
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policyOf({}), 'cache-control': 'no-store' })
    .send(composePage(page, look));
}
