import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../shared/time.ts';
import { freePort } from './free-port.ts';
import { until } from './server-process.ts';

/** As a balancer's look at `/readyz`; a node goes on answering for longer than it takes. */
const LOOK_MS = 100;
const STOP_DELAY_S = 1;

export type RollingOutcome = {
  readonly answered: number;
  /** What did not succeed, in words. */
  readonly failures: readonly string[];
  /** How many each run of a node answered, in order: none means that nothing was sent there. */
  readonly shares: readonly number[];
};

type Node = {
  readonly root: string;
  readonly port: number;
  child: ChildProcess;
  isReady: boolean;
  isOut: boolean;
  answered: number;
};

/**
 * Two real servers over one database behind a balancer that sends each request to the next one that is ready, and tries nothing
 * twice. While clients ask without a pause, each server is stopped and started anew from another folder, one after the other.
 *
 * @param options.roots the folders of the program before and after
 * @param options.requests what each client asks in turn; whatever is not 2xx is a failure
 */
export async function rollingUpgrade(options: {
  readonly env: Readonly<Record<string, string>>;
  readonly roots: readonly [before: string, after: string];
  readonly clients: number;
  readonly rounds: number;
  readonly signIn: { readonly email: string; readonly password: string };
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: unknown }[];
}): Promise<RollingOutcome> {
  const { env, roots, requests } = options;
  const [before, after] = roots;
  const nodes: Node[] = [];
  const shares: number[] = [];
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;

  const begin = async (root: string, port: number): Promise<Node> => {
    const child = spawn(process.execPath, [path.join(root, 'src/cli.mjs'), 'start'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: root,
      env: {
        ...process.env,
        LOG_LEVEL: 'fatal',
        ...env,
        PORT: String(port),
        STOP_DELAY_SECONDS: String(STOP_DELAY_S),
      },
    });
    const node: Node = { root, port, child, isReady: false, isOut: false, answered: 0 };
    nodes.push(node);
    await until('a node is ready', async () => {
      if (child.exitCode !== null)
        throw new Error(`A node ended with ${child.exitCode} before it was ready.`);
      node.isReady = await looksReady(port);
      return node.isReady;
    });
    return node;
  };

  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const balancer = createServer((incoming, outgoing) => {
    const ready = nodes.filter(({ isReady, isOut }) => isReady && !isOut);
    const node = ready[turn++ % ready.length];
    if (node === undefined) {
      outgoing.writeHead(502).end('no node is ready');
      return;
    }
    const { method, url, headers } = incoming;
    const upstream = ask({ agent, port: node.port, method, path: url, headers }, (answer) => {
      node.answered += 1;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', (error) => outgoing.writeHead(502).end(`${error.message} from port ${node.port}`));
    incoming.pipe(upstream);
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const address = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;

  const look = (async () => {
    while (!isOver) {
      await Promise.all(
        nodes.map(async (node) => {
          node.isReady = await looksReady(node.port);
        }),
      );
      await sleep(LOOK_MS);
    }
  })();
  const signIn = async (): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(options.signIn) };
    const answer = await fetch(`${address}/api/v1/auth/login`, init);
    const said = await answer.text();
    if (!answer.ok) throw new Error(`Signing in answers ${answer.status}: ${said}`);
    return JSON.parse(said).access_token;
  };
  const client = async (number: number, headers: Record<string, string>): Promise<void> => {
    for (let index = number; !isOver; index += 1) {
      const { path: asked, method, body } = requests[index % requests.length] as (typeof requests)[number];
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      try {
        const answer = await fetch(`${address}${asked}`, init);
        const said = await answer.text();
        if (answer.ok) answered += 1;
        else failures.push(`${answer.status} of ${init.method} ${asked}: ${said.slice(0, 200)}`);
      } catch (error) {
        failures.push(`${init.method} ${asked}: ${String(error)}`);
      }
    }
  };

  let asking: Promise<unknown> = Promise.resolve();
  try {
    const [one, other] = [await freePort(), await freePort()];
    await Promise.all([begin(before, one), begin(before, other)]);
    const headers = { authorization: `Bearer ${await signIn()}`, 'content-type': 'application/json' };
    asking = Promise.all(Array.from({ length: options.clients }, (_, number) => client(number, headers)));
    for (let round = 0; round < options.rounds; round += 1) {
      for (const port of [one, other]) {
        const former = nodes.find((node) => node.port === port) as Node;
        if (former.root !== after) {
          // It may not know of STOP_DELAY_SECONDS: then the balancer is told.
          former.isOut = true;
          await sleep(STOP_DELAY_S * SECOND_MS);
        }
        former.child.kill('SIGTERM');
        if (former.child.exitCode === null) await once(former.child, 'exit');
        if (former.child.exitCode !== 0) failures.push(`A node ended with ${former.child.exitCode}.`);
        nodes.splice(nodes.indexOf(former), 1);
        shares.push(former.answered);
        await begin(after, port);
      }
    }
    await sleep(2 * LOOK_MS);
    shares.push(...nodes.map((node) => node.answered));
  } finally {
    isOver = true;
    await Promise.allSettled([asking, look]);
    for (const { child } of nodes) child.kill('SIGKILL');
    agent.destroy();
    balancer.close();
    balancer.closeAllConnections();
  }
  return { answered, failures, shares };
}

async function looksReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
