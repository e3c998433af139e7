import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { type DemoAthlete, type DemoClub, demoClub } from '../../sandbox/demo-club/club.ts';
import { fillClub } from '../../sandbox/demo-club/fill-club.ts';
import type { Config } from '../config.ts';
import { createPasswordHasher } from '../infra/crypto/passwords.ts';
import { type Database, openDatabase } from '../infra/db/database.ts';
import { migrate } from '../infra/db/migrate.ts';
import { listenError, MIGRATIONS, startServer } from '../main.ts';
import { findUserByEmail } from '../modules/users/index.ts';
import { systemClock } from '../shared/time.ts';
import { findOrMakeDemoKey } from './demo-key.ts';
import { type DemoAccess, describeDemo } from './describe-demo.ts';
import { untilStopped } from './start.ts';
import type { CommandContext } from './terminal.ts';

/** Everybody in the demo has it: what they do is invented. */
const DEMO_PASSWORD = 'Demo-Club-1';

/** `ekiden demo`: fills the invented club in where it is not, and serves it until told to stop. */
export async function demo({ config: given, print }: CommandContext): Promise<number> {
  // The exports of the demo need the worker, whatever this node is otherwise for.
  const config: Config = { ...given, roles: ['api', 'worker'] };
  await requireFreePort(config);
  const dataDir = join(config.dataDir, 'db');
  if (config.databaseUrl === undefined && !existsSync(dataDir)) print(`Setting up ${config.dataDir} …`);
  const logger = pino({ level: config.logLevel });
  const db = await openDatabase({ url: config.databaseUrl, dataDir, logger });
  const access = await prepareDemo(db, config, print).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const server = await startServer(config, { db, logger });
  print(describeDemo(config, access));
  return await untilStopped(server);
}

async function prepareDemo(
  db: Database,
  config: Config,
  print: CommandContext['print'],
): Promise<DemoAccess> {
  await migrate(db, MIGRATIONS);
  const club = demoClub({ seed: 'demo', until: systemClock.now() });
  const filled = await fillClub({ db, passwords: createPasswordHasher() }, club, {
    password: DEMO_PASSWORD,
    report: (line) => print(`  ${line}`),
  });
  const api_key = await findOrMakeDemoKey({ db, clock: systemClock }, filled, config.dataDir);
  return { club, api_key, password: DEMO_PASSWORD, athlete: await exampleAthlete(db, club) };
}

/** The member who shows the most of what they do. */
async function exampleAthlete(db: Database, club: DemoClub): Promise<DemoAccess['athlete']> {
  const shown = ({ privacy }: DemoAthlete): number => Object.values(privacy).filter(Boolean).length;
  const members = club.athletes.filter(({ member }) => member.left_at === null);
  const [most] = members.toSorted((one, other) => shown(other) - shown(one));
  const user = most === undefined ? null : await findUserByEmail(db, most.email);
  if (user === null)
    throw new Error('The demo club has lost its athletes: begin anew with an empty database.');
  return { email: user.email, user_id: user.user_id };
}

/** Before the club is filled in, which takes its time. The server would notice only afterwards. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenError({ host, port }, error)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}
