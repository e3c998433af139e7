import type { LanguageModel as SdkModel } from 'ai';

type ProviderName = 'openai-compatible' | 'openai' | 'anthropic' | 'google';

/**
 * How a model is told that it shall write JSON: by a schema, which the server holds it to; that it shall be JSON, with the schema
 * in the prompt; or by the prompt alone.
 */
export type JsonMode = 'schema' | 'object' | 'text';

export type ProviderOptions = {
  readonly provider: ProviderName;
  readonly model: string;
  /** Without a slash at its end. */
  readonly base_url: string;
  /** Null: none is sent. Only servers that are OpenAI-compatible do without. */
  readonly api_key: string | null;
  readonly json_mode: JsonMode;
};

/** Makes the model of one request, so that each has a `fetch` of its own. How JSON is asked for, only `openai-compatible` is told. */
export type MakeModel = (fetch: typeof globalThis.fetch, json_mode: JsonMode) => Exclude<SdkModel, string>;

/**
 * Loads the SDK's package for the provider, and no other. Address and key are always given: the packages would else look for them
 * in the environment.
 */
export async function loadProvider(options: ProviderOptions): Promise<MakeModel> {
  const { model, base_url: baseURL, api_key } = options;
  const apiKey = api_key ?? '';
  switch (options.provider) {
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai');
      // Many local servers leave a model's thoughts in its answer.
      const middleware = extractReasoningMiddleware({ tagName: 'think' });
      return (fetch, json_mode) => {
        const supportsStructuredOutputs = json_mode === 'schema';
        const settings = { name: 'local', baseURL, apiKey, fetch, supportsStructuredOutputs };
        return wrapLanguageModel({ middleware, model: createOpenAICompatible(settings)(model) });
      };
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return (fetch) => createOpenAI({ baseURL, apiKey, fetch }).chat(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return (fetch) => createAnthropic({ baseURL, apiKey, fetch })(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return (fetch) => createGoogle({ baseURL, apiKey, fetch })(model);
    }
  }
}
