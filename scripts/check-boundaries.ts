import { importsOf, isTest, projectFiles, violationsOf } from './boundaries.ts';

const files = projectFiles();
const violations = violationsOf(importsOf(files.filter((file) => !isTest(file))));
for (const { from, line, to, why } of violations) console.error(`${from}:${line} imports ${to}: ${why}.`);
if (violations.length > 0) process.exit(1);
console.log(`The imports of ${files.length} files keep the direction of the house.`);
