import { join, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { inspect } from 'node:util';
import { type Config, describeConfig, parseConfig } from '../config.ts';
import { STOPPED, StoppedError } from './stoppable.ts';
import type { CommandContext, Terminal } from './terminal.ts';
import { takeNoArguments, UsageError } from './usage-error.ts';

type Command = {
  readonly usages: readonly (readonly [form: string, summary: string])[];
  /** Settings that this command changes unless the environment sets them. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Handles settings that cannot be read and resolves to the exit code. Commands without it fail. */
  withoutConfig?(args: readonly string[], reason: string, terminal: Terminal): Promise<number>;
  run(args: readonly string[], context: CommandContext): Promise<number>;
};

/** These commands print for a person, so the log shows warnings and errors only. */
const QUIET = { LOG_LEVEL: 'warn' };

const DIAGNOSIS = { LOG_LEVEL: 'silent' };

/** Each command loads its code when it runs: `ekiden config` opens no database. */
const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    usages: [['start', 'serve the APIs and the background work (ROLES decides which)']],
    run: async (args, context) => {
      takeNoArguments(args);
      return await (await import('./start.ts')).start(context);
    },
  },
  demo: {
    usages: [['demo', 'the same on ./demo-data, with an invented club, a Strava and a Garmin']],
    // The log of this command is for people even when it goes to a file.
    defaults: { ...QUIET, LOG_FORMAT: 'pretty', DATA_DIR: './demo-data' },
    run: async (args, context) => {
      takeNoArguments(args);
      return await (await import('./demo.ts')).demo(context);
    },
  },
  migrate: {
    usages: [['migrate', 'apply missing migrations and stop']],
    run: async (args, context) => {
      takeNoArguments(args);
      return await (await import('./migrate.ts')).applyMigrations(context);
    },
  },
  adopt: {
    usages: [
      ['adopt', 'have the files belong to the database that there is, where a start refused'],
      ['', 'because they do not: after a restore from an old copy, for one'],
    ],
    defaults: QUIET,
    run: async (args, context) => {
      takeNoArguments(args);
      return await (await import('./adopt.ts')).adopt(context);
    },
  },
  backup: {
    usages: [
      ['backup [<place>] …', 'back up rows and files, also while the server runs, into a folder or'],
      ['', 's3://bucket/prefix, or else BACKUP_TARGET; --keep 14|30d, --include-key,'],
      ['', '--anew writes again what is there, which mends what verify found damaged'],
      ['backup list [<place>]', 'the backups there; --json'],
      ['backup verify [<place>] …', 'restore one into a temporary folder and compare; --id, --identity,'],
      ['', '--scratch <folder>'],
      ['backup prune [<place>] …', 'remove old backups there; --keep 14|30d'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./backup.ts')).runBackupCommand(args, context),
  },
  restore: {
    usages: [
      ['restore [<place>] …', 'restore the newest backup there, or --id, into an empty place; --identity,'],
      ['', '--send-queued, --other-key'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./restore.ts')).runRestoreCommand(args, context),
  },
  config: {
    usages: [['config', 'print the settings in force, secrets masked']],
    run: async (args, { config, print }) => {
      takeNoArguments(args);
      for (const [name, value] of Object.entries(describeConfig(config)))
        print(`${name.padEnd(22)} ${value}`);
      return 0;
    },
  },
  doctor: {
    usages: [
      ['doctor …', 'look at settings, machine, database, background work and what is around them, while the'],
      ['', 'server runs or not, and say what mends it: --json, --mail-to <address> sends a mail;'],
      ['', 'ends with 0 where all is well, 1 after a warning, 2 after an error'],
    ],
    defaults: DIAGNOSIS,
    withoutConfig: async (...given) => (await import('./doctor/run-doctor.ts')).doctorWithoutConfig(...given),
    run: async (args, context) => (await import('./doctor/run-doctor.ts')).runDoctor(args, context),
  },
  check: {
    usages: [
      ['check …', 'read every row and every file to its end and hold them against each other: --json,'],
      ['', '--repair deletes, after a question, files that belong to nothing; ends as doctor does'],
    ],
    defaults: DIAGNOSIS,
    run: async (args, context) => (await import('./doctor/run-check.ts')).runCheck(args, context),
  },
  admin: {
    usages: [
      ['admin create <email>', 'make the account of a platform admin, with a link to set its password'],
      ['admin grant <email>', 'make a user a platform admin'],
      ['admin revoke <email>', 'take that back'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./admin.ts')).changeAdmin(args, context),
  },
  user: {
    usages: [
      ['user list …', 'all accounts, newest first: --search, --status, --role athlete|coach|admin,'],
      ['', '--limit, --cursor, --json'],
      ['user show <email or id> …', 'one of them, how they sign in and where they belong; --json'],
      ['user status <email> …', 'make an account active, inactive, suspended or deactivated,'],
      ['', 'from its next request on'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./user.ts')).runUserCommand(args, context),
  },
  org: {
    usages: [
      ['org list …', 'all organizations, newest first: --search, --tier, --suspended yes|no, --limit,'],
      ['', '--cursor, --json'],
      ['org show <org_id> …', 'one of them, who coaches it and how many its members are; --json'],
      ['org tier <org_id> <tier>', 'change the tier of an organization: free, coach or club'],
      ['org head-coach <org_id> …', 'hand an organization over to the coach with this e-mail address;'],
      ['', 'its former head coach becomes an admin coach of it'],
      ['org suspend <org_id>', 'keep the API keys of an organization from working'],
      ['org resume <org_id>', 'take that back'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./org.ts')).runOrganizationCommand(args, context),
  },
  key: {
    usages: [
      ['key limits <key_id> …', 'show an API key’s limits, or change them: --per-minute, --per-hour,'],
      ['', '--exports-per-hour, each a number or "default"'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./key.ts')).changeKey(args, context),
  },
  usage: {
    usages: [
      ['usage', 'the accounts and organizations that use most of each quota'],
      ['usage <quota>', 'the thousand that use most of one, such as groups'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./usage.ts')).printUsage(args, context),
  },
  audit: {
    usages: [
      ['audit verify <org_id> …', 'check that nobody has changed an organization’s audit log, nor, if a'],
      ['', 'hash that this printed before is given, written it anew since'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./audit.ts')).auditCommand(args, context),
  },
  inbox: {
    usages: [
      ['inbox list', 'posts of platforms that could not be worked off, newest first'],
      ['inbox show <id>', 'one of them as it came'],
      ['inbox retry <id>', 'have it worked off again'],
      ['inbox discard <id>', 'remove it'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./inbox.ts')).runInboxCommand(args, context),
  },
  sync: {
    usages: [
      ['sync list', 'what platforms were asked for and did not give, newest first'],
      ['sync retry <user_id> …', 'ask the platform, strava or garmin, for all of it again'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./sync.ts')).runSyncCommand(args, context),
  },
  strava: {
    usages: [
      ['strava subscribe', 'have Strava send its events to this server, which has to be running'],
      ['strava subscription', 'show where it sends them'],
      ['strava unsubscribe', 'have it send none'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./strava.ts')).runStravaCommand(args, context),
  },
  'push-keys': {
    usages: [
      ['push-keys <contact>', 'a new pair of keys for pushes to browsers, printed as settings; the contact'],
      ['', 'is your e-mail or https address, which push services are told'],
    ],
    run: async (args, context) => (await import('./push-keys.ts')).printPushKeys(args, context),
  },
  jobs: {
    usages: [
      ['jobs list --failed', 'background jobs that were given up, newest first'],
      ['jobs retry <id>', 'put one of them back in its queue'],
    ],
    defaults: QUIET,
    run: async (args, context) => (await import('./jobs.ts')).runJobsCommand(args, context),
  },
};

const PROCESS_TERMINAL: Terminal = {
  env: process.env,
  isInteractive: process.stdout.isTTY === true,
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  ...(process.stdin.isTTY === true ? { ask } : {}),
  ...(process.stderr.isTTY === true ? { status: (line) => process.stderr.write(`\r\u001B[K${line}`) } : {}),
};

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return await lines.question(question).finally(() => lines.close());
}

/** Runs `ekiden <command> …`; resolves to the exit code: 1 for what failed, 2 for what was typed wrongly, 130 for what was stopped. */
export async function runCommand(argv: readonly string[], terminal = PROCESS_TERMINAL): Promise<number> {
  const [name = 'help', ...args] = argv;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const asked = ['help', '--help', '-h'].includes(name);
    if (asked) terminal.print(usage());
    else terminal.complain(`There is no command "${name}".\n\n${usage()}`);
    return asked ? 0 : 2;
  }
  let config: Config | undefined;
  try {
    const LOG_FORMAT = terminal.isInteractive === true ? 'pretty' : 'json';
    const env = withDefaults(terminal.env, { LOG_FORMAT, ...command.defaults });
    try {
      config = parseConfig(env);
    } catch (error) {
      if (command.withoutConfig === undefined) throw error;
      return await command.withoutConfig(args, describe(error, undefined), terminal);
    }
    return await command.run(args, { ...terminal, config });
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`ekiden ${name}: ${error.message}\n\nUsage:\n${usageRows([command])}`);
      return 2;
    }
    if (error instanceof StoppedError) {
      terminal.complain(`ekiden ${name}: ${error.message}`);
      return STOPPED;
    }
    // What stops a command is worded for the operator, in one line; whoever wants the trace asks for debug.
    const detailed = ['debug', 'trace'].includes(terminal.env.LOG_LEVEL ?? '');
    terminal.complain(`ekiden ${name}: ${detailed ? inspect(error) : describe(error, config)}`);
    return 1;
  }
}

function withDefaults(env: Terminal['env'], defaults: Readonly<Record<string, string>>): Terminal['env'] {
  const unset = Object.entries(defaults).filter(([name]) => (env[name] ?? '').trim() === '');
  return { ...env, ...Object.fromEntries(unset) };
}

function describe(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error);
  return config !== undefined && isFileErrorBelow(config.dataDir, error)
    ? `DATA_DIR ${config.dataDir} cannot be used: ${error.message}`
    : error.message;
}

/** File system errors name the path but not the setting from which it comes. */
function isFileErrorBelow(folder: string, error: Error): boolean {
  if (!('syscall' in error && 'path' in error && typeof error.path === 'string')) return false;
  return error.path === folder || error.path.startsWith(join(folder, sep));
}

function usage(): string {
  return `Ekiden, a training platform.\n\n${usageRows(Object.values(COMMANDS))}\n`;
}

function usageRows(commands: readonly Command[]): string {
  return commands
    .flatMap(({ usages }) => usages)
    .map(([form, summary]) => `  ${form === '' ? '      ' : 'ekiden'} ${form.padEnd(26)} ${summary}`)
    .join('\n');
}
