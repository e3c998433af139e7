/** Random reads: of every operation that the served OpenAPI documents have, so that a new one is asked without being listed here. */
import type { SeededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import { DAY_MS } from '../../shared/time.ts';
import { type Call, type LeakStage, succeed } from './client.ts';
import {
  type Asker,
  type Club,
  coaches,
  type KeyAsker,
  type Person,
  relationOf,
  type World,
} from './model.ts';
import type { Door } from './oracle.ts';

type Json = { readonly [key: string]: unknown };
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Json;
};
export type Operation = {
  readonly surface: '/api/v1' | '/developer/v1';
  readonly operation_id: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
};

/** Every GET of both documents, and the documents. */
export async function readDocuments(
  stage: LeakStage,
): Promise<{ operations: readonly Operation[]; documents: string }> {
  const found: Operation[] = [];
  let documents = '';
  for (const surface of ['/api/v1', '/developer/v1'] as const) {
    const call = { method: 'GET', path: `${surface}/openapi.json` };
    const document = await succeed(stage, { kind: 'nobody' }, call);
    documents += JSON.stringify(document);
    const at = (node: { $ref?: string }): Json => resolved(document, node) as Json;
    for (const [path, item] of Object.entries<{ get?: Json }>(document.paths)) {
      if (item.get === undefined) continue;
      const parameters = ((item.get.parameters ?? []) as { $ref?: string }[]).map((one) => {
        const parameter = at(one) as Parameter;
        return { ...parameter, schema: at(parameter.schema) };
      });
      found.push({ surface, operation_id: String(item.get.operationId), path, parameters });
    }
  }
  return { operations: found, documents };
}

function resolved(document: object, node: { $ref?: string }): unknown {
  if (node.$ref === undefined) return node;
  const steps = node.$ref.slice('#/'.length).split('/');
  return steps.reduce<unknown>((found, step) => Reflect.get(Object(found), step), document);
}

/** Streams that stay open, and addresses that lead to a platform. */
const LEFT_OUT = ['finishConnectingStrava', 'finishConnectingGarmin', 'confirmStravaSubscription'];

/** What is asked more often than the rest: whatever an athlete or a club is named in. */
const NAMING = /athlete_id|user_id|activity_id|org_id|plan_id/;
const isReport = ({ parameters }: Operation): boolean => parameters.some(({ name }) => NAMING.test(name));

export type Ask = {
  readonly asker: Asker;
  readonly call: Call;
  readonly door: Door;
};
export type Focus = {
  readonly club: Club | null;
  readonly person: Person | null;
  /** Keys that have just ended: whether they have is asked with them. */
  readonly ended?: readonly KeyAsker[];
};

export function createAsks(world: World, operations: readonly Operation[], random: SeededRandom, now: Date) {
  const choices = operations
    .filter(({ operation_id }) => !LEFT_OUT.includes(operation_id))
    .flatMap((operation) => {
      const weight = isReport(operation) ? 3 : 1;
      return Array.from({ length: weight }, () => operation);
    }) as [Operation, ...Operation[]];
  const forKeys = choices.filter(({ surface }) => surface === '/developer/v1') as typeof choices;
  const report = choices.filter(isReport) as [Operation, ...Operation[]];
  const askers = everybody(world);
  const anyClub = (): Club => random.pick(world.clubs as [Club, ...Club[]]);
  const anyPerson = (): Person => random.pick(world.people as [Person, ...Person[]]);

  /** Somebody who is likely to see something there, or anybody at all. */
  const drawAsker = ({ club, person }: { club: Club; person: Person }, { surface }: Operation): Asker => {
    if (random.chance(0.15)) return { kind: 'person', person };
    if (random.chance(0.35)) return random.pick(askers() as [Asker, ...Asker[]]);
    const keys = club.keys.map(
      (key): Asker => ({ kind: 'key', key, club, as: random.pick(['bearer', 'header']) }),
    );
    const team = world.people
      .filter((one) => coaches(club, one))
      .map((one): Asker => ({ kind: 'person', person: one }));
    const isKey = surface === '/developer/v1' || random.chance(0.2);
    return random.pick((isKey ? keys : team) as [Asker, ...Asker[]]);
  };

  const drawValue = (
    operation: Operation,
    { name, schema }: Parameter,
    { club, person }: { club: Club; person: Person },
  ): string => {
    const ids = (): string[] => world.clubs.flatMap((one) => one.ids[name] ?? []);
    const some = (list: readonly string[]): string =>
      list.length === 0 ? person.user_id : random.pick(list as [string, ...string[]]);
    if (name === 'org_id') return club.org_id;
    if (name === 'user_id' || name === 'athlete_id' || name === 'coach_id') return person.user_id;
    if (name === 'activity_id' || name === 'record_id') return some(person.activities.map(({ id }) => id));
    if (name in club.ids) return some(random.chance(0.7) ? (club.ids[name] ?? []) : ids());
    return plainValue(random, schema, now, operation.operation_id.length);
  };

  const fill = (operation: Operation, place: { club: Club; person: Person }): Pick<Ask, 'call' | 'door'> => {
    const { parameters, surface } = operation;
    const filled = parameters
      .filter((one) => one.in === 'path')
      .reduce(
        (path, one) => path.replace(`{${one.name}}`, encodeURIComponent(drawValue(operation, one, place))),
        operation.path,
      );
    const query = parameters
      .filter((one) => one.in === 'query' && (one.required === true || random.chance(0.3)))
      .map((one) => `${one.name}=${encodeURIComponent(drawValue(operation, one, place))}`);
    const path = `${surface}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
    const club =
      operation.path.includes('{org_id}') || query.some((one) => one.startsWith('org_id='))
        ? place.club
        : null;
    return {
      call: { method: 'GET', path },
      door: { surface, operation_id: operation.operation_id, club },
    };
  };

  /** On the API of keys, about a member of its club. */
  const ofKey = (asker: KeyAsker): Ask => {
    const { club } = asker;
    const members = world.people.filter((person) => relationOf(club, person).is_member);
    const person = random.pick([anyPerson(), ...members]);
    return { asker, ...fill(random.pick(forKeys), { club, person }) };
  };

  return {
    /** @param focus what somebody has just changed: asked about at once */
    any: (focus: Focus | null): Ask => {
      const [key, ...keys] = focus?.ended ?? [];
      if (key !== undefined) return ofKey(random.pick([key, ...keys]));
      const operation = random.pick(focus === null ? choices : report);
      const place = { club: focus?.club ?? anyClub(), person: focus?.person ?? anyPerson() };
      // What belongs together finds most; what does not has to find nothing.
      const other = random.chance(0.15) ? { club: anyClub(), person: anyPerson() } : place;
      return { asker: drawAsker(place, operation), ...fill(operation, other) };
    },
    /** A draft or a plan for an athlete, with everything that the engine makes of what it knows of them. */
    plan: (focus: Focus | null): Ask => {
      const club = focus?.club ?? anyClub();
      const athlete = focus?.person ?? anyPerson();
      const path = `/api/v1/plans/${random.pick(['draft', 'draft/stream', 'generate', 'generate/stream', 'generate/stream/batch'])}`;
      const team = world.people.filter((person) => coaches(club, person));
      const person = random.pick([anyPerson(), ...team]);
      const draft = '## Week 1: Base\n\n- Monday: easy run, 30 minutes\n- Thursday: easy run, 40 minutes\n';
      const body = {
        org_id: club.org_id,
        athlete_id: athlete.user_id,
        weeks: 1,
        experience_level: 'intermediate',
        ...(path.includes('generate') ? { refined_draft: draft } : {}),
      };
      return {
        asker: { kind: 'person', person },
        call: { method: 'POST', path, body },
        door: { surface: '/api/v1', operation_id: 'plan', club },
      };
    },
    /** One that has been made before, by its link of then; null where there is none. */
    oldArchive: (): Ask | null => {
      const club = anyClub();
      const [archive] = club.archives.filter(() => random.chance(0.5));
      if (archive === undefined) return null;
      const { key, link } = archive;
      return {
        asker: { kind: 'key', key, club, as: 'bearer' },
        call: { method: 'GET', path: link },
        door: { surface: '/developer/v1', operation_id: 'old archive', club: null },
      };
    },
    /** An archive of a club. */
    archive: (): Ask => {
      const club = anyClub();
      const live = club.keys.filter(({ state, scopes }) => state === 'live' && scopes.includes('admin'));
      const key = random.pick(
        (live.length === 0 ? club.keys : live) as [Club['keys'][number], ...Club['keys']],
      );
      const body = { format: random.pick(['csv', 'json', 'both']) };
      return {
        asker: { kind: 'key', key, club, as: 'bearer' },
        call: { method: 'POST', path: '/developer/v1/exports', body },
        door: { surface: '/developer/v1', operation_id: 'archive', club: null },
      };
    },
  };
}

/** Every kind of credential there is in the world at the moment. */
function everybody(world: World): () => Asker[] {
  return () => [
    { kind: 'nobody' },
    { kind: 'app' },
    { kind: 'invalid', token: 'ek_notAKeyOfAnybodyAtAll0123456789' },
    { kind: 'invalid', token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' },
    ...world.people.flatMap((person): Asker[] => [
      { kind: 'person', person },
      ...person.old_tokens.map((token) => ({ kind: 'invalid' as const, token })),
    ]),
    ...world.clubs.flatMap((club) =>
      club.keys.flatMap((key): Asker[] => [
        { kind: 'key', key, club, as: 'bearer' },
        { kind: 'key', key, club, as: 'header' },
      ]),
    ),
  ];
}

function plainValue(random: SeededRandom, schema: Json, now: Date, salt: number): string {
  const choices = schema.enum as [string, ...string[]] | undefined;
  if (choices !== undefined) return String(random.pick(choices));
  const type = [schema.type].flat()[0];
  if (type === 'boolean') return String(random.chance(0.7));
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 1e15 } = schema as { minimum?: number; maximum?: number };
    // A page, or a moment of the last weeks.
    if (maximum > 1e9) return String(now.getTime() - random.integer(0, 40) * DAY_MS);
    return String(random.chance(0.6) ? maximum : random.integer(minimum, Math.min(maximum, minimum + 5)));
  }
  if (String(schema.pattern ?? '').includes('-') || schema.format === 'date')
    return new Date(now.getTime() - random.integer(0, 30) * DAY_MS).toISOString().slice(0, 10);
  const [example] = (schema.examples ?? []) as unknown[];
  return String(example ?? `a${salt}`);
}
