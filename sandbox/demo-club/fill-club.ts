import type { UserActor } from '../../src/http/actor.ts';
import type { PasswordHasher } from '../../src/infra/crypto/passwords.ts';
import type { Database, Transaction } from '../../src/infra/db/database.ts';
import { sql } from '../../src/infra/db/sql.ts';
import type { DemoClub } from './club.ts';
import { enterActivities } from './enter-activities.ts';
import { enterPeople } from './enter-people.ts';
import { enterPlans } from './enter-plans.ts';
import { enterTeam } from './enter-team.ts';
import { type FilledClub, findClub, hasUsers, headCoachOf } from './find-club.ts';
import { joinTransaction } from './join-transaction.ts';
import { DEMO_PLANS, DEMO_WORKOUTS } from './plans.ts';

type FillOptions = {
  /** The password of everybody in the club. */
  password: string;
  /** Told what is being done, a line at a time. */
  report: (line: string) => void;
};

/**
 * Puts the club into a database through the modules' use cases, dated to when it would have happened, all in one
 * transaction: a fill that is interrupted leaves nothing, and the next one starts anew. Does nothing where the club is
 * already; of two that fill at once, one waits for the other.
 *
 * @throws Error when the database has users who are not of the club: nobody fills production by accident.
 */
export async function fillClub(
  deps: { db: Database; passwords: PasswordHasher },
  club: DemoClub,
  { password, report }: FillOptions,
): Promise<FilledClub> {
  const { db, passwords } = deps;
  const existing = await findClub(db, club);
  if (existing !== null) return existing;
  return await db.transaction(async (tx) => {
    await waitForOtherFills(tx);
    const meanwhile = await findClub(tx, club);
    if (meanwhile !== null) return meanwhile;
    if (await hasUsers(tx)) {
      throw new Error(
        'This database has users already, so the demo club is not filled in. Point DATABASE_URL to an empty database, or DATA_DIR to an empty directory.',
      );
    }
    report(`Making ${club.organization.org_name}, once; it takes some seconds.`);
    const joined = { db: joinTransaction(db, tx), passwords };
    const userIds = await enterPeople(joined, club, password);
    report(`${userIds.size} people have accounts.`);
    const head: UserActor = {
      type: 'user',
      user_id: idOf(userIds, headCoachOf(club).key),
      roles: ['user', 'coach'],
    };
    const org_id = await enterTeam(joined, club, head, (key) => idOf(userIds, key));
    const left = club.athletes.filter(({ member }) => member.left_at !== null).length;
    report(
      `${club.organization.org_name}: ${club.athletes.length} athletes, of whom ${left} has left; ${club.groups.length} groups.`,
    );
    await enterActivities(tx, club, (key) => idOf(userIds, key), report);
    const given = await enterPlans(joined, club, { org_id, head }, (key) => idOf(userIds, key));
    report(
      `${DEMO_PLANS.length} training plans for ${given} athletes; ${DEMO_WORKOUTS.length} workouts in the library.`,
    );
    return { org_id, head_coach_user_id: head.user_id, created_at: club.organization.created_at };
  });
}

async function waitForOtherFills(tx: Transaction): Promise<void> {
  // The other one may take longer than any ordinary statement.
  await tx.executeSql('SET LOCAL statement_timeout = 0');
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('sandbox.demo-club'), 0)`);
}

function idOf(userIds: ReadonlyMap<string, string>, key: string): string {
  const id = userIds.get(key);
  if (id === undefined) throw new Error(`Nobody in the demo club has the key ${key}.`);
  return id;
}
