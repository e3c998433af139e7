import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/** A key as the code writes it, or a template of keys, of which an expression stands for one name between dots or a part of it. */
export type AskedKey = {
  /** As it stands there, with … for an expression. */
  readonly text: string;
  readonly pattern: RegExp;
  readonly file: string;
  readonly line: number;
  /** Whether it is handed to `phrase`, `say` or `sayInTurn`: then it must be a key, whatever it looks like. */
  readonly is_said: boolean;
};

/** Functions that are asked for a text. */
const SAY: ReadonlySet<string> = new Set(['phrase', 'say', 'sayInTurn']);
/** The one that is asked for one of several, by what their keys have before their number. */
const SAY_IN_TURN = 'sayInTurn';

type Node = { readonly type: string; readonly start: number; readonly [field: string]: unknown };

/**
 * Every key that the files ask for: whatever is written like one of a room, and whatever is handed to a function that says it.
 *
 * @param rooms the first names of keys
 */
export function askedKeys(files: readonly string[], rooms: readonly string[]): AskedKey[] {
  const mark = new RegExp(`['"\`](?:${rooms.join('|')})\\.|\\b(?:${[...SAY].join('|')})\\(`);
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    if (!mark.test(source)) return [];
    const nodes = [...nodesOf(parseSync(file, source).program)];
    const said = new Map(nodes.flatMap(saidBy));
    return nodes.flatMap((node) => {
      const parts = partsOf(node);
      const is_said = said.has(node);
      const isOfRoom = rooms.some((room) => parts?.[0]?.startsWith(`${room}.`));
      if (parts === null || !parts.join('').includes('.') || !(is_said || isOfRoom)) return [];
      const number = said.get(node) === SAY_IN_TURN ? '\\.\\d+' : '';
      const pattern = new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[^.]+')}${number}$`);
      const line = source.slice(0, node.start).split('\n').length;
      return [{ text: parts.join('…'), pattern, file, line, is_said }];
    });
  });
}

/** The keys that a call hands to a function that says them, each with the name of the function. */
function saidBy(node: Node): [key: Node, by: string][] {
  const by = isNode(node.callee) ? String(node.callee.name) : '';
  if (!SAY.has(by) || !Array.isArray(node.arguments)) return [];
  return node.arguments.flatMap(keysWithin).map((key) => [key, by]);
}

/** A key that is handed over, or the two of a choice; not what is in a call or an object within. */
function keysWithin(argument: unknown): Node[] {
  if (!isNode(argument)) return [];
  if (argument.type === 'ConditionalExpression')
    return [...keysWithin(argument.consequent), ...keysWithin(argument.alternate)];
  return partsOf(argument) === null ? [] : [argument];
}

/** What a literal or a template has between its expressions; null for anything else. */
function partsOf(node: Node): string[] | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : null;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  return node.quasis.map((quasi: { value: { cooked: string } }) => quasi.value.cooked);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** All nodes of a tree, each before what it holds. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  if (!isNode(value)) return;
  yield value;
  for (const held of Object.values(value)) if (typeof held === 'object') yield* nodesOf(held);
}
