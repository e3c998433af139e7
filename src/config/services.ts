import { baseAddress, pushOrigins } from './addresses.ts';
import { isModelThere, modelAddress, modelKey, modelName, ownAddress, provider } from './language-model.ts';
import { serviceAccount } from './service-account.ts';
import { allOrNone, group, REQUIRED, type Setting, setting, unset } from './setting.ts';
import { credential, flag, form, oneOf, secret, wholeNumber } from './setting-types.ts';
import { base64urlBytes, checkKeyPair, contact } from './vapid.ts';

const perDay = wholeNumber(1, 1_000_000);
const NO_CHAT = 'none: nobody can connect it; messages to chats connected before are files in the outbox';
const OUTBOX = 'none: its pushes are files in the outbox';

const address = (name: string, own: string, about: string): Setting<string> =>
  setting(name, baseAddress(own), own, about);

const botName = form(
  (name) => /^[A-Za-z][A-Za-z0-9_]{3,31}$/.test(name),
  'the username of the bot, such as riverside_club_bot',
);

export const STRAVA = allOrNone('none', {
  client_id: setting('STRAVA_CLIENT_ID', credential, REQUIRED, 'your app at Strava: [below](#platforms)'),
  client_secret: setting('STRAVA_CLIENT_SECRET', secret(credential), REQUIRED, 'its secret'),
  webhook_verify_token: setting(
    'STRAVA_WEBHOOK_VERIFY_TOKEN',
    secret(credential),
    unset('none: no handshake succeeds'),
    'a word of your own that Strava has to bring when it first calls the webhook',
  ),
  signature_required: setting(
    'STRAVA_SIGNATURE_REQUIRED',
    flag,
    'false',
    'refuse events that carry neither a signature nor the key of the subscription’s address; a wrong signature is always refused',
  ),
  subscription_id: setting(
    'STRAVA_SUBSCRIPTION_ID',
    credential,
    unset('none: events of any'),
    'refuse events of other subscriptions, or set them aside where they are signed or bring the key; `ekiden strava subscribe` says which is yours',
  ),
  web_url: address('STRAVA_WEB_URL', 'https://www.strava.com', 'the consent page and tokens'),
  api_url: address('STRAVA_API_URL', 'https://www.strava.com/api/v3', 'the API'),
});

export const GARMIN = allOrNone('none', {
  consumer_key: setting(
    'GARMIN_CONSUMER_KEY',
    credential,
    REQUIRED,
    'your app at Garmin, with OAuth 2.0 its client id: [below](#platforms)',
  ),
  consumer_secret: setting('GARMIN_CONSUMER_SECRET', secret(credential), REQUIRED, 'its secret'),
  push_api_key: setting(
    'GARMIN_PUSH_API_KEY',
    secret(credential),
    unset('none: no push is taken'),
    'what pushes have to bring as `x-api-key`',
  ),
  oauth: setting('GARMIN_OAUTH', oneOf(['1.0a', '2.0']), '1.0a', 'by which protocol athletes connect'),
  web_url: address('GARMIN_WEB_URL', 'https://connect.garmin.com', 'the consent page'),
  oauth_url: address(
    'GARMIN_OAUTH_URL',
    'https://connectapi.garmin.com/oauth-service/oauth',
    'tokens of OAuth 1.0a',
  ),
  api_url: address('GARMIN_API_URL', 'https://apis.garmin.com/wellness-api/rest', 'the API'),
  token_url: address(
    'GARMIN_TOKEN_URL',
    'https://diauth.garmin.com/di-oauth2-service/oauth/token',
    'tokens of OAuth 2.0',
  ),
});

export const PUSH = {
  fcm: allOrNone(OUTBOX, {
    account: setting(
      'FCM_SERVICE_ACCOUNT',
      serviceAccount,
      REQUIRED,
      'your service account at Firebase, for pushes to apps: [below](#pushes-to-apps)',
    ),
    api_url: address('FCM_URL', 'https://fcm.googleapis.com', 'Firebase Cloud Messaging'),
  }),
  web: {
    vapid: allOrNone(
      OUTBOX,
      {
        public_key: setting(
          'VAPID_PUBLIC_KEY',
          base64urlBytes(65),
          REQUIRED,
          'by what push services of browsers know this server: [below](#pushes-to-browsers)',
        ),
        private_key: setting('VAPID_PRIVATE_KEY', secret(base64urlBytes(32)), REQUIRED, 'its private key'),
        subject: setting('VAPID_SUBJECT', contact, REQUIRED, 'whom such a service writes to'),
      },
      checkKeyPair,
    ),
    origins: setting(
      'WEB_PUSH_ORIGINS',
      pushOrigins,
      {
        says: 'services of Chrome, Firefox, Safari, Edge',
        from: () =>
          'https://fcm.googleapis.com,https://updates.push.services.mozilla.com,https://*.push.services.mozilla.com,https://web.push.apple.com,https://*.notify.windows.com',
      },
      'the only ones that pushes to browsers are posted to; `https://*.example.org` is every host below it',
    ),
  },
};

export const CHAT = {
  line: allOrNone(NO_CHAT, {
    channel_access_token: setting(
      'LINE_CHANNEL_ACCESS_TOKEN',
      secret(credential),
      REQUIRED,
      'your official account at LINE, for messages in chats: [below](#messages-in-chats)',
    ),
    channel_secret: setting(
      'LINE_CHANNEL_SECRET',
      secret(credential),
      REQUIRED,
      'what LINE signs its posts with',
    ),
    bot_id: setting(
      'LINE_BOT_ID',
      form(
        (id) => /^@[a-z0-9._-]{1,40}$/i.test(id),
        'the id of the official account, @ and all, such as @123abcde',
      ),
      REQUIRED,
      'by what people find it',
    ),
    api_url: address('LINE_API_URL', 'https://api.line.me', 'the Messaging API'),
  }),
  telegram: allOrNone(NO_CHAT, {
    bot_token: setting(
      'TELEGRAM_BOT_TOKEN',
      secret(
        form(
          (token) => /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/.test(token),
          'the token as @BotFather gives it: digits, a colon, letters',
        ),
      ),
      REQUIRED,
      'your bot at Telegram: [below](#messages-in-chats)',
    ),
    bot_name: setting(
      'TELEGRAM_BOT_NAME',
      { ...botName, read: (name, inForce) => botName.read(name.replace(/^@/, ''), inForce) },
      REQUIRED,
      'by what people find it',
    ),
    webhook_secret: setting(
      'TELEGRAM_WEBHOOK_SECRET',
      secret(
        form(
          (given) => /^[A-Za-z0-9_-]{16,255}$/.test(given),
          '16 to 255 letters, digits, _ and -, as the webhook was set with',
        ),
      ),
      REQUIRED,
      'what Telegram brings with its posts',
    ),
    api_url: address('TELEGRAM_API_URL', 'https://api.telegram.org', 'the Bot API'),
  }),
};

export const LANGUAGE_MODEL = group(
  'rules',
  {
    provider: setting(
      'AI_PROVIDER',
      provider,
      'rules',
      'who writes plans: `rules`, or a language model at one of the others: [below](#language-models)',
    ),
    model: setting('AI_MODEL', modelName, REQUIRED, 'the model, as its provider calls it'),
    api_key: setting(
      'AI_API_KEY',
      secret(modelKey),
      unset('none'),
      'its key; required but for `openai-compatible`',
    ),
    insecure_http: setting(
      'AI_INSECURE_HTTP',
      flag,
      'false',
      'takes `http://` for other hosts than loopback as well: key and prompts can be read on the way',
    ),
    base_url: setting(
      'AI_BASE_URL',
      modelAddress,
      { says: 'the provider’s own', from: ownAddress },
      'where the provider is; without a path the usual one is taken (`/v1`, Google’s `/v1beta`). Required for `openai-compatible`',
    ),
    timeout_s: setting(
      'AI_TIMEOUT_S',
      wholeNumber(1, 3_600),
      '300',
      'seconds that one answer may take, and a whole plan or draft (but 300 at least)',
    ),
    // Node's HTTP client waits no longer than 300 s for the next byte.
    idle_timeout_s: setting(
      'AI_IDLE_TIMEOUT_S',
      wholeNumber(1, 300),
      {
        says: '`60`, or `AI_TIMEOUT_S` where that is less',
        from: ({ AI_TIMEOUT_S }) => String(Math.min(60, Number(AI_TIMEOUT_S))),
      },
      'seconds that a model may be silent within an answer',
    ),
    max_output_tokens: setting(
      'AI_MAX_OUTPUT_TOKENS',
      wholeNumber(1, 1_000_000),
      '16384',
      'how much a model may write in one answer',
    ),
    json_mode: setting(
      'AI_JSON',
      oneOf(['schema', 'object', 'text']),
      'schema',
      'how an `openai-compatible` server is told to write JSON: by a `schema`, as an `object`, or by `text` alone',
    ),
    plans_per_day: setting(
      'AI_PLANS_PER_DAY',
      perDay,
      '200',
      'drafts and plans that a model makes of one organization in a day, a quarter of them of one person; more are answered 429',
    ),
    plans_per_day_in_all: setting(
      'AI_PLANS_PER_DAY_IN_ALL',
      perDay,
      {
        says: '10 × `AI_PLANS_PER_DAY`',
        from: ({ AI_PLANS_PER_DAY }) => String(Math.min(Number(AI_PLANS_PER_DAY) * 10, 1_000_000)),
      },
      'the same of all organizations together: what you pay at most, however many people sign up',
    ),
    summaries_per_day: setting(
      'AI_SUMMARIES_PER_DAY',
      perDay,
      '1000',
      'texts about workouts and weeks that a model is asked for in a day, of everybody together; the others are written by rules',
    ),
  },
  isModelThere,
);
