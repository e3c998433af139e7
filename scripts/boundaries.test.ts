import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { importsOf, violationsOf } from './boundaries.ts';

const why = (from: string, to: string): string[] =>
  violationsOf([{ from, to, line: 1 }]).map((one) => one.why);

const ALLOWED: [from: string, to: string][] = [
  ['src/http/route.ts', 'src/infra/db/sql.ts'],
  ['src/modules/exports/run-export.ts', 'src/modules/activities/index.ts'],
  ['src/modules/groups/routes.ts', 'src/modules/groups/read-groups.ts'],
  ['src/modules/notifications/hear.ts', 'src/modules/exports/index.ts'],
  ['src/deps.ts', 'src/infra/db/database.ts'],
  ['src/infra/mail/compose-letter.ts', 'src/words/index.ts'],
  ['src/app.ts', 'src/modules/exports/index.ts'],
  ['src/cli/demo.ts', 'sandbox/demo-club/club.ts'],
  ['src/modules/users/users.test.ts', 'src/test/harness.ts'],
  ['src/first-leg.test.ts', 'sdk/src/index.ts'],
  ['sdk/src/client.ts', 'sdk/src/errors.ts'],
  ['sdk/src/client.test.ts', 'src/test/harness.ts'],
  ['scripts/sdk.ts', 'sdk/scripts/developer-api-types.ts'],
];

const FORBIDDEN: [from: string, to: string, why: RegExp][] = [
  ['src/shared/ids.ts', 'src/infra/db/sql.ts', /shared may not import infra/],
  ['src/training/vdot.ts', 'src/words/index.ts', /training may not import words/],
  ['src/privacy/ceiling.ts', 'src/training/vdot.ts', /privacy may not import training/],
  ['src/infra/db/sql.ts', 'src/http/route.ts', /infra may not import http/],
  ['src/modules/users/index.ts', 'src/app.ts', /modules may not import app/],
  ['src/modules/users/index.ts', 'src/modules/exports/index.ts', /users may not import exports/],
  ['src/modules/plans/queries.ts', 'src/modules/calendars/index.ts', /plans may not import calendars/],
  ['src/modules/groups/index.ts', 'src/modules/api-keys/index.ts', /groups may not import api-keys/],
  ['src/modules/exports/index.ts', 'src/modules/activities/queries.ts', /only through its index/],
  ['src/modules/exports/index.ts', 'src/modules/notifications/index.ts', /may not import notifications/],
  ['src/modules/groups/policy.ts', 'src/modules/groups/queries.ts', /policy.ts may not import queries.ts/],
  ['src/modules/groups/create-group.ts', 'src/modules/groups/routes.ts', /knows no routes/],
  ['src/modules/sessions/remind.ts', 'src/modules/sessions/routes/answers.ts', /knows no routes/],
  ['src/http/route.ts', 'sandbox/demo-club/club.ts', /src may not import sandbox/],
  ['src/deps.ts', 'src/modules/users/index.ts', /deps may not import modules/],
  ['sdk/src/client.ts', 'src/shared/errors.ts', /the SDK may not import src/],
  ['sdk/src/client.ts', 'sdk/test/scripted-server.ts', /the SDK may not import sdk.test/],
  ['src/cli/demo.ts', 'sdk/src/index.ts', /the server may not import its own client/],
];

test('imports that follow the house pass', () => {
  for (const [from, to] of ALLOWED) assert.deepEqual(why(from, to), [], `${from} → ${to}`);
});

test('imports against the house are named with the reason', () => {
  for (const [from, to, reason] of FORBIDDEN) assert.match(why(from, to).join(), reason, `${from} → ${to}`);
});

test('a circle is found, however long', () => {
  const ring = ['a', 'b', 'c'].map((name) => `src/shared/${name}.ts`);
  const imports = ring.map((from, index) => ({ from, to: ring[(index + 1) % ring.length] ?? '', line: 1 }));
  assert.deepEqual(
    violationsOf(imports).map((one) => one.why),
    [`a circle: ${[...ring, ring[0]].join(' → ')}`],
  );
});

test('static, type, re-exported and dynamic imports are all seen', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ekiden-imports-'));
  try {
    const file = path.join(folder, 'a.ts');
    writeFileSync(
      file,
      [
        "import type { T } from './types.ts';",
        "import { v } from './value.ts';",
        "export { w } from './exported.ts';",
        "export * from './all.ts';",
        "import 'node:fs';",
        "const d = await import('./dynamic.ts');",
        "import './effect.ts';",
      ].join('\n'),
    );
    const names = importsOf([file]).map(({ to, line }) => `${path.basename(to)}:${line}`);
    assert.deepEqual(names.sort(), [
      'all.ts:4',
      'dynamic.ts:6',
      'effect.ts:7',
      'exported.ts:3',
      'types.ts:1',
      'value.ts:2',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
