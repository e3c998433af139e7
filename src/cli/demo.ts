import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type DemoAthlete, type DemoClub, demoClub, endOfClub } from '../../sandbox/demo-club/club.ts';
import { fillClub } from '../../sandbox/demo-club/fill-club.ts';
import type { Config } from '../config.ts';
import { type Deps, databaseOptions, openSecretBox } from '../deps.ts';
import { createPasswordHasher } from '../infra/crypto/passwords.ts';
import { type Database, openDatabase } from '../infra/db/database.ts';
import { createLogger } from '../infra/logger.ts';
import { listenError, startServer } from '../main.ts';
import { createExport, listExports, requesterOf } from '../modules/exports/index.ts';
import { findUserByEmail } from '../modules/users/index.ts';
import { DAY_MS, systemClock } from '../shared/time.ts';
import { type Announcer, createAnnouncer } from './announce.ts';
import { actorOfKey, findOrMakeDemoKey } from './demo-key.ts';
import { type PlayedPlatforms, playPlatforms, portsToPlay } from './demo-platforms.ts';
import { type DemoAccess, demoFacts, demoPeople, describeDemo } from './describe-demo.ts';
import { lookRequests } from './doctor/stored-checks.ts';
import { prepareWithoutServer } from './migrate.ts';
import { untilStopped } from './start.ts';
import { watchStopSignals } from './stop-signals.ts';
import { type StoppableIo, stoppable } from './stoppable.ts';
import type { CommandContext } from './terminal.ts';

const DEMO_PASSWORD = 'Demo-Club-1';
const SEED = 'demo';

/** `ekiden demo`: creates the demo club if it is missing and serves it, with a played Strava and Garmin, until told to stop. */
export async function demo(context: CommandContext): Promise<number> {
  const announcer = createAnnouncer(context);
  const { config: given } = context;
  const config: Config = { ...given, roles: ['api', 'worker'] };
  const logger = await createLogger(config.logLevel, config.logFormat);
  const { db, access, platforms, until } = await stoppable(context, async (io) => {
    await requireFreePorts(config);
    const dataDir = join(config.dataDir, 'db');
    if (config.databaseUrl === undefined && !existsSync(dataDir))
      announcer.step(`Setting up ${config.dataDir} …`);
    const db = await openDatabase({ ...databaseOptions(config), logger });
    const prepared = await prepareDemo(db, config, { announcer, logger, io }).catch(
      async (error: unknown) => {
        await db.close();
        throw error;
      },
    );
    return { db, ...prepared };
  });
  const signals = watchStopSignals();
  try {
    const server = await startServer(
      { ...config, platforms: platforms.settings },
      { db, logger, demo: demoPeople(access), requests: (deps) => lookRequests(config, deps) },
    );
    try {
      await platforms.meet(server);
      await exportLastWeek(server.deps, { api_key: access.api_key, until });
    } catch (error) {
      await server.stop();
      throw error;
    }
    announcer.ready(describeDemo(config, access), demoFacts(config, access));
    return await untilStopped(server, signals, config);
  } finally {
    await platforms.stop();
  }
}

async function prepareDemo(
  db: Database,
  config: Config,
  { announcer, logger, io }: { announcer: Announcer; logger: Logger; io: StoppableIo },
): Promise<{ access: DemoAccess; platforms: PlayedPlatforms; until: Date }> {
  await prepareWithoutServer(db, config, logger, io);
  const now = systemClock.now();
  const { dataDir: data_dir, mailFrom: mail_from, baseUrl, sourcePolicies } = config;
  const secretBox = await openSecretBox(config);
  const filled = await fillClub(
    { db, passwords: createPasswordHasher(), secretBox, baseUrl, sourcePolicies },
    demoClub({ seed: SEED, until: now }),
    { password: DEMO_PASSWORD, data_dir, mail_from, report: (line) => announcer.step(`  ${line}`), ...io },
  );
  io.signal.throwIfAborted();
  // As it was made, maybe some days ago: what the platforms tell of has to be what the club has.
  const until = endOfClub(filled);
  const club = demoClub({ seed: SEED, until });
  const api_key = await findOrMakeDemoKey({ db, clock: systemClock }, filled, config.dataDir);
  const { athlete, ...shown } = await exampleAthlete(db, club);
  const platforms = await playPlatforms(config, { club, athlete, until });
  const { org_id } = filled;
  const access = { club, org_id, api_key, password: DEMO_PASSWORD, athlete: shown, platforms };
  return { access, platforms, until };
}

async function exampleAthlete(
  db: Database,
  club: DemoClub,
): Promise<DemoAccess['athlete'] & { athlete: DemoAthlete }> {
  const shown = ({ privacy }: DemoAthlete): number => Object.values(privacy).filter(Boolean).length;
  const members = club.athletes.filter(({ member }) => member.left_at === null);
  const [athlete] = members.toSorted((one, other) => shown(other) - shown(one));
  const user = athlete === undefined ? null : await findUserByEmail(db, athlete.email);
  if (athlete === undefined || user === null)
    throw new Error('The demo club has lost its athletes: begin anew with an empty database.');
  return { email: user.email, user_id: user.user_id, athlete };
}

/** Checks the ports before the club is created, which takes a while; the server would notice only afterwards. */
async function requireFreePorts(config: Config): Promise<void> {
  const { host, port } = config;
  await requireFreePort({ host, port });
  for (const played of portsToPlay(config)) await requireFreePort({ host: '127.0.0.1', ...played });
}

async function requireFreePort(address: { host: string; port: number; setting?: string }): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenError(address, error)));
    probe.listen(address, () => probe.close(() => resolve()));
  });
}

/**
 * Exports the demo club's last week as its API key unless an export exists. The server's worker makes the archive because
 * it cannot be part of a transaction.
 */
export async function exportLastWeek(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'exportsPerHour'>,
  { api_key, until }: { readonly api_key: string; readonly until: Date },
): Promise<void> {
  const requester = requesterOf(await actorOfKey(deps, api_key));
  const { owner } = requester;
  if ((await listExports(deps, owner, { status: null, limit: 1, offset: 0, after: null })).length > 0) return;
  const start_date_ms = until.getTime() - 7 * DAY_MS;
  await createExport(deps, requester, {
    start_date_ms,
    end_date_ms: until.getTime(),
    format: 'csv',
    include: [],
    athlete_ids: null,
  });
}
