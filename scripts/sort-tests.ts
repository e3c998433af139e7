import { importsOf, projectFiles } from './boundaries.ts';
import { statementsOfTests } from './statements-of-tests.ts';

/** Which test files import what their kind is known by, directly or through other files. */
export type SortedTests = {
  /** These start Chromium. */
  readonly browser: readonly string[];
  /** These open a database in their own process. */
  readonly database: readonly string[];
  /** These ask which engine they run on: they import it themselves. */
  readonly engine: readonly string[];
  /** Not of files but of statements: the keys of those that only tests ask. */
  readonly statements: readonly string[];
};

const KNOWN_BY = {
  browser: 'src/test/browser.ts',
  database: 'src/test/database.ts',
  engine: 'src/test/engine.ts',
};

/** `node scripts/sort-tests.ts`: the `SortedTests` of the project as JSON. */
const files = projectFiles();
const importers = Map.groupBy(importsOf(files), ({ to }) => to);
const sorted: SortedTests = {
  browser: testsThatReach(KNOWN_BY.browser),
  database: testsThatReach(KNOWN_BY.database),
  engine: tests((importers.get(KNOWN_BY.engine) ?? []).map(({ from }) => from)),
  statements: statementsOfTests(files),
};
console.log(JSON.stringify(sorted));

function testsThatReach(file: string): string[] {
  const reaching = new Set([file]);
  // What is added while it is walked is walked as well.
  for (const target of reaching) for (const { from } of importers.get(target) ?? []) reaching.add(from);
  return tests([...reaching]);
}

function tests(files: readonly string[]): string[] {
  return files.filter((file) => file.endsWith('.test.ts')).sort();
}
