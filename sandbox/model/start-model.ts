import { createServer } from 'node:http';
import { listen } from '../loopback/listen.ts';
import { answerRequest, type Service } from './answer-request.ts';
import type { Dialect, RecordedRequest, ScriptedAnswer } from './script.ts';

export type ModelSandbox = {
  /** `/v1/chat/completions`, `/v1/messages` and `/v1beta/models/…` are below it. */
  readonly url: string;
  readonly api_key: string;
  /** `AI_…` settings with which a server asks this model, by the given provider; `openai-compatible` by default. */
  env(provider?: Provider): Readonly<Record<string, string>>;
  /** What is answered to the next requests, in order. It replaces what is left of an earlier script. */
  script(answers: readonly ScriptedAnswer[]): void;
  /** What is answered when the script is over. Undefined: 500, which no provider sends like that. */
  answerAlways(answer: ScriptedAnswer | undefined): void;
  /** How many answers of the script were not asked for yet. */
  left(): number;
  readonly requests: {
    list(): readonly RecordedRequest[];
    forget(): void;
  };
  stop(): Promise<void>;
};

/** Whom a server may be told that this is. */
export type Provider = 'openai-compatible' | 'openai' | 'anthropic' | 'google';

const PATHS: Readonly<Record<Dialect, string>> = { openai: '/v1', anthropic: '/v1', google: '/v1beta' };

/**
 * Starts a model server on loopback. It thinks nothing: tests write what it says, when, and what goes wrong meanwhile.
 *
 * @param options.port where it listens; any free one by default
 * @param options.api_key what callers have to bring; null lets everybody in, as local servers do
 */
export async function startModel(
  options: { readonly port?: number; readonly api_key?: string | null } = {},
): Promise<ModelSandbox> {
  const { port = 0, api_key = 'sandbox-model-key-0123456789' } = options;
  let script: ScriptedAnswer[] = [];
  let always: ScriptedAnswer | undefined;
  let requests: RecordedRequest[] = [];
  const stopped = new AbortController();
  const service: Service = {
    api_key,
    next: () => script.shift() ?? always,
    record: (request) => requests.push(request),
    stopped: stopped.signal,
  };
  const server = createServer((request, response) => {
    answerRequest(service, request, response).catch((error: unknown) => {
      // A fault of the stand-in's own or of a scripted function, unless whoever asked went away in the middle.
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The stand-in for models has failed: ${String(error)}`);
    });
  });
  const { url, close } = await listen(server, port);
  return {
    url,
    api_key: api_key ?? '',
    env: (provider = 'openai-compatible') => ({
      AI_PROVIDER: provider,
      AI_MODEL: 'sandbox-model',
      AI_BASE_URL: `${url}${PATHS[provider === 'openai-compatible' ? 'openai' : provider]}`,
      ...(api_key === null ? {} : { AI_API_KEY: api_key }),
    }),
    script: (answers) => {
      script = [...answers];
    },
    answerAlways: (answer) => {
      always = answer;
    },
    left: () => script.length,
    requests: {
      list: () => requests,
      forget: () => {
        requests = [];
      },
    },
    stop: async () => {
      stopped.abort();
      await close();
    },
  };
}
