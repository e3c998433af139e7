import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFcm } from './start-fcm.ts';

/** `node sandbox/fcm/play-fcm.ts [--port 4005]`: a push service that takes messages and shows them to nobody. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4005' },
    'retry-after': { type: 'string', default: '60' },
    latency: { type: 'string', default: '0' },
  },
});
const fcm = await startFcm({
  port: Number(values.port),
  retry_after_s: Number(values['retry-after']),
  latency_ms: Number(values.latency),
});
const folder = await mkdtemp(join(tmpdir(), 'ekiden-fcm-'));
const file = join(folder, 'service-account.json');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The key that is in it opens nothing any more.
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
}
await writeFile(file, JSON.stringify(fcm.account, null, 2), { mode: 0o600 });
console.log(
  `The stand-in for Firebase Cloud Messaging listens. Start a server with

  FCM_URL=${fcm.url} FCM_SERVICE_ACCOUNT=${file} npm start

and register devices whose tokens begin with ok-. What came: ${fcm.url}/sandbox/messages
Stop with Ctrl+C.`,
);
