import core from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import { apiSurfaces } from '../src/app.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { RULESET } from './openapi-ruleset.ts';

/** Lints both OpenAPI documents, made without a server or a database. Any finding fails, hints included. */
const NAMES = ['application', 'developer'] as const;

/** Nobody calls a route here: one that uses what it will be given before that is a fault. */
const nothing = new Proxy({} as Parameters<typeof apiSurfaces>[0], {
  get: (_, name) => {
    throw new Error(`${String(name)} is used before a route is called.`);
  },
});

const spectral = new core.Spectral();
// The paths that the exceptions name are below the folder of the ruleset.
spectral.setRuleset(
  new core.Ruleset(RULESET, { source: '/documents/ruleset.json', severity: 'recommended' }),
);

let findings = 0;
for (const [index, surface] of apiSurfaces(nothing).entries()) {
  const name = NAMES[index];
  const text = JSON.stringify(openApiDocument(surface, 'https://ekiden.example.org'));
  for (const { code, message, path } of await spectral.run(
    new core.Document(text, parsers.Json, `/documents/${name}.json`),
  )) {
    findings += 1;
    console.error(`${name} ${path.join('.')}: ${message} (${code})`);
  }
}
if (findings > 0) {
  console.error(
    `${findings} findings. Describe what is missing, or say in openapi-ruleset.ts why it is not.`,
  );
  process.exit(1);
}
