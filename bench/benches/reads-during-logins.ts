import type { Bench } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage/companions.ts';
import { listPath } from '../stage/list-request.ts';
import { type PreparedClub, prepareClub } from '../stage/prepare-club.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const NAME = 'reads-during-logins';
const PEOPLE = 200;
const CONNECTIONS = 4;
const PASSWORD = 'Sakura-1964';

/** Lists while two hundred people sign in at once, over and over, against the same lists with nothing else to do. */
export const readsDuringLogins: Bench = {
  name: NAME,
  rows: [NAME],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
    const club = await prepareClub(env, { athletes: PEOPLE, activities_each: 500, password: PASSWORD });
    await settle(DATABASE_URL);
    const server = await startServerUnderTest(context, { env });
    const port = Number(new URL(server.url).port);
    const [reads, logins] = [await startLoadGenerator(context), await startLoadGenerator(context)];
    const measure_ms = context.quick ? 4_000 : 10_000;
    const list = async (): Promise<number> => {
      const { p50_ms, p95_ms, requests_per_s } = await readLists(reads, { port, club, measure_ms });
      context.log(
        `  ${requests_per_s.toFixed(0)} lists/s, p50 ${p50_ms.toFixed(2)} ms, p95 ${p95_ms.toFixed(2)} ms`,
      );
      return p95_ms;
    };
    const p95 = { idle: [] as number[], signing_in: [] as number[] };
    const rates: number[] = [];
    const rounds = context.quick ? 2 : 5;
    await list();
    for (let round = 1; round <= rounds; round++) {
      context.log(`round ${round}: idle, then ${PEOPLE} people signing in`);
      p95.idle.push(await list());
      // From before the lists until after them.
      const [signedIn, read] = await Promise.all([signIn(logins, { port, measure_ms }), list()]);
      p95.signing_in.push(read);
      rates.push(signedIn);
    }
    const [idle, signingIn] = [median(p95.idle), median(p95.signing_in)];
    return [
      measuredRow({
        name: NAME,
        value: signingIn / idle,
        unit: 'x',
        bar: { is: '<=', value: 3 },
        detail: `p95 ${signingIn.toFixed(2)} ms while ${PEOPLE} people sign in again and again (${median(rates).toFixed(0)} sign-ins/s), ${idle.toFixed(2)} ms idle; ${CONNECTIONS} connections read, medians of ${rounds} alternating rounds; load on core 1, else not pinned${context.quick ? '; quick' : ''}`,
      }),
    ];
  },
};

const WARM_UP_MS = 1_000;

async function readLists(
  load: LoadGenerator,
  { port, club, measure_ms }: { port: number; club: PreparedClub; measure_ms: number },
) {
  return await load.round({
    port,
    paths: club.athlete_ids.map(listPath),
    authorization: `Bearer ${club.api_key}`,
    connections: CONNECTIONS,
    warm_up_ms: WARM_UP_MS,
    measure_ms,
  });
}

/** @returns sign-ins a second */
async function signIn(
  load: LoadGenerator,
  { port, measure_ms }: { port: number; measure_ms: number },
): Promise<number> {
  const people = Array.from({ length: PEOPLE }, (_, index) => index + 1);
  const { requests_per_s } = await load.round({
    port,
    paths: people.map(() => '/api/v1/auth/login'),
    bodies: people.map((n) => JSON.stringify({ email: `athlete${n}@example.com`, password: PASSWORD })),
    connections: PEOPLE,
    warm_up_ms: WARM_UP_MS / 2,
    measure_ms: measure_ms + WARM_UP_MS,
  });
  return requests_per_s;
}
