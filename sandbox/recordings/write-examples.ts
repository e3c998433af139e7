import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleSimulation } from './example-simulation.ts';
import { steadyRun, tempoRun } from './plan-session.ts';
import { simulateActivity } from './simulate-activity.ts';
import { writeFit } from './write-fit.ts';
import { writeGpx } from './write-gpx.ts';
import { writeTcx } from './write-tcx.ts';

/** `npm run recordings -- FOLDER`: three invented runs, one in each format, to upload when trying things out. */
const [folder = '.'] = process.argv.slice(2);

const easy = exampleSimulation(steadyRun(8_000), { route: 1 });
const tempo = exampleSimulation(tempoRun({ warm_up_m: 2_000, minutes: 20, cool_down_m: 1_500 }), {
  name: 'Tempo run',
  start: new Date('2026-03-31T17:30:00Z'),
  route: 2,
});
const trail = exampleSimulation(steadyRun(12_000, { trail: true }), {
  name: 'Hills',
  start: new Date('2026-04-04T08:00:00Z'),
  route: 3,
});

const files: readonly (readonly [name: string, content: Uint8Array | string])[] = [
  ['easy-run.fit', writeFit([simulateActivity(easy)])],
  ['tempo-run.tcx', writeTcx(simulateActivity(tempo))],
  ['trail-run.gpx', writeGpx(simulateActivity(trail))],
];

await mkdir(folder, { recursive: true });
for (const [name, content] of files) {
  await writeFile(join(folder, name), content);
  console.log(join(folder, name));
}
