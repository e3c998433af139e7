import { ANTHROPIC } from './speak-anthropic.ts';
import { GOOGLE } from './speak-google.ts';
import { OPENAI } from './speak-openai.ts';
import type { Voice } from './voice.ts';

const VOICES: readonly Voice[] = [OPENAI, ANTHROPIC, GOOGLE];

/** @returns undefined where no API has this path */
export function voiceOf(path: string): Voice | undefined {
  return VOICES.find((voice) => voice.modelOf(path) !== null);
}
