import { given, named, type ProviderEnv, readFlag } from './read-provider.ts';
import { isOneWord, readBaseAddress } from './web-address.ts';

const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
type Provider = (typeof PROVIDERS)[number];
const JSON_MODES = ['schema', 'object', 'text'] as const;

/** Who writes plans and texts, where the operator wants more than rules. */
export type LanguageModelSettings = {
  readonly provider: Provider;
  readonly model: string;
  /** Without a slash at its end. */
  readonly base_url: string;
  /** Null: none is sent. */
  readonly api_key: string | null;
  /** For a whole answer, and for the silence between two pieces of it. */
  readonly timeout_s: number;
  readonly idle_timeout_s: number;
  /** For one answer. */
  readonly max_output_tokens: number;
  /** How the model is told to write JSON. */
  readonly json_mode: (typeof JSON_MODES)[number];
  /** Drafts and plans of one organization, and of all together. */
  readonly plans_per_day: number;
  readonly plans_per_day_in_all: number;
  /** Summaries of everybody together. */
  readonly summaries_per_day: number;
};

/** Null: anywhere, so it has to be said; what such servers usually have as their path is taken all the same. */
const OWN: Readonly<Record<Provider, string | null>> = {
  'openai-compatible': null,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};
const USUAL = 'https://localhost/v1';

const MOST_A_DAY = 1_000_000;
/** As many at their limit on one day use up what all together have, where the operator says nothing else. */
const USUAL_ORGANIZATIONS = 10;

/** The others mean nothing without a provider. */
const NAMES = [
  'AI_MODEL',
  'AI_BASE_URL',
  'AI_API_KEY',
  'AI_TIMEOUT_S',
  'AI_IDLE_TIMEOUT_S',
  'AI_MAX_OUTPUT_TOKENS',
  'AI_JSON',
  'AI_PLANS_PER_DAY',
  'AI_PLANS_PER_DAY_IN_ALL',
  'AI_SUMMARIES_PER_DAY',
  'AI_INSECURE_HTTP',
] as const;

/**
 * @returns undefined where rules write everything
 * @throws Error of one line that names the first setting that is wrong or missing
 */
export function parseLanguageModel(env: ProviderEnv): LanguageModelSettings | undefined {
  const provider = readProvider(env);
  if (provider === undefined) return undefined;
  const model = given(env, 'AI_MODEL');
  if (model === undefined) throw new Error(`AI_MODEL must name a model, because AI_PROVIDER is ${provider}.`);
  // It becomes part of an address.
  if (!isOneWord(model) || /[?#%\\]|\.\./.test(model))
    throw new Error('AI_MODEL must be the name of a model as its provider writes it, without spaces.');
  const timeout_s = integer(env, 'AI_TIMEOUT_S', 300, 3_600);
  const plans_per_day = integer(env, 'AI_PLANS_PER_DAY', 200, MOST_A_DAY);
  const settings = {
    provider,
    model,
    base_url: readAddress(env, provider),
    api_key: readKey(env, provider),
    timeout_s,
    // Node's HTTP client waits no longer than this for the next byte.
    idle_timeout_s: integer(env, 'AI_IDLE_TIMEOUT_S', Math.min(60, timeout_s), 300),
    max_output_tokens: integer(env, 'AI_MAX_OUTPUT_TOKENS', 16_384, 1_000_000),
    json_mode: readJsonMode(env, provider),
    plans_per_day,
    plans_per_day_in_all: integer(
      env,
      'AI_PLANS_PER_DAY_IN_ALL',
      Math.min(plans_per_day * USUAL_ORGANIZATIONS, MOST_A_DAY),
      MOST_A_DAY,
    ),
    summaries_per_day: integer(env, 'AI_SUMMARIES_PER_DAY', 1_000, MOST_A_DAY),
  };
  if (settings.idle_timeout_s > settings.timeout_s)
    throw new Error('AI_IDLE_TIMEOUT_S must not be more than AI_TIMEOUT_S, which ends an answer before.');
  return settings;
}

/** What is in force, by the names of the settings, the key masked. */
export function describeLanguageModel(settings: LanguageModelSettings | undefined): Record<string, string> {
  if (settings === undefined) return { AI_PROVIDER: 'rules' };
  return {
    AI_PROVIDER: settings.provider,
    AI_MODEL: settings.model,
    AI_BASE_URL: settings.base_url,
    AI_API_KEY: settings.api_key === null ? 'none' : '********',
    AI_TIMEOUT_S: String(settings.timeout_s),
    AI_IDLE_TIMEOUT_S: String(settings.idle_timeout_s),
    AI_MAX_OUTPUT_TOKENS: String(settings.max_output_tokens),
    AI_JSON: settings.json_mode,
    AI_PLANS_PER_DAY: String(settings.plans_per_day),
    AI_PLANS_PER_DAY_IN_ALL: String(settings.plans_per_day_in_all),
    AI_SUMMARIES_PER_DAY: String(settings.summaries_per_day),
  };
}

/** `rules`, where it is said, switches a model off whose settings stay. */
function readProvider(env: ProviderEnv): Provider | undefined {
  const value = given(env, 'AI_PROVIDER');
  if (value === 'rules') return undefined;
  if (value === undefined) {
    const stray = NAMES.find((name) => given(env, name) !== undefined);
    if (stray === undefined) return undefined;
    throw new Error(`AI_PROVIDER must name the provider, because ${stray} is set.`);
  }
  const found = PROVIDERS.find((one) => one === value);
  if (found === undefined) throw new Error(`AI_PROVIDER must be one of rules, ${PROVIDERS.join(', ')}.`);
  return found;
}

function readAddress(env: ProviderEnv, provider: Provider): string {
  const http_anywhere = readFlag(env, 'AI_INSECURE_HTTP');
  const own = OWN[provider];
  const value = given(env, 'AI_BASE_URL');
  if (value === undefined && own === null)
    throw new Error(`AI_BASE_URL must say where the server is, because AI_PROVIDER is ${provider}.`);
  return named('AI_BASE_URL', () => readBaseAddress(value, own ?? USUAL, { http_anywhere }));
}

function readKey(env: ProviderEnv, provider: Provider): string | null {
  const key = given(env, 'AI_API_KEY');
  if (key === undefined) {
    if (provider === 'openai-compatible') return null;
    throw new Error(`AI_API_KEY must be set, because AI_PROVIDER is ${provider}.`);
  }
  // Some are tokens of half a kilobyte.
  if (!/^[\x21-\x7e]{1,4096}$/.test(key))
    throw new Error('AI_API_KEY must be the key as the provider shows it, without spaces.');
  return key;
}

function readJsonMode(env: ProviderEnv, provider: Provider): LanguageModelSettings['json_mode'] {
  const value = given(env, 'AI_JSON');
  if (value === undefined) return 'schema';
  if (provider !== 'openai-compatible')
    throw new Error(`AI_JSON must not be set, because AI_PROVIDER is ${provider}, which takes schemas.`);
  const found = JSON_MODES.find((one) => one === value);
  if (found === undefined) throw new Error(`AI_JSON must be one of ${JSON_MODES.join(', ')}.`);
  return found;
}

function integer(env: ProviderEnv, name: string, fallback: number, most: number): number {
  const value = given(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (!(number >= 1 && number <= most)) throw new Error(`${name} must be a whole number from 1 to ${most}.`);
  return number;
}
