import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Surface } from './surface.ts';

const SWAGGER_UI = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
const ASSETS = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-32x32.png',
];

/** Everything the page needs comes from this server, so that it works without a network. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/** Serves the human API reference at `/docs`: both OpenAPI documents, rendered. */
export async function serveDocs(app: FastifyInstance, surfaces: readonly Surface[]): Promise<void> {
  const guarded = { config: { guarded: true } };
  await app.register(fastifyStatic, { root: SWAGGER_UI, serve: false });
  app.get('/docs', guarded, async (_request, reply) =>
    reply
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
  app.get('/docs/start.js', guarded, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(startScript(surfaces)),
  );
  for (const asset of ASSETS) {
    app.get(`/docs/${asset}`, guarded, (_request, reply) => reply.sendFile(asset, { maxAge: '1d' }));
  }
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Ekiden API reference</title>
  <link rel="icon" href="/docs/favicon-32x32.png">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <style>body { margin: 0; }</style>
</head>
<body>
  <div id="reference"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/swagger-ui-standalone-preset.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`;

function startScript(surfaces: readonly Surface[]): string {
  const urls = surfaces.map(({ title, prefix }) => ({ name: title, url: `${prefix}/openapi.json` }));
  return `SwaggerUIBundle({
  urls: ${JSON.stringify(urls)},
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
});
`;
}
