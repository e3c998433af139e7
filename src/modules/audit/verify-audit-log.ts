import { createHash } from 'node:crypto';
import type { Queryable } from '../../infra/db/queryable.ts';
import { defineError, notFound } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { findChainState, findLinks, type Link } from './chain-queries.ts';

const auditLogBroken = defineError('conflict', 409, 'The audit log has been changed.');

const PAGE = 1_000;

/** The number of verified entries and the last one's hash in hexadecimal. */
export type VerifiedLog = { readonly entries: number; readonly last_hash: string };

/**
 * Recomputes the hashes of an organization's log up to the last entry at the start. It detects later changes, except to
 * names and unless the whole chain was rewritten; a hash kept elsewhere (`known_hash`) detects that too. For the
 * operator, also for a deleted organization.
 * @throws notFound for an organization without a log; auditLogBroken with the first wrong entry
 */
export async function verifyAuditLog(
  db: Queryable,
  { org_id, known_hash }: { org_id: string; known_hash: string | undefined },
): Promise<VerifiedLog> {
  const unknown = notFound({ message: `There is no audit log of an organization with the id ${org_id}.` });
  if (!isUuid(org_id)) throw unknown;
  const { entries, length, hash } = await findChainState(db, org_id);
  if (length === null || hash === null) {
    if (entries === 0) throw unknown;
    throw broken('The end of the chain is not known any more.');
  }
  const found = await follow(db, org_id, { length, hash }, known_hash);
  if (entries > length) throw broken(`${entries - length} of its entries are in no place of the chain.`);
  if (known_hash !== undefined && !found) {
    throw broken(`No entry has the hash ${known_hash}: entries from there on were written anew.`);
  }
  return { entries, last_hash: hash.toString('hex') };
}

/** @returns whether an entry has the known hash */
async function follow(
  db: Queryable,
  org_id: string,
  end: { readonly length: number; readonly hash: Buffer },
  known_hash: string | undefined,
): Promise<boolean> {
  let hash: Buffer = Buffer.alloc(0);
  let [seq, known] = [0, false];
  for (;;) {
    const links = await findLinks(db, { org_id, after: seq, up_to: end.length, limit: PAGE });
    for (const link of links) {
      hash = checked(link, seq, hash);
      seq = link.seq;
      known ||= hash.toString('hex') === known_hash?.toLowerCase();
    }
    if (links.length < PAGE) break;
  }
  if (seq < end.length) throw broken(`Its end is missing: ${seq} of ${end.length} entries are there.`);
  if (!hash.equals(end.hash)) throw broken('Its last entry is not the one that the chain ends with.');
  return known;
}

/** @returns the hash of a valid link */
function checked(link: Link, previous_seq: number, previous_hash: Buffer): Buffer {
  if (link.seq !== previous_seq + 1) throw broken(`Entry ${previous_seq + 1} is missing.`);
  const hash = createHash('sha256').update(previous_hash).update(link.text).digest();
  if (!hash.equals(link.hash)) {
    throw broken(`Entry ${link.seq} (${link.id}) is not as it was written, or the one before it is another.`);
  }
  return hash;
}

const broken = (what: string) => auditLogBroken({ message: `The audit log is broken. ${what}` });
