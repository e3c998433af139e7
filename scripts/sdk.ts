import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiTypes } from '../sdk/scripts/api-types.ts';
import { openApiDocuments } from './openapi-documents.ts';

/** `npm run sdk`: writes the types of both APIs into their clients. */
const { application, developer } = openApiDocuments();
const CLIENTS = [
  { document: developer, file: 'sdk/src/generated/developer-api.ts', comments: true },
  { document: application, file: 'console/src/client/generated.ts', comments: false },
];

for (const { document, file, comments } of CLIENTS) {
  await writeFile(join(import.meta.dirname, '..', file), await apiTypes(document, { comments }));
  console.log(`Written: ${file}`);
}
