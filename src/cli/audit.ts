import { verifyAuditLog } from '../modules/audit/index.ts';
import { openServerDatabase } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** `ekiden audit verify <org_id> [<hash>]` */
export async function auditCommand(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const [what, org_id, known_hash, ...rest] = args;
  if (what !== 'verify') throw new UsageError('Say what to do: verify.');
  if (org_id === undefined || rest.length > 0) {
    throw new UsageError('Name the organization by its id, then, if you have one, a hash printed before.');
  }
  if (known_hash !== undefined && !/^[0-9a-f]{64}$/i.test(known_hash)) {
    throw new UsageError(`"${known_hash}" is no hash: they have 64 hexadecimal digits.`);
  }
  const db = await openServerDatabase(config);
  try {
    const { entries, last_hash } = await verifyAuditLog(db, { org_id, known_hash });
    print(describe(entries, last_hash, known_hash !== undefined));
    return 0;
  } finally {
    await db.close();
  }
}

function describe(entries: number, last_hash: string, knew: boolean): string {
  const so_far = entries === 1 ? 'its one entry is' : `its ${entries} entries are`;
  return [
    `The audit log is unbroken: ${so_far} as written${knew ? ', the known one among them' : ''}.`,
    `Last hash: ${last_hash}`,
    'Keep the hash outside of this server, and give it the next time: then nobody can have written the log anew unnoticed.',
    'Names of people are not part of it: they go when the person does.',
  ].join('\n');
}
