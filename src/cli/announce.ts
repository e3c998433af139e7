import { createJsonLogger } from '../infra/logger.ts';
import type { CommandContext } from './terminal.ts';

/** What a serving command prints beside its log: text for people, or JSON lines where the log is JSON. */
export type Announcer = {
  step(line: string): void;
  /** @param facts the same for programs */
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
