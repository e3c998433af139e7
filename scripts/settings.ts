import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ListedSetting, listSettings } from '../src/config/setting.ts';
import { SETTINGS } from '../src/config/settings.ts';

/** `npm run settings`: writes the table of settings into the documentation. */
const PAGE = join(import.meta.dirname, '../docs/self-hosting.md');
const [BEGIN, END] = ['<!-- settings: npm run settings -->\n', '<!-- /settings -->\n'];

/** The page with the table as the code has it, between the two comments. */
export function withSettings(page: string): string {
  const [before, rest, ...more] = page.split(BEGIN);
  const [, after, ...others] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined || more.length + others.length > 0)
    throw new Error(`${PAGE} must have the line ${BEGIN.trim()} and, after it, ${END.trim()}, once each.`);
  const rows = listSettings(SETTINGS).map(row);
  return [
    before,
    BEGIN,
    ['| variable | value | default | meaning |', '|---|---|---|---|', ...rows, ''].join('\n'),
    END,
    after,
  ].join('');
}

function row(setting: ListedSetting): string {
  const { name, type, about } = setting;
  const value = plain(type.secret === true ? `${type.accepts} (secret)` : type.accepts);
  return `| \`${name}\` | ${value} | ${defaultOf(setting)} | ${about} |`;
}

function defaultOf({ name, byDefault, group }: ListedSetting): string {
  if ('text' in byDefault) return byDefault.text === '' ? 'none' : `\`${byDefault.text}\``;
  if ('says' in byDefault) return byDefault.says;
  if ('unset' in byDefault) return plain(byDefault.unset);
  return group === undefined || group.lead === name
    ? plain(group?.unset ?? '')
    : `required with \`${group.lead}\``;
}

/** Without what Markdown would take for its own. */
function plain(text: string): string {
  return text.replace(/[*_<>|[\]]/g, '\\$&');
}

export const readPage = (): string => readFileSync(PAGE, 'utf8');

if (import.meta.main) {
  writeFileSync(PAGE, withSettings(readPage()));
  console.log('Written: docs/self-hosting.md');
}
