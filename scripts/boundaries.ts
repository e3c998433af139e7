import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

export type Import = { from: string; to: string; line: number };
export type Violation = Import & { why: string };

/** Layers from the bottom up; a layer may import itself and what its list names. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  words: ['shared'],
  training: ['shared'],
  privacy: ['shared'],
  infra: ['shared', 'words', 'training', 'privacy'],
  http: ['shared', 'words', 'training', 'privacy', 'infra'],
  modules: ['shared', 'words', 'training', 'privacy', 'infra', 'http'],
  config: ['shared', 'privacy'],
  deps: ['shared', 'training', 'privacy', 'infra', 'config'],
  'comment-subjects': ['modules'],
  'health-checks': ['shared', 'http', 'deps'],
  app: [
    'shared',
    'training',
    'privacy',
    'infra',
    'http',
    'modules',
    'deps',
    'comment-subjects',
    'health-checks',
  ],
  worker: ['shared', 'training', 'privacy', 'infra', 'modules', 'deps', 'comment-subjects'],
};

/** A module may import those before it in this order, but none of its own rank. */
const MODULE_RANKS: readonly (readonly string[])[] = [
  ['users'],
  ['quotas'],
  ['audit'],
  ['accounts', 'organizations'],
  ['groups', 'api-keys', 'invitations'],
  ['activities'],
  ['planning', 'roster-metrics'],
  ['races'],
  ['availability'],
  ['integrations', 'plans', 'summaries', 'exports'],
  ['calendars'],
  ['feedback', 'sessions'],
  ['messages'],
  ['changes', 'triage'],
  ['developer-api', 'personal-data', 'platform-admin', 'privacy-preview', 'reviews'],
];

/** Listeners: they hear events of any module and nobody imports them. */
const LISTENERS: readonly string[] = ['notifications'];

/** Files of one module that form a chain: who may import whom inside it. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  'policy.ts': ['queries.ts', 'routes.ts', 'present.ts', 'contract.ts'],
  'queries.ts': ['routes.ts', 'present.ts', 'contract.ts', 'policy.ts'],
};

/** All TypeScript of the project whose name ends like this. */
export function projectFiles(ending = '.ts'): string[] {
  const files = globSync(`{src,sandbox,bench,scripts,sdk,console}/**/*${ending}`, {
    exclude: ['**/node_modules', 'sdk/dist', 'console/dist'],
  });
  return files.map((file) => file.replaceAll('\\', '/')).sort();
}

/** The files' imports that stay inside the project, type imports included. */
export function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const { module } = parseSync(file, source);
    const statics = [
      ...module.staticImports,
      ...module.staticExports.flatMap(({ entries }) => entries),
    ].flatMap((entry) => ('moduleRequest' in entry && entry.moduleRequest ? [entry.moduleRequest] : []));
    const targets = [
      ...statics.map(({ value, start }) => ({ value, start })),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
        value: source.slice(start + 1, end - 1),
        start,
      })),
    ];
    return targets
      .filter(({ value }) => value.startsWith('.'))
      .map(({ value, start }) => ({
        from: file,
        to: normalize(join(dirname(file), value)).replaceAll('\\', '/'),
        line: source.slice(0, start).split('\n').length,
      }));
  });
}

/** Every import that goes against the direction of the house, and every circle. */
export function violationsOf(imports: readonly Import[]): Violation[] {
  const wrong = imports.flatMap((one) => {
    const why = whyForbidden(one.from, one.to);
    return why === null ? [] : [{ ...one, why }];
  });
  return [...wrong, ...cycles(imports)];
}

function whyForbidden(from: string, to: string): string | null {
  if (from.startsWith('sdk/src/') && !to.startsWith('sdk/src/') && !isTest(from))
    return `the SDK may not import ${to}: it is published by itself`;
  if (from.startsWith('console/src/') && !to.startsWith('console/src/') && !isTest(from))
    return `the console knows the server only through its client: it may not import ${to}`;
  if (from.startsWith('src/') && to.startsWith('sdk/') && !isTest(from))
    return 'the server may not import its own client';
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  if (fromLayer === null) return null;
  if (toLayer === null)
    return to.startsWith('src/') ? `${fromLayer} may not import ${to}` : `src may not import ${to}`;
  if (fromLayer !== toLayer && !LAYERS[fromLayer]?.includes(toLayer))
    return `${fromLayer} may not import ${toLayer}`;
  const target = moduleOf(to);
  if (target === null || target.name === moduleOf(from)?.name) return whyForbiddenInside(from, to);
  if (target.file !== 'index.ts') return `a module is reached only through its index.ts`;
  const origin = moduleOf(from);
  return origin === null || mayReach(origin.name, target.name)
    ? null
    : `${origin.name} may not import ${target.name}`;
}

function whyForbiddenInside(from: string, to: string): string | null {
  const [origin, target] = [moduleOf(from), moduleOf(to)];
  if (origin === null) return null;
  if (target !== null && INSIDE[origin.file]?.includes(target.file))
    return `${origin.file} may not import ${target.file}`;
  const wire =
    origin.file.startsWith('routes') || ['contract.ts', 'index.ts', 'present.ts'].includes(origin.file);
  return !wire && target?.file.startsWith('routes') ? 'a use case knows no routes' : null;
}

function mayReach(from: string, to: string): boolean {
  if (LISTENERS.includes(to)) return false;
  if (LISTENERS.includes(from)) return true;
  const rank = (name: string): number => MODULE_RANKS.findIndex((names) => names.includes(name));
  return rank(to) >= 0 && rank(to) < rank(from);
}

/** The layer a file of the server belongs to; null for tests, tools, entry points and everything outside `src/`. */
function layerOf(file: string): string | null {
  if (isTest(file)) return null;
  const [, folder, bare] = /^src\/(?:([^/]+)\/|([^/]+)\.ts$)/.exec(file) ?? [];
  const name = folder ?? bare;
  return name !== undefined && name in LAYERS ? name : null;
}

/** Tests and the tools of tests may reach anything. */
export function isTest(file: string): boolean {
  return (
    /\.test\.tsx?$/.test(file) ||
    file.startsWith('src/test/') ||
    file.startsWith('sdk/test/') ||
    file.startsWith('console/test/')
  );
}

function moduleOf(file: string): { name: string; file: string } | null {
  const [, name, inside] = /^src\/modules\/([^/]+)\/(.+)$/.exec(file) ?? [];
  return name === undefined || inside === undefined ? null : { name, file: inside };
}

/** One violation a circle of files, by depth-first search. */
function cycles(imports: readonly Import[]): Violation[] {
  const edges = Map.groupBy(imports, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const found: Violation[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    state.set(file, 'open');
    for (const edge of edges.get(file) ?? []) {
      if (state.get(edge.to) === 'open') {
        const circle = [...path.slice(path.indexOf(edge.to)), edge.to];
        found.push({ ...edge, why: `a circle: ${circle.join(' → ')}` });
      } else if (!state.has(edge.to)) visit(edge.to, [...path, edge.to]);
    }
    state.set(file, 'done');
  };
  for (const file of edges.keys()) if (!state.has(file)) visit(file, [file]);
  return found;
}
