import { globSync } from 'node:fs';
import { importsOf, isTest, violationsOf } from './boundaries.ts';

const files = globSync('{src,sandbox,bench,scripts}/**/*.ts').map((file) => file.replaceAll('\\', '/'));
const violations = violationsOf(importsOf(files.filter((file) => !isTest(file))));
for (const { from, line, to, why } of violations) console.error(`${from}:${line} imports ${to}: ${why}.`);
if (violations.length > 0) process.exit(1);
console.log(`The imports of ${files.length} files keep the direction of the house.`);
