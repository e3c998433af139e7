import {
  ASK_AGAIN_JOBS,
  askAgain,
  CONNECTED_PLATFORMS,
  type GivenUp,
  listGivenUp,
} from '../modules/integrations/index.ts';
import { isUuid } from '../shared/ids.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import { printable } from './printable.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withJobs } from './with-jobs.ts';

const LIMIT = 1_000;

/** `ekiden sync list`, `ekiden sync retry <user_id> <platform>` */
export async function runSyncCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [verb, user_id, platform, ...rest] = args;
  const provider = CONNECTED_PLATFORMS.find((known) => known === platform);
  if (verb === 'list' && user_id === undefined) return await list(context);
  if (verb !== 'retry' || user_id === undefined || provider === undefined || rest.length > 0)
    throw new UsageError(`Say list, or retry with the id of a user and ${CONNECTED_PLATFORMS.join(' or ')}.`);
  const things = isUuid(user_id)
    ? await withJobs(context.config, ASK_AGAIN_JOBS, (jobs, db) =>
        askAgain({ db, jobs, clock: systemClock }, { user_id, provider }),
      )
    : 0;
  if (things === 0)
    throw new Error(`Nothing of this user has been given up at ${provider}: see ekiden sync list.`);
  context.print(
    `${provider} is asked again for ${things === 1 ? '1 thing' : `${things} things`}, when a server with the worker role runs.`,
  );
  return 0;
}

async function list({ config, print }: CommandContext): Promise<number> {
  const db = await openServerDatabase(config);
  const found = await listGivenUp(db, LIMIT).finally(() => db.close());
  if (found.length === 0) print('Platforms gave all that they were asked for.');
  else
    print(
      [`${'USER'.padEnd(36)}  SINCE                     PLATFORM  WHAT: WHY`, ...found.map(row)].join('\n'),
    );
  if (found.length === LIMIT) print(`These are the newest ${LIMIT}; there may be more.`);
  return 0;
}

function row({ user_id, since, provider, what, external_id, because }: GivenUp): string {
  const asked = {
    workout: `workout ${external_id}`,
    elsewhere: 'an address',
    consent: 'the consent',
    past: 'the past',
  };
  const line = printable(`${asked[what]}: ${because}`.replaceAll(/\s+/g, ' '));
  return `${user_id}  ${since.toISOString()}  ${provider.padEnd(8)}  ${line}`;
}
