import type { Config } from '../config.ts';

/** Where a command reads its settings and writes its output; tests bring their own. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isInteractive?: boolean;
  print(text: string): void;
  complain(text: string): void;
  /** Asks the person a question; absent where nobody can answer. */
  ask?(question: string): Promise<string>;
  /** Replaces the line that it wrote before; absent where the output is no terminal. */
  readonly status?: (line: string) => void;
};

export type CommandContext = { readonly config: Config } & Terminal;
