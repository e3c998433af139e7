import type { LanguageModel as SdkModel } from 'ai';

type ProviderName = 'openai-compatible' | 'openai' | 'anthropic' | 'google';

/** How JSON is requested: by a schema that the server enforces, by a JSON mode with the schema in the prompt, or by the prompt alone. */
export type JsonMode = 'schema' | 'object' | 'text';

export type ProviderOptions = {
  readonly provider: ProviderName;
  readonly model: string;
  readonly base_url: string;
  /** Null sends no key, which only OpenAI-compatible servers accept. */
  readonly api_key: string | null;
  readonly json_mode: JsonMode;
};

/** Makes a model for one request with its own `fetch`. Only `openai-compatible` uses the JSON mode. */
export type MakeModel = (fetch: typeof globalThis.fetch, json_mode: JsonMode) => Exclude<SdkModel, string>;

/** Loads only the provider's SDK package. Address and key are always passed, or the package would read them from the environment. */
export async function loadProvider(options: ProviderOptions): Promise<MakeModel> {
  const { model, base_url: baseURL, api_key } = options;
  const apiKey = api_key ?? '';
  switch (options.provider) {
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai');
      // Many local servers leave the model's reasoning in the answer.
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
