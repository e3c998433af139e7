import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';

/**
 * The log of a process on stdout. The lines of one turn of the event loop are written together: a write for each
 * takes a fifth of the time in which a server with much to do answers writes.
 *
 * Lines outlive whatever ends the process by JavaScript, errors that nobody caught included; `kill -9` costs those of its last turn.
 */
export async function createLogger(level: string, format: 'pretty' | 'json' = 'json'): Promise<Logger> {
  return format === 'json' ? createJsonLogger(level) : loggerOf(level, await createPhrasing());
}

/** The same log, always as JSON. */
export function createJsonLogger(level: string): Logger {
  return loggerOf(level, (line) => line);
}

function loggerOf(level: string, phrase: (line: string) => string): Logger {
  const stdout = pino.destination();
  let gathered = '';
  const take = (): string => {
    process.off('exit', writeLast);
    const lines = gathered;
    gathered = '';
    return lines;
  };
  const writeLast = (): void => {
    try {
      writeSync(process.stdout.fd, take());
    } catch {
      // Nobody reads them any more.
    }
  };
  const write = (line: string): void => {
    if (gathered === '') {
      setImmediate(() => stdout.write(take()));
      process.once('exit', writeLast);
    }
    gathered += phrase(line);
  };
  return pino({ level }, { write });
}

/** Colours only where a terminal shows them, and not where somebody wants none (no-color.org). */
async function createPhrasing(): Promise<(line: string) => string> {
  // A server in production writes JSON, and needs no words.
  const { prettyFactory } = await import('pino-pretty');
  const colorize = process.stdout.isTTY === true && process.stdout.hasColors();
  return prettyFactory({
    colorize,
    ignore: 'pid,hostname',
    translateTime: 'SYS:yyyy-mm-dd HH:MM:ss',
    singleLine: true,
  });
}
