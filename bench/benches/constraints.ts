import { askForPlans } from '../../src/test/constraints/ask-for-plans.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { prepareRosters } from '../stage/prepare-rosters.ts';
import { freePort } from '../stage/process.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const ROWS = {
  broken: 'constraints-broken',
  unnamed: 'constraints-refused-without-name',
  made: 'constraints-made',
};
const SEED = 20_270_104;
const NONE = { is: '<=', value: 0 } as const;

/** Plans of random constraints over HTTP: each field is honoured in every week, or the request is refused with its name. */
export const constraints: Bench = {
  name: 'constraints',
  rows: Object.values(ROWS),
  run: async (context) => {
    const count = context.quick ? 500 : 10_000;
    const { made, refused, not_kept, broken, unnamed } = await askForPlans(await openClub(context), {
      count,
      seed: SEED,
    });
    const fields = Map.groupBy(
      broken.flatMap(({ all }) => [...new Set(all.map(({ field }) => field))]),
      (field) => field,
    );
    for (const { request, all } of broken.slice(0, 20))
      context.log(
        `${all[0]?.field} ${all[0]?.where}: ${JSON.stringify({ ...request, refined_draft: undefined })}`,
      );
    for (const { request, answer } of unnamed.slice(0, 20))
      context.log(`${answer.slice(0, 400)}: ${JSON.stringify({ ...request, refined_draft: undefined })}`);
    const notKept = [...Map.groupBy(not_kept, (path) => path)].map(([path, all]) => `${path} ${all.length}`);
    const of = `of ${count} random requests, seed ${SEED}`;
    const byField = [...fields].map(([field, plans]) => `${field} ${plans.length}`).join(', ');
    return [
      measuredRow({
        name: ROWS.broken,
        value: broken.length,
        unit: '',
        bar: NONE,
        detail: `plans that break a field, ${of}; ${byField || 'none'}`,
      }),
      measuredRow({
        name: ROWS.unnamed,
        value: unnamed.length,
        unit: '',
        bar: NONE,
        detail: `refusals that name no field, and failures, ${of}`,
      }),
      measuredRow({
        name: ROWS.made,
        value: made,
        unit: '',
        detail: `plans, ${refused} refused by name, ${of}; of those the engine could not keep ${not_kept.length}: ${notKept.join(', ')}`,
      }),
    ];
  },
};

/** A club with a coach. @returns what asks for a plan as that coach */
async function openClub(context: BenchContext): Promise<Parameters<typeof askForPlans>[0]> {
  const DATABASE_URL = await throwAwayDatabase(context);
  const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL, PORT: String(await freePort()) };
  const [club] = await prepareRosters(env, { clubs: [{ members: 1, groups: 1 }], others: 0, weeks: 1 });
  if (club === undefined) throw new Error('The club was not made.');
  await settle(DATABASE_URL);
  const server = await startServerUnderTest(context, { env });
  const headers = { authorization: `Bearer ${club.coach_token}`, 'content-type': 'application/json' };
  return async (request) => {
    const body = JSON.stringify({ org_id: club.org_id, ...request });
    const answer = await fetch(`${server.url}/api/v1/plans/generate`, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.json() };
  };
}
