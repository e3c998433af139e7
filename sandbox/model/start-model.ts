import { startServer } from '../kit/server.ts';
import { answerRequest } from './answer-request.ts';
import type { Dialect, RecordedRequest, ScriptedAnswer } from './script.ts';

export type ModelSandbox = Awaited<ReturnType<typeof startModel>>;

/** Whom a server may be told that this is. */
export type Provider = 'openai-compatible' | 'openai' | 'anthropic' | 'google';

const PATHS: Readonly<Record<Dialect, string>> = { openai: '/v1', anthropic: '/v1', google: '/v1beta' };

/**
 * Starts a model server on loopback. It thinks nothing: tests write what it says, when, and what goes wrong meanwhile.
 *
 * @param options.port where it listens; any free one by default
 * @param options.api_key what callers have to bring; null lets everybody in, as local servers do
 */
export async function startModel(options: { readonly port?: number; readonly api_key?: string | null } = {}) {
  const { port, api_key = 'sandbox-model-key-0123456789' } = options;
  let script: ScriptedAnswer[] = [];
  let always: ScriptedAnswer | undefined;
  let requests: RecordedRequest[] = [];
  const { url, stop } = await startServer('models', port, (request, response, stopped) => {
    const next = (): ScriptedAnswer | undefined => script.shift() ?? always;
    const record = (asked: RecordedRequest): unknown => requests.push(asked);
    return answerRequest({ api_key, next, record, stopped }, request, response);
  });
  return {
    /** `/v1/chat/completions`, `/v1/messages` and `/v1beta/models/…` are below it. */
    url,
    stop,
    api_key: api_key ?? '',
    /** `AI_…` settings with which a server asks this model, by the given provider. */
    env: (provider: Provider = 'openai-compatible'): Readonly<Record<string, string>> => ({
      AI_PROVIDER: provider,
      AI_MODEL: 'sandbox-model',
      AI_BASE_URL: `${url}${PATHS[provider === 'openai-compatible' ? 'openai' : provider]}`,
      ...(api_key === null ? {} : { AI_API_KEY: api_key }),
    }),
    /** What is answered to the next requests, in order. It replaces what is left of an earlier script. */
    script: (answers: readonly ScriptedAnswer[]): void => {
      script = [...answers];
    },
    /** What is answered when the script is over. Undefined: 500, which no provider sends like that. */
    answerAlways: (answer: ScriptedAnswer | undefined): void => {
      always = answer;
    },
    /** How many answers of the script were not asked for yet. */
    left: (): number => script.length,
    requests: {
      list: (): readonly RecordedRequest[] => requests,
      forget: (): void => {
        requests = [];
      },
    },
  };
}
