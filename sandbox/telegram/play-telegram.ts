import { parseArgs } from 'node:util';
import { converse } from '../loopback/converse.ts';
import { startTelegram } from './start-telegram.ts';

/** `node sandbox/telegram/play-telegram.ts [--port 4008] [--server http://127.0.0.1:4000]`: you are somebody who has opened the bot. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4008' },
    server: { type: 'string', default: 'http://127.0.0.1:4000' },
  },
});
const telegram = await startTelegram({ port: Number(values.port) });
await telegram.setWebhook(`${values.server}/api/webhooks/telegram`);
const settings = Object.entries(telegram.env()).map(([name, value]) => `${name}='${value}'`);
console.log(`The stand-in for Telegram listens. Start a server with

  ${settings.join(' \\\n  ')} npm start

and write here what you say to its bot: the code that the app shows, or stop. Empty lines show what came. Stop with Ctrl+C.`);
await converse(telegram.person());
