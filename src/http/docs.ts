import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../shared/escape-html.ts';
import { entityTag, isKnown } from './conditional.ts';
import type { Surface } from './surface.ts';

const REDOC = fileURLToPath(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
const FAVICON = new URL('pages/favicon.ico', import.meta.url);
const START = new URL('reference/start.js', import.meta.url);
const STYLE = new URL('reference/reference.css', import.meta.url);

/** The page loads everything from this server, so it works without a network and sends nothing elsewhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Redoc writes its style sheets while it renders.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** Serves the API reference at `/docs` and `/docs/…`, one page per OpenAPI document, and the icon of all pages. */
export async function serveDocs(app: FastifyInstance, surfaces: readonly Surface[]): Promise<void> {
  const guarded = { config: { guarded: true } };
  for (const [index, surface] of surfaces.entries()) {
    const page = Buffer.from(referencePage(surfaces, surface));
    app.get(addressOf(surface, index), guarded, async (_request, reply) =>
      reply
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page),
    );
  }
  const assets: [path: string, type: string, file: Asset][] = [
    ['/docs/start.js', JAVASCRIPT, createAsset(async () => readFileSync(START))],
    ['/docs/reference.css', 'text/css; charset=utf-8', createAsset(async () => readFileSync(STYLE))],
    ['/favicon.ico', 'image/vnd.microsoft.icon', createAsset(async () => readFileSync(FAVICON))],
    ['/docs/redoc.js', JAVASCRIPT, createAsset(readRedoc)],
  ];
  for (const [path, type, file] of assets) {
    app.get(path, guarded, async (request, reply) => sendAsset(request, reply.type(type), await file()));
  }
}

async function readRedoc(): Promise<Buffer> {
  const script = await readFile(REDOC, 'utf8');
  return Buffer.from(script.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/[\w-]+\.svg/g, 'data:,'));
}

type AssetBytes = { readonly plain: Buffer; readonly gzipped: Buffer; readonly tag: string };
type Asset = () => Promise<AssetBytes>;

/** Read and compressed at the first request, then kept: Redoc has 2.3 MB, a quarter of it compressed. */
function createAsset(read: () => Promise<Buffer>): Asset {
  let bytes: Promise<AssetBytes> | undefined;
  const load = async (): Promise<AssetBytes> => {
    const plain = await read();
    const gzipped = await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION });
    return { plain, gzipped, tag: entityTag(plain) };
  };
  return () => (bytes ??= load());
}

function sendAsset(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { plain, gzipped, tag }: AssetBytes,
): FastifyReply {
  reply.headers({ etag: tag, 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' });
  if (isKnown(tag, headers['if-none-match'])) return reply.code(304).send();
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(
    String(headers['accept-encoding'] ?? ''),
  );
  // A weak tag may be shared by the compressed and the plain bytes (RFC 9110 §8.8.3).
  return takesGzip
    ? reply.headers({ etag: `W/${tag}`, 'content-encoding': 'gzip' }).send(gzipped)
    : reply.send(plain);
}

function addressOf({ prefix }: Surface, index: number): string {
  return index === 0 ? '/docs' : `/docs/${prefix.split('/')[1]}`;
}

function referencePage(surfaces: readonly Surface[], shown: Surface): string {
  const links = surfaces.map((surface, index) => {
    const current = surface === shown ? ' aria-current="page"' : '';
    return `  <a href="${addressOf(surface, index)}"${current}>${escapeHtml(surface.title)}</a>`;
  });
  const document = `${shown.prefix}/openapi.json`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${escapeHtml(shown.title)} – reference</title>
  <link rel="icon" href="/favicon.ico">
  <link rel="stylesheet" href="/docs/reference.css">
</head>
<body data-document="${document}">
<header><nav class="brand-bar" aria-label="Ekiden">
  <a class="brand" href="/">Ekiden</a>
${links.join('\n')}
</nav></header>
<noscript><p>The reference is drawn by a script. The document itself is at <a href="${document}">${document}</a>.</p></noscript>
<div id="reference"></div>
<script type="module" src="/docs/start.js"></script>
</body>
</html>
`;
}
