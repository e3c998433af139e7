import type { Database } from '../infra/db/database.ts';
import {
  discardSetAside,
  findSetAside,
  listSetAside,
  retrySetAside,
  type SetAsideDelivery,
} from '../modules/integrations/index.ts';
import { isUuid } from '../shared/ids.ts';
import { systemClock } from '../shared/time.ts';
import { openServerDatabase } from './open-server-database.ts';
import { printable } from './printable.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const LIMIT = 1_000;
const SHOWN_BYTES = 64 * 1024;

export async function runInboxCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [verb = '', id, ...rest] = args;
  if (verb === 'list' && id === undefined) return await inDatabase(context, list);
  const command = Object.hasOwn(WITH_ID, verb) ? WITH_ID[verb] : undefined;
  if (command === undefined || id === undefined || rest.length > 0) {
    throw new UsageError('Say list, or show, retry or discard and the id of a post that was set aside.');
  }
  return await inDatabase(context, (db, print) => command(db, id, print));
}

type Print = CommandContext['print'];
const WITH_ID: Readonly<Record<string, (db: Database, id: string, print: Print) => Promise<void>>> = {
  show,
  retry: async (db, id, print) => {
    requireFound(id, isUuid(id) && (await retrySetAside(db, id, systemClock.now())));
    print(`The post ${id} waits again. A server with the worker role takes it up within a minute.`);
  },
  discard: async (db, id, print) => {
    requireFound(id, isUuid(id) && (await discardSetAside(db, id)));
    print(`The post ${id} is removed.`);
  },
};

async function list(db: Database, print: Print): Promise<void> {
  const found = await listSetAside(db, LIMIT);
  if (found.length === 0) return print('No post of a platform has been set aside.');
  print(
    [`${'ID'.padEnd(36)}  SET ASIDE AT              PLATFORM      BYTES  WHY`, ...found.map(row)].join('\n'),
  );
  if (found.length === LIMIT) print(`These are the newest ${LIMIT}; there may be more.`);
}

function row({ id, set_aside_at, provider, bytes, because }: SetAsideDelivery): string {
  return `${id}  ${set_aside_at.toISOString()}  ${provider.padEnd(8)} ${String(bytes).padStart(10)}  ${printable(because)}`;
}

async function show(db: Database, id: string, print: Print): Promise<void> {
  const found = isUuid(id) ? await findSetAside(db, id, SHOWN_BYTES) : null;
  if (found === null) return requireFound(id, false);
  const { provider, received_at, set_aside_at, because, bytes, body } = found;
  print(
    [
      `From ${provider}, received ${received_at.toISOString()}, set aside ${set_aside_at.toISOString()}`,
      `Why: ${printable(because)}`,
      bytes > SHOWN_BYTES ? `The first ${SHOWN_BYTES} of ${bytes} bytes:` : `${bytes} bytes:`,
      printable(Buffer.from(body).toString()),
    ].join('\n'),
  );
}

function requireFound(id: string, found: boolean): void {
  if (!found) throw new Error(`No post with the id ${id} has been set aside: see ekiden inbox list.`);
}

async function inDatabase(
  { config, print }: CommandContext,
  work: (db: Database, print: Print) => Promise<void>,
): Promise<number> {
  const db = await openServerDatabase(config);
  try {
    await work(db, print);
    return 0;
  } finally {
    await db.close();
  }
}
