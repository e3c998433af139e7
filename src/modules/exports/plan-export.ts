import type { Transaction } from '../../infra/db/database.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import {
  findOrganizationSummary,
  listAthletes,
  type PresentedAthlete,
  presentAthlete,
} from '../organizations/index.ts';
import { slicesOf } from './archive-files.ts';
import { readSnapshot, type Snapshot } from './archive-queries.ts';
import type { ExportJob, SkippedAthlete } from './export-job.ts';
import { listRoster } from './queries.ts';
import { selectAthletes } from './select-athletes.ts';
import type { Slice } from './select-rows.ts';
import { type ArchiveContents, contentsOf } from './still-open.ts';
import { type ToldAthlete, toldAthletes } from './told-table.ts';

export type ExportPlan = {
  readonly organization: { readonly id: string; readonly name: string };
  readonly athletes: readonly PresentedAthlete[];
  readonly slices: readonly Slice[];
  readonly told: readonly ToldAthlete[];
  readonly skipped: readonly SkippedAthlete[];
  readonly contents: ArchiveContents;
  readonly snapshot: Snapshot;
};

/** In a transaction that sees one snapshot, so that roster, privacy settings and athletes agree. */
export async function planExport(
  tx: Transaction,
  {
    job,
    policies,
    unreadable,
  }: { job: ExportJob; policies: SourcePolicies; unreadable: ReadonlySet<string> },
): Promise<ExportPlan> {
  const organization = await findOrganizationSummary(tx, job.org_id);
  if (organization === null) throw new Error('The organization of this export no longer exists.');
  const snapshot = await readSnapshot(tx);
  const roster = await listRoster(tx, job.org_id);
  const { groups, skipped } = selectAthletes(roster, job, policies, unreadable);
  const included = new Set(groups.flatMap(({ user_ids }) => user_ids));
  const inIt = roster.filter(({ user_id }) => included.has(user_id));
  const everybody = await readAthletes(tx, job.org_id);
  return {
    organization,
    athletes: everybody.filter(({ id }) => included.has(id)),
    slices: slicesOf(groups, job),
    told: toldAthletes(inIt, policies),
    skipped,
    contents: contentsOf(inIt, policies, job.include),
    snapshot,
  };
}

const ATHLETES_A_PAGE = 1_000;

async function readAthletes(tx: Transaction, org_id: string): Promise<PresentedAthlete[]> {
  const presented: PresentedAthlete[] = [];
  for (let offset = 0; ; offset += ATHLETES_A_PAGE) {
    const { athletes } = await listAthletes(tx, { org_id, limit: ATHLETES_A_PAGE, offset });
    for (const athlete of athletes) presented.push(presentAthlete(athlete, 'export'));
    if (athletes.length < ATHLETES_A_PAGE) return presented;
  }
}
