import { LANGUAGES } from '../../../shared/languages.ts';
import { type DraftTextOptions, readDraftText } from '../../../training/draft-text/read-draft-text.ts';
import type { PhaseNames } from '../../../training/draft-text/split-weeks.ts';
import { lineFault, type PlanFault } from '../../../training/plan-request/plan-fault.ts';
import type { DraftWeek } from '../../../training/planning/draft.ts';
import { PHASES } from '../../../training/planning/plan.ts';
import { phrase } from '../../../words/index.ts';

export type DraftRead =
  | {
      readonly weeks: readonly DraftWeek[];
      readonly notes: string;
      readonly faults?: never;
    }
  | { readonly weeks?: never; readonly notes?: never; readonly faults: readonly PlanFault[] };

export type DraftOptions = Omit<DraftTextOptions, 'phases'>;

/** A draft as a coach edited it, in any of the languages, or all its faults; see `readDraftText`. */
export function readDraft(text: string, options: DraftOptions): DraftRead {
  const read = readDraftText(text, { ...options, phases: namesOfPhases() });
  if ('lines_at_fault' in read) return { faults: read.lines_at_fault.map(lineFault) };
  if ('weeks' in read) return read;
  return { faults: read.weeks_at_fault.map((fault) => ({ path: 'refined_draft', ...fault })) };
}

let phaseNames: readonly PhaseNames[] | undefined;

function namesOfPhases(): readonly PhaseNames[] {
  phaseNames ??= PHASES.map((phase) => {
    const names = LANGUAGES.map((language) => phrase(language, `planning.phase.${phase}`));
    const words = names.map((name) => (/^[a-z]/iu.test(name) ? `\\b${name}\\b` : name));
    return { phase, words: new RegExp(words.join('|'), 'iu') };
  });
  return phaseNames;
}
