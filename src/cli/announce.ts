import { createJsonLogger } from '../infra/logger.ts';
import type { CommandContext } from './terminal.ts';

/** What a command that serves says beside its log: as text for people, or as lines of the log where that is JSON. */
export type Announcer = {
  /** A step on the way, one line. */
  step(line: string): void;
  /** It serves. @param facts the same for programs */
  ready(text: string, facts: Readonly<Record<string, string | null>>): void;
};

export function createAnnouncer({ config, print }: CommandContext): Announcer {
  if (config.logFormat === 'pretty') return { step: print, ready: (text) => print(text) };
  const logger = createJsonLogger('info');
  return {
    step: (line) => logger.info(line.trim()),
    ready: (_text, facts) => logger.info(facts, 'ready'),
  };
}
