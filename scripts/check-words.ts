import { readFileSync, writeFileSync } from 'node:fs';
import { askedKeys } from './asked-keys.ts';
import { isTest, projectFiles } from './boundaries.ts';
import { faultsOf, messageTypes, readCatalogs } from './words.ts';

/** Part of `npm run check`; with `--write` (`npm run words`) it writes the types of the texts first. */
const CATALOGS = 'src/words';
const TYPES = `${CATALOGS}/generated/messages.ts`;

const files = readCatalogs(CATALOGS);
const types = messageTypes(files);
if (process.argv.includes('--write')) writeFileSync(TYPES, types);

const rooms = [...new Set(files.map(({ room }) => room))];
const sources = projectFiles().filter(
  (file) => /^(?:src|sandbox)\//.test(file) && !isTest(file) && file !== TYPES,
);
const faults = faultsOf(files, askedKeys(sources, rooms));
if (readFileSync(TYPES, 'utf8').replaceAll('\r\n', '\n') !== types)
  faults.push(`${TYPES} is out of date: run npm run words`);
for (const fault of faults) console.error(`${fault}.`);
if (faults.length > 0) process.exit(1);
console.log(`The texts of ${rooms.length} rooms are whole in every language.`);
