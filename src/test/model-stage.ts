import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { elements, type RecordedRequest } from '../../sandbox/model/script.ts';
import { type ModelSandbox, type Provider, startModel } from '../../sandbox/model/start-model.ts';
import {
  createLanguageModel,
  type ElementsRequest,
  type LanguageModel,
  type LanguageModelOptions,
  ModelFault,
  type TextRequest,
} from '../infra/llm/index.ts';
import { eventually } from './eventually.ts';

export const MODEL_PROVIDERS: readonly Provider[] = ['openai-compatible', 'openai', 'anthropic', 'google'];
export const SYSTEM = 'hush-system';
export const PROMPT = 'hush-prompt of an athlete';

export type Week = { readonly week: number };
export const WEEK_SCHEMA = {
  type: 'object',
  properties: { week: { type: 'integer' } },
  required: ['week'],
  additionalProperties: false,
} as const;

/** What was seen of an answer, and the fault that ended it. */
export type Seen<T> = { readonly pieces: readonly T[]; readonly fault: unknown };

export type ModelStage = {
  readonly sandbox: ModelSandbox;
  model(provider: Provider, more?: Partial<LanguageModelOptions>): LanguageModel;
  text(model: LanguageModel, more?: Partial<TextRequest>): Promise<Seen<string>>;
  weeks(model: LanguageModel, more?: Partial<ElementsRequest<Week>>): Promise<Seen<Week>>;
  /** The request that the stand-in saw last. */
  last(): RecordedRequest;
  /** The stand-in has seen the other side close the line in the middle. */
  cut(): Promise<void>;
};

/** A model on loopback, and adapters that ask it. */
export async function stageModel(): Promise<ModelStage> {
  const sandbox = await startModel();
  const request = (): TextRequest => ({
    system: SYSTEM,
    prompt: PROMPT,
    max_output_tokens: 500,
    signal: new AbortController().signal,
  });
  const last = (): RecordedRequest => sandbox.requests.list().at(-1) ?? assert.fail('nobody asked');
  return {
    sandbox,
    last,
    model: (provider, more = {}) =>
      createLanguageModel({
        provider,
        model: 'sandbox-model',
        base_url: sandbox.env(provider).AI_BASE_URL ?? assert.fail(),
        api_key: sandbox.api_key,
        json_mode: 'schema',
        timeout_ms: 20_000,
        idle_timeout_ms: 10_000,
        max_output_tokens: 1_000,
        logger: pino({ level: 'silent' }),
        ...more,
      }),
    text: (model, more = {}) => seenOf(model.streamText({ ...request(), ...more })),
    weeks: (model, more = {}) =>
      seenOf(model.streamElements({ ...request(), schema: WEEK_SCHEMA, read: readWeek, ...more })),
    cut: async () => {
      await eventually(last().outcome, (outcome) => outcome === 'cut');
    },
  };
}

export function weeksText(count: number): string {
  return elements(Array.from({ length: count }, (_, index) => ({ week: index + 1 })));
}

export function readWeek(value: unknown): { value: Week } | { fault: string } {
  const week: unknown = typeof value === 'object' && value !== null && 'week' in value ? value.week : null;
  return typeof week === 'number' ? { value: { week } } : { fault: 'week is a number' };
}

async function seenOf<T>(answer: AsyncIterable<T>): Promise<Seen<T>> {
  const pieces: T[] = [];
  try {
    for await (const piece of answer) pieces.push(piece);
    return { pieces, fault: undefined };
  } catch (fault) {
    return { pieces, fault };
  }
}

/** The reason of a fault that, looked at from all sides, says nothing that is nobody's business. */
export function reasonOf(fault: unknown, secrets: readonly string[]): string {
  assert.ok(fault instanceof ModelFault, inspect(fault));
  const everything = [inspect(fault, { depth: 20, showHidden: true }), fault.message, String(fault.cause)];
  for (const secret of [SYSTEM, PROMPT, ...secrets])
    for (const text of everything) assert.ok(!text.includes(secret), `${fault.message} says ${secret}`);
  return fault.reason;
}

const PRINTERS = ['log', 'info', 'warn', 'error'] as const;

/** What the SDK prints from now on, and what Node does in its name. */
export function watchPrinting(): { printed(): Promise<readonly unknown[]>; end(): void } {
  const printed: unknown[] = [];
  const onWarning = ({ message }: Error): void => {
    if (message.includes('AI SDK')) printed.push(message);
  };
  process.on('warning', onWarning);
  const mocked = PRINTERS.map((name) =>
    mock.method(console, name, (...said: unknown[]) => void printed.push(said)),
  );
  return {
    // Warnings come a moment later.
    printed: () => new Promise((resolve) => setImmediate(() => resolve(printed))),
    end: () => {
      process.off('warning', onWarning);
      for (const { mock: one } of mocked) one.restore();
    },
  };
}
