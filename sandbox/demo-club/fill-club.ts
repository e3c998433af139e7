import { join } from 'node:path';
import { pino } from 'pino';
import type { Deps } from '../../src/deps.ts';
import type { UserActor } from '../../src/http/actor.ts';
import type { Transaction } from '../../src/infra/db/database.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { openRateLimiter } from '../../src/infra/rate-limit/index.ts';
import { systemClock } from '../../src/shared/time.ts';
import { type DemoClub, endOfClub } from './club.ts';
import { enterActivities } from './enter-activities.ts';
import { enterDays } from './enter-days.ts';
import { enterFeedback } from './enter-feedback.ts';
import { enterNews, NEWS_MS } from './enter-news.ts';
import { enterPeople } from './enter-people.ts';
import { enterPlans } from './enter-plans.ts';
import { enterSessions } from './enter-sessions.ts';
import { enterTeam } from './enter-team.ts';
import { enterWords } from './enter-words.ts';
import { type FilledClub, findClub, hasUsers, headCoachOf } from './find-club.ts';
import { type HeldOutgoing, holdOutgoing } from './hold-outgoing.ts';
import { joinTransaction } from './join-transaction.ts';
import { DEMO_PLANS, DEMO_WORKOUTS } from './plans.ts';
import { type PlayedDays, playDays } from './play-days.ts';
import { depsOfDays } from './work-of-days.ts';

type FillDeps = Pick<Deps, 'db' | 'passwords' | 'secretBox' | 'sourcePolicies' | 'baseUrl'>;

type Filling = {
  readonly deps: FillDeps & Pick<Deps, 'logger'>;
  readonly days: PlayedDays;
  readonly outgoing: HeldOutgoing;
  readonly club: DemoClub;
};

type FillOptions = {
  /** The password of everybody in the club. */
  password: string;
  /** Of the server, in whose outbox lies what has gone out to the club's people. */
  data_dir: string;
  /** Who the mails are from. */
  mail_from: string;
  /** Told what is being done, a line at a time. */
  report: (line: string) => void;
};

/**
 * Puts the club into a database through the modules' use cases, dated to when it would have happened, all in one
 * transaction: a fill that is interrupted leaves nothing, and the next one starts anew. What went out is in the outbox once it is
 * committed. Does nothing where the club is already; of two that fill at once, one waits for the other.
 *
 * @throws Error when the database has users who are not of the club: nobody fills production by accident.
 */
export async function fillClub(deps: FillDeps, club: DemoClub, options: FillOptions): Promise<FilledClub> {
  const { db } = deps;
  const existing = await findClub(db, club);
  if (existing !== null) return existing;
  const until = endOfClub(club.organization);
  const logger = pino({ level: 'error' });
  const days = playDays({ from: new Date(until.getTime() - NEWS_MS), until, logger });
  const { data_dir, mail_from: from } = options;
  const outgoing = holdOutgoing({ data_dir, from, clock: days.clock, logger });
  const filled = await db.transaction(async (tx) => {
    await waitForOtherFills(tx);
    const meanwhile = await findClub(tx, club);
    if (meanwhile !== null) return meanwhile;
    if (await hasUsers(tx)) {
      throw new Error(
        'This database has users already, so the demo club is not filled in. Point DATABASE_URL to an empty database, or DATA_DIR to an empty directory.',
      );
    }
    const joined = { ...deps, db: joinTransaction(db, tx), logger };
    return await enterClub(tx, { deps: joined, days, outgoing, club }, options);
  });
  await outgoing.write();
  return filled;
}

async function enterClub(
  tx: Transaction,
  { deps, days, outgoing, club }: Filling,
  { password, data_dir, report }: FillOptions,
): Promise<FilledClub> {
  report(`Making ${club.organization.org_name}, once; it takes some seconds.`);
  const userIds = await enterPeople(deps, club, password);
  const userIdOf = (key: string): string => idOf(userIds, key);
  report(`${userIds.size} people have accounts.`);
  const head: UserActor = {
    type: 'user',
    user_id: userIdOf(headCoachOf(club).key),
    roles: ['user', 'coach'],
  };
  const { db } = deps;
  const rateLimiter = await openRateLimiter({ url: undefined, clock: systemClock, logger: deps.logger });
  const org_id = await enterTeam({ db, days, rateLimiter }, club, head, userIdOf);
  const left = club.athletes.filter(({ member }) => member.left_at !== null).length;
  report(
    `${club.organization.org_name}: ${club.athletes.length} athletes, of whom ${left} has left; ${club.groups.length} groups.`,
  );
  await enterActivities(tx, club, { days, userIdOf, report });
  const given = await enterPlans({ db, days }, club, { org_id, head }, userIdOf);
  report(
    `${DEMO_PLANS.length} training plans for ${given} athletes; ${DEMO_WORKOUTS.length} workouts in the library.`,
  );
  const races = await enterDays(tx, db, club, userIdOf);
  report(`Days on which athletes cannot train, what hurts, and ${races} races of their calendars.`);
  report(`${await enterFeedback(deps, club, userIdOf)} times somebody said how a workout was.`);
  const meetings = await enterSessions({ db, days }, club, { org_id, head }, userIdOf);
  const words = await enterWords({ ...deps, rateLimiter }, club, { org_id, head }, userIdOf);
  report(`${meetings} club sessions; ${words} comments, messages and notes of coaches.`);
  await enterNews(
    { deps: await depsOfDays(days, { ...deps, outgoing }), days, club, userIdOf },
    { org_id, head },
  );
  report(`${outgoing.count()} mails and pushes of the last week, in ${join(data_dir, 'outbox')}.`);
  return { org_id, head_coach_user_id: head.user_id, created_at: club.organization.created_at };
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
