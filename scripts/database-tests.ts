import { importsOf, projectFiles } from './boundaries.ts';

/** `node scripts/database-tests.ts`: the tests that reach the database harness, directly or through other files, as JSON. */
const edges = Map.groupBy(importsOf(projectFiles()), ({ from }) => from);

console.log(JSON.stringify(projectFiles('.test.ts').filter((file) => reaches(file, new Set()))));

function reaches(file: string, seen: Set<string>): boolean {
  if (file === 'src/test/database.ts') return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return (edges.get(file) ?? []).some(({ to }) => reaches(to, seen));
}
