export { createLanguageModel, type LanguageModelOptions } from './create-language-model.ts';
export {
  type ElementsRequest,
  type LanguageModel,
  ModelFault,
  type TextRequest,
} from './llm.ts';
export { namesPage } from './names-page.ts';
export { quote } from './quote.ts';
export { type Prompt, readPrompt } from './read-prompt.ts';
export { type TellFault, tellFaults } from './tell-faults.ts';
export { withoutThoughts } from './thoughts.ts';
export { withinTime } from './within-time.ts';
export { isWrittenIn, LANGUAGE_NAMES } from './written-in.ts';
