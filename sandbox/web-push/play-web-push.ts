import { parseArgs } from 'node:util';
import { startWebPush } from './start-web-push.ts';

/** `node sandbox/web-push/play-web-push.ts [--port 11436]`: a browser to push to, for trying a server without a real one. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '11436' } } });
const service = await startWebPush({ port: Number(values.port) });
const browser = service.subscribe();
const settings = Object.entries(service.env()).map(([name, value]) => `${name}=${value}`);
console.log(
  [
    'A push service listens, and a browser has subscribed to it. Start a server with',
    `  ${settings.join(' ')} npm start`,
    'and register the browser: POST /api/v1/notifications/tokens/device with',
    `  ${JSON.stringify({ platform: 'web', token: browser.token })}`,
    'What it receives is shown here. Stop with Ctrl+C.\n',
  ].join('\n\n'),
);
let shown = 0;
setInterval(() => {
  for (const { text } of browser.messages().slice(shown)) console.log(text);
  shown = browser.messages().length;
}, 200);
