import type { ScriptedAnswer, Step } from '../../../sandbox/model/script.ts';
import type { ElementsRequest, LanguageModel } from '../../infra/llm/index.ts';
import { readElements } from '../../infra/llm/read-elements.ts';

/** Of a model without a wire. */
export const ANSWER_LIMITS = { answer_ms: 300_000, max_output_tokens: 50_000 };

/**
 * A model without a wire, for what is wrong in content alone: it costs a hundredth of one. Answers are taken one after the other,
 * the last one again and again.
 */
export function speakInProcess(name: string, answers: readonly ScriptedAnswer[]): LanguageModel {
  let next = 0;
  return {
    name,
    limits: ANSWER_LIMITS,
    streamText: () => {
      throw new Error('Nobody asks for a draft here.');
    },
    async *streamElements<T>(request: ElementsRequest<T>) {
      const answer = answers[Math.min(next, answers.length - 1)] ?? [];
      next += 1;
      const steps = await stepsOf(answer, request);
      for await (const value of readElements(textsOf(steps))) {
        const read = request.read(value);
        if ('fault' in read) throw new Error('Sessions that are none are passed over.');
        yield read.value;
      }
    },
  };
}

async function stepsOf(answer: ScriptedAnswer, request: ElementsRequest<unknown>): Promise<readonly Step[]> {
  const { system, prompt, max_output_tokens, schema } = request;
  const asked = {
    dialect: 'openai',
    model: 'none',
    stream: true,
    authorization: 'right',
    body: null,
  } as const;
  const given =
    typeof answer === 'function'
      ? await answer({ ...asked, system, prompt, max_output_tokens, schema })
      : answer;
  if ('status' in given) throw new Error('There is no status without a wire.');
  return given;
}

async function* textsOf(steps: readonly Step[]): AsyncGenerator<string> {
  for (const step of steps) {
    if (typeof step === 'string') yield step;
    else if ('say' in step) yield step.say;
    else throw new Error('Only texts are said without a wire.');
  }
}
