import { join } from 'node:path';
import { pino } from 'pino';
import type { Deps } from '../../src/deps.ts';
import type { Database, Transaction } from '../../src/infra/db/database.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { openRateLimiter } from '../../src/infra/rate-limit/index.ts';
import { systemClock } from '../../src/shared/time.ts';
import { type DemoClub, endOfClub } from './club.ts';
import { enterActivities, type FillProgress } from './enter-activities.ts';
import { enterDays, enterFeedback } from './enter-days.ts';
import { enterNews, NEWS_MS } from './enter-news.ts';
import { enterPeople, enterTeam } from './enter-people.ts';
import { enterPlans } from './enter-plans.ts';
import { enterSessions } from './enter-sessions.ts';
import { enterWords } from './enter-words.ts';
import { enter } from './entering.ts';
import { type FilledClub, findClub, hasUsers, headCoachOf } from './find-club.ts';
import { type HeldOutgoing, holdOutgoing } from './hold-outgoing.ts';
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
  mail_from: string;
  /** Told what is being done, a line at a time. */
  report: (line: string) => void;
  /** Told how far the longest part is, the activities. */
  progress?: FillProgress;
  /** Ends it; then nothing is in the database. */
  signal?: AbortSignal;
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
  { password, data_dir, report: tell, progress, signal }: FillOptions,
): Promise<FilledClub> {
  const { organization, athletes, groups } = club;
  const report = (line: string): void => {
    signal?.throwIfAborted();
    tell(line);
  };
  report(`Making ${organization.org_name}, once; it takes some seconds.`);
  const userIds = await enterPeople(deps, club, password);
  report(`${userIds.size} people have accounts.`);
  const rateLimiter = await openRateLimiter({ url: undefined, clock: systemClock, logger: deps.logger });
  const entering = enter({ tx, deps: { ...deps, rateLimiter }, club, days, userIds });
  const head = entering.actorOf(headCoachOf(club).key, 'coach');
  const team = await enterTeam(entering, head);
  const left = athletes.filter(({ member }) => member.left_at !== null).length;
  report(
    `${organization.org_name}: ${athletes.length} athletes, of whom ${left} has left; ${groups.length} groups.`,
  );
  const count = await enterActivities(entering, { progress, signal });
  report(`${count.toLocaleString('en')} activities of ${athletes.length} athletes.`);
  const { plans, given, workouts } = await enterPlans(entering, team);
  report(`${plans} training plans for ${given} athletes; ${workouts} workouts in the library.`);
  const races = await enterDays(entering);
  report(`Days on which athletes cannot train, what hurts, and ${races} races of their calendars.`);
  report(`${await enterFeedback(entering)} times somebody said how a workout was.`);
  const sessions = await enterSessions(entering, team);
  const words = await enterWords(entering, team);
  report(`${sessions} club sessions; ${words} comments, messages and notes of coaches.`);
  await enterNews(entering, await depsOfDays(days, outgoing, deps), team);
  report(`${outgoing.count()} mails and pushes of the last week, in ${join(data_dir, 'outbox')}.`);
  const { created_at } = organization;
  return { org_id: team.org_id, head_coach_user_id: head.user_id, created_at };
}

async function waitForOtherFills(tx: Transaction): Promise<void> {
  // The other one may take longer than any ordinary statement.
  await tx.executeSql('SET LOCAL statement_timeout = 0');
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('sandbox.demo-club'), 0)`);
}

/**
 * A transaction in the place of the database: use cases, which begin transactions of their own, become parts of this
 * one. An error of one of them must end the whole, since what it did is not undone by itself.
 */
function joinTransaction(db: Database, tx: Transaction): Database {
  const refuse = (): never => {
    throw new Error('Not inside a transaction.');
  };
  return {
    query: tx.query,
    one: tx.one,
    maybeOne: tx.maybeOne,
    execute: tx.execute,
    executeSql: tx.executeSql,
    engine: db.engine,
    url: db.url,
    holdFiles: null,
    transaction: (work) => work(tx),
    ping: refuse,
    watchPool: refuse,
    isDead: () => db.isDead(),
    close: refuse,
  };
}
