import path from 'node:path';
import { inspect } from 'node:util';

/** What became of one test, as its process tells it: a JSON text between U+001E and a line feed (RFC 7464). */
export type Told = {
  readonly became: 'passed' | 'failed' | 'skipped';
  /** From the project's root. */
  readonly file: string;
  readonly line: number;
  /** The suites that it is in, and its own. */
  readonly name: string;
  /** Of a failure: at most forty lines. */
  readonly error?: string;
};

export const RECORD = '\u001e';

type Failure = { readonly failureType?: string; readonly cause?: unknown; readonly message?: string };
type Event = {
  readonly type: string;
  readonly data: {
    readonly name: string;
    readonly nesting: number;
    readonly file?: string;
    readonly line?: number;
    readonly skip?: string | boolean;
    readonly details?: { readonly type?: string; readonly error?: Failure };
  };
};

/** They fail because something in or around them has failed, which is told for itself. */
const FOLLOWING = new Set(['subtestsFailed', 'cancelledByParent', 'parentAlreadyFinished']);

/** In `run-test-files.ts` each test is inside the suite of its file, and that in one test. */
const OUTER = 2;

/**
 * A reporter of Node's test runner, for `run-test-files.ts`: one record for each test, and for each suite whose hook failed, such as that
 * of a file that could not be loaded.
 */
// biome-ignore lint/style/noDefaultExport: the test runner takes a reporter from there
export default async function* tellTests(events: AsyncIterable<Event>): AsyncGenerator<string> {
  const open: string[] = [];
  for await (const { type, data } of events) {
    const { name, nesting, file = '', line = 0, skip, details } = data;
    if (type === 'test:start') {
      open.length = nesting;
      open.push(name);
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // The test around all files says nothing of its own; a failure at its height is that of a hook outside of them.
    if (nesting === 0 && type === 'test:pass') continue;
    const isFile = nesting === OUTER - 1;
    const isSuite = details?.type === 'suite';
    const failure = type === 'test:fail' ? details?.error : undefined;
    if (failure === undefined ? isSuite : FOLLOWING.has(failure.failureType ?? '')) continue;
    const told: Told = {
      became: outcomeOf(failure, skip),
      file: path.relative(process.cwd(), isFile ? name : file),
      line: isFile ? 1 : line,
      name: [...open.slice(OUTER, nesting), name].join(' › '),
      ...(failure === undefined ? {} : { error: shortened(failure.cause ?? failure) }),
    };
    yield `${RECORD}${JSON.stringify(told)}\n`;
  }
}

function outcomeOf(failure: Failure | undefined, skip: string | boolean = false): Told['became'] {
  if (failure !== undefined) return 'failed';
  return skip === false ? 'passed' : 'skipped';
}

const MOST_LINES = 28;
const MOST_FRAMES = 5;
const MOST_CAUSES = 4;
const WIDEST = 400;

/** What somebody needs who mends it: what is wrong, from its beginning and its end, and where in this project. */
export function shortened(error: unknown): string {
  if (!(error instanceof Error)) return cutLines(inspect(error, { depth: 4 }));
  const message = cutLines(error.message === '' ? error.name : error.message);
  const causes: string[] = [];
  let { cause } = error;
  while (cause !== undefined && causes.length < MOST_CAUSES) {
    const said = cause instanceof Error ? cause.message || cause.name : inspect(cause);
    causes.push(`because: ${said.split('\n')[0]?.slice(0, WIDEST)}`);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return [message, ...causes, ...framesOf(error)].join('\n');
}

function cutLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  const narrow = lines.map((line) => (line.length > WIDEST ? `${line.slice(0, WIDEST)} …` : line));
  if (narrow.length <= MOST_LINES) return narrow.join('\n');
  const half = MOST_LINES / 2;
  const left_out = `… ${narrow.length - MOST_LINES} lines …`;
  return [...narrow.slice(0, half), left_out, ...narrow.slice(-half)].join('\n');
}

function framesOf({ stack = '' }: Error): string[] {
  const root = `file://${process.cwd()}/`;
  return stack
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at ') && line.includes(root))
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim().replace(root, ''));
}
