import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developerApiTypes } from '../sdk/scripts/developer-api-types.ts';
import { parseConfig } from '../src/config.ts';
import { startServer } from '../src/main.ts';

/** `npm run sdk`: writes the types of the developer API into the SDK, from the document that a server of its own serves. */
const TYPES = join(import.meta.dirname, '../sdk/src/generated/developer-api.ts');

const dataDir = await mkdtemp(join(tmpdir(), 'ekiden-sdk-'));
const server = await startServer(
  parseConfig({ DATA_DIR: dataDir, PORT: '0', ROLES: 'api', LOG_LEVEL: 'silent' }),
);
try {
  const answer = await fetch(`${server.url}/developer/v1/openapi.json`);
  await writeFile(TYPES, await developerApiTypes(await answer.json()));
  console.log(`Written: ${TYPES}`);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
