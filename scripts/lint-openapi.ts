import core from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import { openApiDocuments } from './openapi-documents.ts';
import { RULESET } from './openapi-ruleset.ts';

/** Lints both OpenAPI documents. Any finding fails, hints included. */
const spectral = new core.Spectral();
// The paths that the exceptions name are below the folder of the ruleset.
spectral.setRuleset(
  new core.Ruleset(RULESET, { source: '/documents/ruleset.json', severity: 'recommended' }),
);

let findings = 0;
for (const [name, document] of Object.entries(openApiDocuments())) {
  const text = JSON.stringify(document);
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
