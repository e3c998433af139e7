import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeConfig, parseConfig } from '../config.ts';

const LOCAL = {
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'qwen3:8b',
  AI_BASE_URL: 'http://127.0.0.1:11434',
};
const HOSTED = { AI_PROVIDER: 'anthropic', AI_MODEL: 'claude-sonnet-4-5', AI_API_KEY: 'hush-key' };

test('rules write everything unless a provider is named, and again when they are named', () => {
  for (const env of [{}, { AI_PROVIDER: 'rules' }, { ...HOSTED, AI_PROVIDER: 'rules' }]) {
    const config = parseConfig(env);
    assert.equal(config.languageModel, undefined);
    assert.equal(describeConfig(config).AI_PROVIDER, 'rules');
    assert.equal(describeConfig(config).AI_MODEL, undefined);
  }
});

test('a local server needs an address and a model', () => {
  assert.deepEqual(parseConfig(LOCAL).languageModel, {
    provider: 'openai-compatible',
    model: 'qwen3:8b',
    base_url: 'http://127.0.0.1:11434/v1',
    api_key: null,
    insecure_http: false,
    timeout_s: 300,
    idle_timeout_s: 60,
    max_output_tokens: 16_384,
    json_mode: 'schema',
    plans_per_day: 200,
    plans_per_day_in_all: 2_000,
    summaries_per_day: 1_000,
  });
  const slow = {
    AI_TIMEOUT_S: '1200',
    AI_IDLE_TIMEOUT_S: '300',
    AI_MAX_OUTPUT_TOKENS: '8000',
    AI_JSON: 'object',
    AI_PLANS_PER_DAY: '20',
    AI_PLANS_PER_DAY_IN_ALL: '300',
    AI_SUMMARIES_PER_DAY: '50',
  };
  assert.partialDeepStrictEqual(parseConfig({ ...LOCAL, ...slow }).languageModel, {
    timeout_s: 1_200,
    idle_timeout_s: 300,
    max_output_tokens: 8_000,
    json_mode: 'object',
    plans_per_day: 20,
    plans_per_day_in_all: 300,
    summaries_per_day: 50,
  });
  assert.equal(parseConfig({ ...LOCAL, AI_TIMEOUT_S: '30' }).languageModel?.idle_timeout_s, 30);
  // The settings of all providers have the same rules, so one provider is tested.
  for (const [AI_PLANS_PER_DAY, in_all] of [
    ['20', 200],
    ['500000', 1_000_000],
  ] as const)
    assert.equal(parseConfig({ ...LOCAL, AI_PLANS_PER_DAY }).languageModel?.plans_per_day_in_all, in_all);
});

test('the others are where they say, unless the operator names another address', () => {
  for (const [AI_PROVIDER, own, there] of [
    ['openai', 'https://api.openai.com/v1', 'https://models.example.org/v1'],
    ['anthropic', 'https://api.anthropic.com/v1', 'https://models.example.org/v1'],
    ['google', 'https://generativelanguage.googleapis.com/v1beta', 'https://models.example.org/v1beta'],
  ]) {
    const env = { AI_PROVIDER, AI_MODEL: 'm', AI_API_KEY: 'k' };
    assert.equal(parseConfig(env).languageModel?.base_url, own);
    const named = parseConfig({ ...env, AI_BASE_URL: 'https://models.example.org/' });
    assert.equal(named.languageModel?.base_url, there);
  }
});

test('what leaves the machine is encrypted, unless the operator says that it need not be', () => {
  const AI_BASE_URL = 'http://ollama:11434/v1';
  assert.throws(() => parseConfig({ ...LOCAL, AI_BASE_URL }), /^Error: AI_BASE_URL must be an https address/);
  const config = parseConfig({ ...LOCAL, AI_BASE_URL, AI_INSECURE_HTTP: 'true' });
  assert.equal(config.languageModel?.base_url, AI_BASE_URL);
});

test('the key is masked', () => {
  const described = describeConfig(parseConfig(HOSTED));
  assert.equal(described.AI_API_KEY, '********');
  assert.doesNotMatch(JSON.stringify(described), /hush-key/);
  assert.equal(described.AI_MODEL, 'claude-sonnet-4-5');
  assert.equal(described.AI_PLANS_PER_DAY, '200');
  assert.equal(described.AI_PLANS_PER_DAY_IN_ALL, '2000');
  assert.equal(described.AI_SUMMARIES_PER_DAY, '1000');
});

const WRONG: readonly [env: Record<string, string>, message: RegExp][] = [
  [
    { AI_PROVIDER: 'skynet' },
    /^AI_PROVIDER must be one of rules, openai-compatible, openai, anthropic, google\.$/,
  ],
  [{ AI_MODEL: 'm' }, /^AI_PROVIDER must name the provider, because AI_MODEL is set\.$/],
  [{ AI_API_KEY: 'hush-key' }, /^AI_PROVIDER must name the provider, because AI_API_KEY is set\.$/],
  [{ ...LOCAL, AI_MODEL: '' }, /^AI_MODEL must be set, because AI_PROVIDER is openai-compatible\.$/],
  [{ ...LOCAL, AI_MODEL: 'a model' }, /^AI_MODEL must be the name of a model/],
  [{ ...LOCAL, AI_MODEL: '../files?x=' }, /^AI_MODEL must be the name of a model/],
  [{ ...LOCAL, AI_BASE_URL: '' }, /^AI_BASE_URL must be set, because AI_PROVIDER is openai-/],
  [{ ...LOCAL, AI_BASE_URL: 'ollama' }, /^AI_BASE_URL must be an https address/],
  [{ ...LOCAL, AI_BASE_URL: 'https://me:hush-key@m.example.org' }, /^AI_BASE_URL must be an https address/],
  [{ ...LOCAL, AI_INSECURE_HTTP: 'yes' }, /^AI_INSECURE_HTTP must be true or false\.$/],
  [{ ...HOSTED, AI_API_KEY: '' }, /^AI_API_KEY must be set, because AI_PROVIDER is anthropic\.$/],
  [{ ...HOSTED, AI_API_KEY: 'hush key' }, /^AI_API_KEY must be the key as the provider shows it/],
  [{ ...HOSTED, AI_JSON: 'text' }, /^AI_JSON must not be set, because AI_PROVIDER is anthropic/],
  [{ ...LOCAL, AI_JSON: 'yaml' }, /^AI_JSON must be one of schema, object, text\.$/],
  [{ ...LOCAL, AI_TIMEOUT_S: '0' }, /^AI_TIMEOUT_S must be a whole number from 1 to 3600\.$/],
  [{ ...LOCAL, AI_IDLE_TIMEOUT_S: '301' }, /^AI_IDLE_TIMEOUT_S must be a whole number from 1 to 300\.$/],
  [
    { ...LOCAL, AI_TIMEOUT_S: '30', AI_IDLE_TIMEOUT_S: '31' },
    /^AI_IDLE_TIMEOUT_S must not be more than AI_TIMEOUT_S/,
  ],
  [{ ...LOCAL, AI_PLANS_PER_DAY: '0' }, /^AI_PLANS_PER_DAY must be a whole number from 1 to 1000000\.$/],
  [
    { ...LOCAL, AI_PLANS_PER_DAY_IN_ALL: 'all' },
    /^AI_PLANS_PER_DAY_IN_ALL must be a whole number from 1 to /,
  ],
  [{ ...LOCAL, AI_MAX_OUTPUT_TOKENS: '1e4' }, /^AI_MAX_OUTPUT_TOKENS must be a whole number from 1 to /],
];

test('a wrong combination is named in one line, without the key', () => {
  for (const [env, message] of WRONG)
    assert.throws(
      () => parseConfig(env),
      (error: Error) => {
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n|hush/);
        return true;
      },
      JSON.stringify(env),
    );
});
