import { parseArgs } from 'node:util';
import type { Config } from '../../config.ts';
import { STOPPED, stoppable } from '../stoppable.ts';
import type { CommandContext } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Finding } from './finding.ts';
import { printFindings } from './print-findings.ts';
import { lookFromHere, openStoreOf } from './with-stored.ts';

/** Of the keys to delete; the next run finds the others. */
const MOST_ORPHANS = 100_000;

type Options = { readonly json: boolean; readonly repair: boolean; readonly yes: boolean };

/** `ekiden check [--json] [--repair [--yes]]`: 0 where all is well, 1 after a warning, 2 after an error, 130 where it was stopped. */
export async function runCheck(args: readonly string[], context: CommandContext): Promise<number> {
  const options = readOptions(args);
  const { config, print, complain } = context;
  const findings: Finding[] = [];
  const orphans: string[] = [];
  const { signal } = await stoppable(context, async ({ progress, signal }) => {
    await lookFromHere(config, 'check', signal, (told) => {
      if ('finding' in told) findings.push(told.finding);
      else if ('orphan' in told) {
        if (orphans.length < MOST_ORPHANS) orphans.push(told.orphan);
      } else {
        const { what, done, total } = told.progress;
        progress({ stage: what, done, total, unit: '' });
      }
    });
    return { signal };
  });
  const code = printFindings(findings, { json: options.json, print });
  if (signal.aborted) {
    complain('ekiden check: stopped before its end; nothing was changed.');
    return STOPPED;
  }
  if (options.repair && orphans.length > 0)
    await stoppable(context, (io) => repair(config, orphans, options, context, io.signal));
  return code;
}

function readOptions(args: readonly string[]): Options {
  try {
    const options = {
      json: { type: 'boolean' },
      repair: { type: 'boolean' },
      yes: { type: 'boolean' },
    } as const;
    const { json = false, repair = false, yes = false } = parseArgs({ args: [...args], options }).values;
    if (yes && !repair) throw new Error('--yes answers the question of --repair.');
    return { json, repair, yes };
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}

/** All that is mended here: what belongs to nothing, and its owner believes gone, is deleted. */
async function repair(
  config: Config,
  orphans: readonly string[],
  { yes }: Options,
  { ask, complain }: CommandContext,
  signal: AbortSignal,
): Promise<void> {
  const what = `${orphans.length} files that belong to nothing and are older than a day`;
  if (!yes && ask === undefined)
    return complain(`Nothing was deleted: --yes deletes ${what} without a question.`);
  const answer = yes ? 'yes' : await ask?.(`Delete ${what}, for good? Type yes: `);
  if (answer?.trim() !== 'yes') return complain('Nothing was deleted.');
  const store = await openStoreOf(config);
  let deleted = 0;
  try {
    for (const key of orphans) {
      if (signal.aborted || store === null) break;
      await store.delete(key);
      deleted += 1;
    }
  } finally {
    await store?.close();
    complain(`${deleted} of ${orphans.length} files were deleted.`);
  }
}
