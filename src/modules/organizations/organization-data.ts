import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { newId } from '../../shared/ids.ts';
import { isoOrNull } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { fewRecords, type LeavingPerson, type PersonalData } from '../users/index.ts';
import { leadsAnOrganization } from './errors.ts';
import { leaveWithoutHeadCoach } from './hand-over.ts';
import {
  findLedOrganizations,
  findOwnCoaching,
  findOwnMemberships,
  findOwnOffersAndBlocks,
  lockEndingCoaching,
  lockEndingMemberships,
  lockUnacceptedLeads,
} from './leaving-queries.ts';
import { memberLeft } from './roster-events.ts';

/**
 * Where a person is a member or a coach, or was asked to be. Whoever has agreed to lead an organization cannot leave before
 * somebody else does; whoever was only named can, and the organization has no head coach then.
 */
export function organizationData(deps: { db: Database; events: Events }): PersonalData {
  return {
    name: 'organizations',
    columns: [
      'organizations.head_coach_user_id',
      'organization_coaches.user_id',
      'organization_members.user_id',
      'organization_members.coach_id',
      'membership_offers.user_id',
      'membership_offers.offered_by',
      'membership_blocks.user_id',
    ],
    files: {
      'memberships.json':
        'The organizations you are or were a member of, with what coaches wrote about you, and what you close for them.',
      'coaching.json': 'The organizations you coach.',
      'membership_offers.json':
        'What organizations have asked you to be and you have not answered, and those that may not ask you again.',
    },
    async *collect(user_id) {
      yield { name: 'memberships.json', records: fewRecords(() => readMemberships(deps.db, user_id)) };
      yield { name: 'coaching.json', records: fewRecords(() => readCoaching(deps.db, user_id)) };
      yield { name: 'membership_offers.json', records: fewRecords(() => readOffers(deps.db, user_id)) };
    },
    release: (tx, person) => leaveOrganizations(tx, deps, person),
  };
}

async function readMemberships(db: Database, user_id: string): Promise<object[]> {
  const memberships = await findOwnMemberships(db, user_id);
  return memberships.map((one) => ({
    org_id: one.org_id,
    org_name: one.org_name,
    display_name: one.display_name,
    member_level: one.member_level,
    labels: one.labels,
    status: one.status,
    coach_id: one.coach_id,
    joined_at: one.joined_at.toISOString(),
    left_at: isoOrNull(one.left_at),
    narrowed_privacy: one.narrowed_privacy,
  }));
}

async function readCoaching(db: Database, user_id: string): Promise<object[]> {
  const coaching = await findOwnCoaching(db, user_id);
  return coaching.map(({ org_id, org_name, role, since }) => ({
    org_id,
    org_name,
    role,
    since: isoOrNull(since),
  }));
}

async function readOffers(db: Database, user_id: string): Promise<object[]> {
  const { offers, blocks } = await findOwnOffersAndBlocks(db, user_id);
  return [
    ...offers.map(({ org_id, org_name, role, display_name, member_level, labels, offered_at }) => ({
      org_id,
      org_name,
      role,
      display_name,
      member_level,
      labels,
      offered_at: offered_at.toISOString(),
    })),
    ...blocks.map(({ org_id, org_name, reason, blocked_at }) => ({
      org_id,
      org_name,
      blocked: reason,
      blocked_at: blocked_at.toISOString(),
    })),
  ];
}

/** The log says that somebody left, by an id that says nothing more; the rows go with the person. */
async function leaveOrganizations(
  tx: Transaction,
  { events }: { events: Events },
  { user_id, now }: LeavingPerson,
): Promise<void> {
  const led = await findLedOrganizations(tx, user_id);
  if (led.length > 0) throw leadsAnOrganization({ message: whatToHandOver(led) });
  for (const { org_id, org_name } of await lockUnacceptedLeads(tx, user_id))
    await leaveWithoutHeadCoach(tx, {
      org_id,
      org_name,
      previous_head_coach_user_id: user_id,
      actor: { type: 'user', user_id, roles: [] },
      now,
    });
  const coaching = (await lockEndingCoaching(tx, user_id)).map(({ org_id, unassigned_members }) => ({
    org_id,
    event_type: 'coach_removed' as const,
    data: { unassigned_members, account_deleted: true },
  }));
  const ending = await lockEndingMemberships(tx, user_id);
  const memberships = ending.map(({ org_id, group_ids, plan_ids }) => ({
    org_id,
    event_type: 'member_removed' as const,
    data: { group_ids, plan_ids, account_deleted: true },
  }));
  // Each entry will hold its organization's log as the transaction ends: in one order, so that two who leave at once do not
  // wait for each other.
  const entries = [...coaching, ...memberships].toSorted((a, b) => (a.org_id < b.org_id ? -1 : 1));
  const actor = { type: 'user', user_id, roles: [] } as const;
  for (const entry of entries) await writeAudit(tx, { ...entry, actor, target_id: user_id, now });
  for (const { org_id, org_name, coach_ids } of ending) {
    const left = { org_id, org_name, coach_ids, user_id: null, by_athlete: true };
    await events.emit(tx, memberLeft, { ...left, occurrence_id: newId() });
  }
}

/** As many as fit into a message. */
const MOST_NAMED = 5;

function whatToHandOver(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const it = names.length === 1 ? 'it' : 'each of them';
  return `You are the head coach of ${named}${more}. Hand ${it} over to another of its coaches, or delete it, then delete your account.`;
}
