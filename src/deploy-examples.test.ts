import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service, ServiceAccount } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { listSettings } from './config/setting.ts';
import { SETTINGS } from './config/settings.ts';

const ROOT = path.join(import.meta.dirname, '..');
const run = promisify(execFile);
const read = (file: string): Promise<string> => readFile(path.join(ROOT, file), 'utf8');
const missing = (program: string): string | false =>
  existsSync(path.join('/usr/bin', program)) ? false : `${program} is not installed`;

/** Variables of other programs in the same files. */
const NOT_OURS = new Set(['SITE', 'S3_HOST', 'ROOT_ACCESS_KEY', 'ROOT_SECRET_KEY']);
const isSetting = (name: string): boolean =>
  NOT_OURS.has(name) ||
  name.startsWith('POSTGRES_') ||
  listSettings(SETTINGS).some((setting) => [setting.name, `${setting.name}_FILE`].includes(name));

type Compose = {
  readonly services: Record<string, { readonly environment?: Record<string, string> }>;
};

for (const file of ['compose.yaml', 'compose.full.yaml']) {
  test(`${file} is what docker-compose takes, and sets what the server knows`, {
    skip: missing('docker-compose'),
  }, async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const env = {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      SITE: 'run.example.org',
      S3_HOST: 'files.example.org',
    };
    await cp(path.join(ROOT, 'deploy'), path.join(folder, 'deploy'), { recursive: true });
    await cp(path.join(ROOT, file), path.join(folder, file));
    await run('sh', [path.join(folder, 'deploy/compose/secrets.sh')], { env });
    const { stdout } = await run('docker-compose', ['-f', path.join(folder, file), 'config'], { env });
    const { services } = parse(stdout) as Compose;
    const set = Object.values(services).flatMap(({ environment = {} }) => Object.keys(environment));
    assert.ok(set.length > 3);
    assert.deepEqual(
      set.filter((name) => !isSetting(name)),
      [],
    );
    const wrong = path.join(folder, 'wrong.yaml');
    await writeFile(wrong, stdout.replace('services:', 'servces:'));
    await assert.rejects(run('docker-compose', ['-f', wrong, 'config'], { env }), /servces/);
  });
}

const KINDS = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
} as const;

test('the Kubernetes manifests follow the schemas of Kubernetes and set what the server knows', async () => {
  const documents = parseAllDocuments(await read('deploy/kubernetes.yaml')).map((one) => one.toJS());
  assert.deepEqual(new Set(documents.map(({ kind }: { kind: string }) => kind)), new Set(Object.keys(KINDS)));
  for (const document of documents) {
    const known = new KINDS[document.kind as keyof typeof KINDS](document);
    assert.equal(known.apiVersion, document.apiVersion);
    known.validate();
    assert.throws(() =>
      new Deployment({ ...document, kind: 'Deployment', spec: { replicas: 'two' } }).validate(),
    );
  }
  const deployments = documents.filter(({ kind }) => kind === 'Deployment');
  const names = [
    ...documents.filter(({ kind }) => kind === 'ConfigMap').flatMap(({ data }) => Object.keys(data)),
    ...deployments.flatMap(({ spec }) =>
      spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name),
    ),
  ];
  assert.deepEqual(
    names.filter((name) => !isSetting(name)),
    [],
  );
  for (const { spec } of deployments) {
    const [container] = spec.template.spec.containers;
    assert.equal(container.livenessProbe.httpGet.path, '/healthz');
    assert.equal(container.readinessProbe.httpGet.path, '/readyz');
    assert.equal(container.securityContext.readOnlyRootFilesystem, true);
  }
});

test('the systemd unit is what systemd takes, and leaves the process little', {
  skip: missing('systemd-analyze'),
}, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const unit = path.join(folder, 'ekiden.service');
  // This path has a Node on every machine that runs the test.
  const text = (await read('deploy/ekiden.service')).replace(
    '/opt/ekiden/node_modules/.bin/node',
    process.execPath,
  );
  await writeFile(unit, text);
  const { stderr } = await run('systemd-analyze', ['verify', '--recursive-errors=no', unit]);
  assert.equal(stderr, '');
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
  assert.match(stdout, /Overall exposure level/);
  await writeFile(unit, text.replace(/^(?:Protect|Restrict|Private).*\n/gm, ''));
  await assert.rejects(run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]));
});

test('the Caddyfile before several nodes is what Caddy takes', { skip: missing('caddy') }, async () => {
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: tmpdir(),
    SITE: 'run.example.org',
    S3_HOST: 'files.example.org',
  };
  const file = path.join(ROOT, 'deploy/compose/Caddyfile');
  const { stdout } = await run('caddy', ['adapt', '--config', file, '--adapter', 'caddyfile'], { env });
  assert.match(stdout, /run\.example\.org.*api-1:4000|api-1:4000.*run\.example\.org/);
});
