import type { Language } from '../../../shared/languages.ts';
import type { ProgressStatus } from '../engine/engine.ts';

/** What is being done at the moment. */
export function progressWords(status: ProgressStatus, _language: Language): string {
  return status;
}
