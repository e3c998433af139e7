import type { Config } from '../config.ts';

/** Where a command reads its settings and writes what it has to say; a test brings its own. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person reads what is printed as it comes. */
  readonly isInteractive?: boolean;
  print(text: string): void;
  complain(text: string): void;
  /** Puts a question to the person and waits for the answer; absent where nobody sits there. */
  ask?(question: string): Promise<string>;
  /** Writes over the line that it wrote before, beside what is printed; absent where no person reads. */
  readonly status?: (line: string) => void;
};

/** What a command gets to run. */
export type CommandContext = { readonly config: Config } & Terminal;
