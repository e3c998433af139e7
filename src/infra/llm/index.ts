export { createLanguageModel, type LanguageModelOptions } from './create-language-model.ts';
export {
  type ElementsRequest,
  type LanguageModel,
  ModelFault,
  type ModelFaultReason,
  type TextRequest,
} from './llm.ts';
