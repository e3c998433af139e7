import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { keysOfStatement } from './note-statements.ts';

const IS_OF_TESTS = /\.test\.ts$|^src\/test\//;
const STATEMENT = /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TRUNCATE)\b/;

/** The keys of the statements that stand in tests, and nowhere in what they test: with these a test prepares or looks. */
export function statementsOfTests(files: readonly string[]): string[] {
  const [tests, others] = [new Set<string>(), new Set<string>()];
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    if (!STATEMENT.test(source)) continue;
    const into = IS_OF_TESTS.test(file) ? tests : others;
    for (const text of textsOf(parseSync(file, source).program))
      if (STATEMENT.test(text)) for (const key of keysOfStatement(text)) into.add(key);
  }
  return [...tests.difference(others)];
}

/** Every literal, and every template as if a value stood in each of its places. */
function textsOf(value: unknown, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const one of value) textsOf(one, found);
  else if (typeof value === 'object' && value !== null) {
    const { type, value: literal, quasis } = value as { type?: string; value?: unknown; quasis?: unknown };
    if (type === 'Literal' && typeof literal === 'string') found.push(literal);
    if (type === 'TemplateLiteral')
      found.push((quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('$1'));
    for (const held of Object.values(value)) if (typeof held === 'object') textsOf(held, found);
  }
  return found;
}
