import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { type LoadGenerator, SERVER_CORE, startLoadGenerator } from '../stage/companions.ts';
import { prepareClub } from '../stage/prepare-club.ts';
import { freePort, PINNING } from '../stage/process.ts';
import { type ServerUnderTest, startServerUnderTest } from '../stage/server.ts';
import { throwAwayFolder } from '../stage/throw-away.ts';

const ALONE = 'activity-streams-vs-read';
const TOGETHER = 'activity-streams-vs-read-together';
const CONNECTIONS = 8;
const SLOWER = 1.5;
/** An hour, a sample a second. */
const SAMPLES = 3_600;

/** The samples of an hour against the activity itself, on the embedded database. */
export const activityStreams: Bench = {
  name: 'activity-streams',
  rows: [ALONE, TOGETHER],
  run: async (context) => {
    const stage = await openStage(context);
    const load = await startLoadGenerator(context);
    return [await compare(context, stage, load, 1), await compare(context, stage, load, CONNECTIONS)];
  },
};

type Stage = {
  readonly server: ServerUnderTest;
  readonly token: string;
  readonly path: string;
  /** Of the answer with the samples. */
  readonly bytes: number;
};

async function openStage(context: BenchContext): Promise<Stage> {
  // Access tokens name the address.
  const env = { DATA_DIR: await throwAwayFolder(context), PORT: String(await freePort()) };
  const { access_tokens } = await prepareClub(env, { athletes: 1, activities_each: 1, tokens: 1 });
  const server = await startServerUnderTest(context, { env, core: SERVER_CORE });
  const [token = ''] = access_tokens;
  const headers = { authorization: `Bearer ${token}` };
  const body = new FormData();
  body.set('file', hourOfRunning(), 'run.gpx');
  const uploaded = await fetch(`${server.url}/api/v1/activities/upload`, { method: 'POST', headers, body });
  const text = await uploaded.text();
  if (uploaded.status !== 201) throw new Error(`The upload was answered ${uploaded.status}: ${text}`);
  const { data } = JSON.parse(text) as { data: { activities: readonly { id: string }[] } };
  const path = `/api/v1/activities/${data.activities[0]?.id}`;
  const streams = await fetch(`${server.url}${path}/streams`, { headers });
  const bytes = (await streams.arrayBuffer()).byteLength;
  if (streams.status !== 200 || bytes < 100_000)
    throw new Error(`The samples were answered ${streams.status}, ${bytes} bytes.`);
  return { server, token, path, bytes };
}

/** With a heart rate and a way that are none of a pattern, as sensors have them. */
function hourOfRunning(): Blob {
  const start = Date.UTC(2026, 5, 1, 5);
  let [lat, lon, heart] = [46.5, 15.6, 120];
  const points = Array.from({ length: SAMPLES }, (_, second) => {
    const turn = Math.sin(second * 12.9898) * 43_758.5453;
    const noise = turn - Math.floor(turn);
    lat += 2e-5 + noise * 1e-5;
    lon += noise * 2e-5;
    heart = Math.max(110, Math.min(185, heart + Math.round(noise * 4 - 1.95)));
    const time = new Date(start + second * 1_000).toISOString();
    const elevation = (270 + 20 * Math.sin(second / 300) + noise).toFixed(1);
    const extension = `<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>${heart}</gpxtpx:hr><gpxtpx:cad>${84 + Math.round(noise * 6)}</gpxtpx:cad></gpxtpx:TrackPointExtension></extensions>`;
    return `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><ele>${elevation}</ele><time>${time}</time>${extension}</trkpt>`;
  });
  return new Blob([
    `<gpx creator="bench" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><type>running</type><trkseg>${points.join('')}</trkseg></trk></gpx>`,
  ]);
}

async function compare(
  context: BenchContext,
  { server, token, path, bytes }: Stage,
  load: LoadGenerator,
  connections: number,
): Promise<Row> {
  const p50 = { streams: [] as number[], read: [] as number[] };
  const rounds = context.quick ? 3 : 9;
  for (let round = 0; round <= rounds; round++) {
    for (const asked of round % 2 === 0 ? (['streams', 'read'] as const) : (['read', 'streams'] as const)) {
      const { p50_ms } = await load.round({
        port: Number(new URL(server.url).port),
        paths: [asked === 'streams' ? `${path}/streams` : path],
        authorization: `Bearer ${token}`,
        connections,
        warm_up_ms: round === 0 ? 3_000 : 300,
        measure_ms: context.quick ? 1_500 : 2_500,
      });
      // The first round is a warm-up.
      if (round > 0) p50[asked].push(p50_ms);
    }
    const [streams, read] = [p50.streams.at(-1), p50.read.at(-1)];
    if (round > 0)
      context.log(
        `round ${round}, ${connections} connections: streams p50 ${streams?.toFixed(2)} ms, activity ${read?.toFixed(2)} ms`,
      );
  }
  const [streams, read] = [median(p50.streams), median(p50.read)];
  return measuredRow({
    name: connections === 1 ? ALONE : TOGETHER,
    value: streams / read,
    unit: 'x',
    bar: { is: '<=', value: SLOWER },
    detail: `p50 ${streams.toFixed(2)} ms for ${(bytes / 1_000).toFixed(0)} kB of samples, ${read.toFixed(2)} ms for the activity; embedded database; ${connections} connections, medians of ${rounds} alternating rounds; ${PINNING}${context.quick ? '; quick' : ''}`,
  });
}
