import { readFileSync, writeFileSync } from 'node:fs';
import { askedKeys } from './asked-keys.ts';
import { isTest, projectFiles } from './boundaries.ts';
import { faultsOf, messageTypes, readCatalogs } from './words.ts';

/** Part of `npm run check`; with `--write` (`npm run words`) it writes the types of the texts first. */
const PARTS = [
  { folder: 'src/words', sources: /^(?:src|sandbox)\// },
  { folder: 'console/src/words', sources: /^console\/src\// },
];

const faults = PARTS.flatMap(({ folder, sources }) => {
  const types_file = `${folder}/generated/messages.ts`;
  const files = readCatalogs(folder);
  const types = messageTypes(files);
  if (process.argv.includes('--write')) writeFileSync(types_file, types);
  const rooms = [...new Set(files.map(({ room }) => room))];
  const code = [...projectFiles(), ...projectFiles('.tsx')].filter(
    (file) => sources.test(file) && !isTest(file) && file !== types_file,
  );
  const isOld = readFileSync(types_file, 'utf8').replaceAll('\r\n', '\n') !== types;
  return [
    ...faultsOf(files, askedKeys(code, rooms)),
    ...(isOld ? [`${types_file} is out of date: run npm run words`] : []),
  ];
});
for (const fault of faults) console.error(`${fault}.`);
if (faults.length > 0) process.exit(1);
console.log('The texts of the server and the console are whole in every language.');
