import { parseArgs } from 'node:util';
import { converse } from '../loopback/converse.ts';
import { startLine } from './start-line.ts';

/** `node sandbox/line/play-line.ts [--port 4007] [--server http://127.0.0.1:4000]`: you are somebody who has added the account. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4007' },
    server: { type: 'string', default: 'http://127.0.0.1:4000' },
  },
});
const line = await startLine({ port: Number(values.port) });
line.postTo(`${values.server}/api/webhooks/line`);
const settings = Object.entries(line.env()).map(([name, value]) => `${name}='${value}'`);
console.log(`The stand-in for LINE listens. Start a server with

  ${settings.join(' \\\n  ')} npm start

and write here what you say to its account: the code that the app shows, or stop. Empty lines show what came. Stop with Ctrl+C.`);
await converse(line.person());
