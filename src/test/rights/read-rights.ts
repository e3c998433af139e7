import assert from 'node:assert/strict';
import { SCOPES, type Scope } from '../../shared/access.ts';

/** Who asks, in the order of the table. */
export const ACTORS = [
  'nobody',
  'stranger',
  'member',
  'left',
  'suspended',
  'assistant',
  'admin',
  'head',
  'elsewhere',
  'platform',
  'key',
  'narrow',
  'foreign',
  'app',
] as const;
export type ActorName = (typeof ACTORS)[number];

const OUTCOMES = ['ok', 'public', '401', '403', '404', '409'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** One line of the table. */
export type Right = {
  /** As it stands there, with whom it is about. */
  readonly label: string;
  readonly operation_id: string;
  readonly scopes: readonly Scope[];
  readonly outcomes: Readonly<Record<ActorName, Outcome>>;
};

/** Takes the table apart: a column for everybody who asks, and on each line something for each of them. */
export function readRights(table: string): Right[] {
  const [header = '', ...lines] = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  assert.deepEqual(header.split(/ +/), ['operation', ...ACTORS, 'scope']);
  return lines.map((line) => {
    const [label = '', ...cells] = line.split(/ +/);
    assert.equal(cells.length, ACTORS.length + 1, `${label} says something of everybody, and the scopes`);
    const outcomes = Object.fromEntries(ACTORS.map((actor, index) => [actor, outcomeOf(cells[index], line)]));
    return {
      label,
      operation_id: label.replace(/\(.*/, ''),
      scopes: scopesOf(cells.at(-1) ?? ''),
      outcomes: outcomes as Record<ActorName, Outcome>,
    };
  });
}

function outcomeOf(cell: string | undefined, line: string): Outcome {
  const outcome = OUTCOMES.find((known) => known === cell);
  assert.ok(outcome !== undefined, `${cell} is none of ${OUTCOMES.join(', ')}: ${line}`);
  return outcome;
}

/** None for an operation that no key opens. */
function scopesOf(cell: string): readonly Scope[] {
  if (cell === '-') return [];
  const scopes = cell === 'all' ? SCOPES : SCOPES.filter((scope) => cell.split(',').includes(scope));
  assert.ok(scopes.length > 0, `${cell} is no scope`);
  return scopes;
}
