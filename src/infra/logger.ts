import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';

/**
 * The log of a process on stdout. The lines of one turn of the event loop are written together: a write for each
 * takes a fifth of the time in which a server with much to do answers writes.
 *
 * Lines outlive whatever ends the process by JavaScript, errors that nobody caught included; `kill -9` costs those of its last turn.
 */
export function createLogger(level: string, format: 'pretty' | 'json' = 'json'): Logger {
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
  const phrase = format === 'json' ? (line: string): string => line : createPhrasing();
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
function createPhrasing(): (line: string) => string {
  const colorize = process.stdout.isTTY === true && process.stdout.hasColors();
  return prettyFactory({
    colorize,
    ignore: 'pid,hostname',
    translateTime: 'SYS:yyyy-mm-dd HH:MM:ss',
    singleLine: true,
  });
}
