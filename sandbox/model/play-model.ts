import { parseArgs } from 'node:util';
import { OBEDIENT } from './obedient-model.ts';
import { startModel } from './start-model.ts';

/** `node sandbox/model/play-model.ts [--port 11435]`: a model that does as it is told, for trying a server without a real one. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '11435' } } });
const model = await startModel({ port: Number(values.port), api_key: null });
model.answerAlways(OBEDIENT);
const settings = Object.entries(model.env()).map(([name, value]) => `${name}=${value}`);
console.log(
  `The stand-in for models listens. Start a server with\n\n  ${settings.join(' ')} npm start\n\nStop with Ctrl+C.`,
);
