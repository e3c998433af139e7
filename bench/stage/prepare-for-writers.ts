import { startTestServer } from '../../src/test/harness.ts';
import { prepareWriters, type Writers } from '../../src/test/write-all-kinds.ts';
import type { BenchContext } from '../bench.ts';
import { freePort } from './process.ts';
import { throwAwayFolder } from './throw-away.ts';

export type Env = Readonly<Record<string, string>>;

const LIMITS = {
  MAIL_REQUESTS_PER_HOUR: '1000000',
  QUOTA_UPLOADS_PER_DAY: '1000000',
  QUOTA_GROUPS: '100000',
};

/** A club whose people write, and the settings of a server that knows them. */
export async function prepareForWriters(
  context: BenchContext,
  env: Env,
): Promise<{ env: Env; writers: Writers }> {
  const PORT = String(await freePort());
  const BASE_URL = `http://127.0.0.1:${PORT}`;
  const all = { DATA_DIR: await throwAwayFolder(context), PORT, BASE_URL, ...LIMITS, ...env };
  // Access tokens name the address, which only the server under test listens at.
  const server = await startTestServer({ ...all, PORT: String(await freePort()) });
  const writers = await prepareWriters(server);
  await server.stop();
  return { env: all, writers };
}
