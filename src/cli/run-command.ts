import { type Config, describeConfig, parseConfig } from '../config.ts';

type Command = {
  readonly usage: string;
  readonly summary: string;
  run(args: readonly string[], config: Config): Promise<number>;
};

/** Commands load what they need when they run: `ekiden config` opens no database. */
const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    usage: 'start',
    summary: 'serve the APIs and the background work (ROLES decides which)',
    run: async (_args, config) => (await import('./start.ts')).start(config),
  },
  migrate: {
    usage: 'migrate',
    summary: 'apply missing migrations and stop',
    run: async (_args, config) => (await import('./migrate.ts')).applyMigrations(config),
  },
  config: {
    usage: 'config',
    summary: 'print the settings in force, secrets masked',
    run: async (_args, config) => {
      for (const [name, value] of Object.entries(describeConfig(config)))
        console.log(`${name.padEnd(22)} ${value}`);
      return 0;
    },
  },
};

/** Runs `ekiden <command> …`; resolves to the exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...args] = argv;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const asked = ['help', '--help', '-h'].includes(name);
    console[asked ? 'log' : 'error'](`${asked ? '' : `There is no command "${name}".\n\n`}${usage()}`);
    return asked ? 0 : 2;
  }
  try {
    return await command.run(args, parseConfig(process.env));
  } catch (error) {
    // What stops a start is worded for the operator, in one line; whoever wants the trace asks for debug.
    const detailed = ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '');
    console.error(error instanceof Error && !detailed ? `ekiden ${name}: ${error.message}` : error);
    return 1;
  }
}

function usage(): string {
  const rows = Object.values(COMMANDS).map(
    ({ usage: words, summary }) => `  ekiden ${words.padEnd(24)} ${summary}`,
  );
  return `Ekiden, a training platform.\n\n${rows.join('\n')}\n`;
}
