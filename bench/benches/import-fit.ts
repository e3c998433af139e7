import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Bench, MissingError } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { startFitDecoder } from '../stage/companions.ts';
import { prepareClub } from '../stage/prepare-club.ts';
import { freePort, ROOT } from '../stage/process.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { throwAwayFolder } from '../stage/throw-away.ts';

/** Where the recordings lie that the project reads but never holds. */
const RECORDINGS = join(ROOT, '../shared/data/fit');
const NAME = 'fit-import-vs-decoder';

/** An athlete's history is uploaded several files at a time: while one is stored, the next is read. */
const IN_FLIGHT = 4;

type Recording = { path: string; name: string; bytes: Buffer<ArrayBuffer> };

/** Uploading every FIT file against decoding them and nothing else. */
export const importFit: Bench = {
  name: 'import-fit',
  rows: [NAME],
  run: async (context) => {
    const recordings = readRecordings();
    const port = String(await freePort());
    const env = { DATA_DIR: await throwAwayFolder(context), PORT: port };
    const rounds = context.quick ? 2 : 5;
    // The same file again is no import, so each round has an athlete of its own.
    const athletes = rounds + 1;
    const club = await prepareClub(env, { athletes, activities_each: 1, tokens: athletes });
    const server = await startServerUnderTest(context, { env });
    const decoder = await startFitDecoder(
      context,
      recordings.map(({ path }) => path),
    );
    const seconds = { ekiden: [] as number[], decoder: [] as number[] };
    let imported = 0;
    for (const [round, token] of club.access_tokens.entries()) {
      const decoded_s = await decoder.round();
      const uploaded = await uploadAll(server.url, token, recordings);
      imported = uploaded.imported;
      context.log(
        `round ${round}${round === 0 ? ' (warm-up)' : ''}: decoder ${decoded_s.toFixed(2)} s, import ${uploaded.seconds.toFixed(2)} s`,
      );
      if (round === 0) continue;
      seconds.decoder.push(decoded_s);
      seconds.ekiden.push(uploaded.seconds);
    }
    const perSecond = (all: readonly number[]): number => recordings.length / median(all);
    const [ekiden, bare] = [perSecond(seconds.ekiden), perSecond(seconds.decoder)];
    return [
      measuredRow({
        name: NAME,
        value: ekiden / bare,
        unit: 'x',
        bar: { is: '>=', value: 0.5 },
        detail: `${recordings.length} FIT files (${imported} imported, the others refused) uploaded over HTTP, ${IN_FLIGHT} in flight, embedded database, fsync on: ${ekiden.toFixed(1)} files/s against ${bare.toFixed(1)} of @garmin/fitsdk alone; ${rounds} alternating rounds, medians${context.quick ? '; quick' : ''}`,
      }),
    ];
  },
};

function readRecordings(): Recording[] {
  const paths = existsSync(RECORDINGS) ? globSync(join(RECORDINGS, '*.{fit,FIT}')).sort() : [];
  if (paths.length === 0) throw new MissingError('there are no recordings in ../shared/data/fit');
  return paths.map((path) => ({ path, name: basename(path), bytes: Buffer.from(readFileSync(path)) }));
}

async function uploadAll(
  url: string,
  token: string,
  recordings: readonly Recording[],
): Promise<{ seconds: number; imported: number }> {
  let imported = 0;
  const queue = recordings.values();
  const started = performance.now();
  const work = async (): Promise<void> => {
    for (const recording of queue) if (await upload(url, token, recording)) imported += 1;
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return { seconds: (performance.now() - started) / 1000, imported };
}

/** Whether the file was imported; false when it was refused as no recording. */
async function upload(url: string, token: string, { name, bytes }: Recording): Promise<boolean> {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  const response = await fetch(`${url}/api/v1/activities/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const answer = await response.text();
  if (response.status === 201) return true;
  if (response.status === 400) return false;
  throw new Error(`${name} was answered with ${response.status}: ${answer}`);
}
