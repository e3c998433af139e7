import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiTypes } from '../sdk/scripts/api-types.ts';
import { parseConfig } from '../src/config.ts';
import { startServer } from '../src/main.ts';

/** `npm run sdk`: writes the types of both APIs into their clients, from the documents that a server of its own serves. */
const CLIENTS = [
  { document: '/developer/v1/openapi.json', file: 'sdk/src/generated/developer-api.ts', comments: true },
  { document: '/api/v1/openapi.json', file: 'console/src/client/generated.ts', comments: false },
];

const dataDir = await mkdtemp(join(tmpdir(), 'ekiden-sdk-'));
const server = await startServer(
  parseConfig({ DATA_DIR: dataDir, PORT: '0', ROLES: 'api', LOG_LEVEL: 'silent' }),
);
try {
  for (const { document, file, comments } of CLIENTS) {
    const answer = await fetch(server.url + document);
    await writeFile(join(import.meta.dirname, '..', file), await apiTypes(await answer.json(), { comments }));
    console.log(`Written: ${file}`);
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
