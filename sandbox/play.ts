import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { startFcm } from './fcm/start-fcm.ts';
import { startLine } from './line/start-line.ts';
import { OBEDIENT } from './model/obedient-model.ts';
import { startModel } from './model/start-model.ts';
import { startTelegram } from './telegram/start-telegram.ts';
import { startWebPush } from './web-push/start-web-push.ts';

/**
 * `node sandbox/play.ts line|telegram|fcm|web-push|model`: a stand-in to try a server with by hand. It prints the settings to start the
 * server with; to messengers you write here, as somebody who has added the account or opened the bot.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string' },
    server: { type: 'string', default: 'http://127.0.0.1:4000' },
    'retry-after': { type: 'string', default: '60' },
    latency: { type: 'string', default: '0' },
  },
});
const at = (usual: number): { port: number } => ({ port: Number(values.port ?? usual) });

const PLAYS: Readonly<Record<string, () => Promise<void>>> = {
  line: async () => {
    const line = await startLine(at(4007));
    line.postTo(`${values.server}/api/webhooks/line`);
    await talk('LINE', 'account', line);
  },
  telegram: async () => {
    const telegram = await startTelegram(at(4008));
    await telegram.setWebhook(`${values.server}/api/webhooks/telegram`);
    await talk('Telegram', 'bot', telegram);
  },
  fcm: async () => {
    const rules = { retry_after_s: Number(values['retry-after']), latency_ms: Number(values.latency) };
    const fcm = await startFcm({ ...at(4005), ...rules });
    const folder = await mkdtemp(join(tmpdir(), 'ekiden-fcm-'));
    const FCM_SERVICE_ACCOUNT = join(folder, 'service-account.json');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // The key that is in it opens nothing any more.
      process.once(
        signal,
        () => void rm(folder, { recursive: true, force: true }).then(() => process.exit()),
      );
    }
    await writeFile(FCM_SERVICE_ACCOUNT, JSON.stringify(fcm.account, null, 2), { mode: 0o600 });
    const seen = `and register devices whose tokens begin with ok-. What came: ${fcm.url}/sandbox/messages`;
    tell('Firebase Cloud Messaging', { FCM_URL: fcm.url, FCM_SERVICE_ACCOUNT }, seen);
  },
  'web-push': async () => {
    const service = await startWebPush(at(11_436));
    const browser = service.subscribe();
    const body = JSON.stringify({ platform: 'web', token: browser.token });
    const register = `and register the browser: POST /api/v1/notifications/tokens/device with\n\n  ${body}`;
    tell('the push service of a browser', service.env(), register);
    let shown = 0;
    setInterval(() => {
      for (const { text } of browser.messages().slice(shown)) console.log(text);
      shown = browser.messages().length;
    }, 200);
  },
  model: async () => {
    const model = await startModel({ ...at(11_435), api_key: null });
    model.answerAlways(OBEDIENT);
    tell('models', model.env(), 'and have it write plans: it does as it is told.');
  },
};

function tell(name: string, env: Readonly<Record<string, string>>, then: string): void {
  const settings = Object.entries(env).map(([setting, value]) => `${setting}='${value}'`);
  console.log(
    `The stand-in for ${name} listens. Start a server with\n\n  ${settings.join(' \\\n  ')} npm start\n\n${then}\nStop with Ctrl+C.`,
  );
}

type Person = {
  says(text: string): Promise<{ readonly status: number }>;
  received(): readonly string[];
};

/** Says to the server what is written here, a line each, and shows what came: empty lines say nothing. */
async function talk(
  name: string,
  whom: 'account' | 'bot',
  messenger: { env(): Readonly<Record<string, string>>; person(): Person },
): Promise<void> {
  const then = `and write here what you say to its ${whom}: the code that the app shows, or stop.`;
  tell(name, messenger.env(), then);
  const person = messenger.person();
  let shown = 0;
  for await (const said of createInterface({ input: process.stdin })) {
    if (said.trim() !== '') {
      const status = await person.says(said).then((post) => String(post.status), String);
      console.log(`(the server answered ${status})`);
    }
    for (const text of person.received().slice(shown)) console.log(`< ${text}`);
    shown = person.received().length;
  }
}

const play = PLAYS[positionals[0] ?? ''];
if (play === undefined) {
  console.error(`Name one of ${Object.keys(PLAYS).join(', ')}.`);
  process.exitCode = 2;
} else await play();
