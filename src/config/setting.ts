import type { InForce, SettingType } from './setting-types.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** A default that depends on earlier settings of the table; undefined where there is none. */
type Derived = { readonly says: string; readonly from: (inForce: InForce) => string | undefined };
type Unset = { readonly unset: string };
/** Without this setting its group is absent. */
type Required = { readonly required: true };

export type Setting<T> = {
  readonly name: string;
  readonly type: SettingType<T>;
  readonly byDefault: { readonly text: string } | Derived | Unset | Required;
  readonly about: string;
};

/** The value of each member; null where it is not given and has no default. */
type Values<Members> = {
  readonly [K in keyof Members]: Members[K] extends Setting<infer T>
    ? undefined extends T
      ? Exclude<T, undefined> | null
      : T
    : never;
};

/** Settings that belong together. The first one leads and is shown alone where the group is absent. */
type Group<Members> = {
  readonly members: Members;
  /** What applies where the group is absent. */
  readonly unset: string;
  /**
   * @param given the names of the given settings in table order
   * @throws Error of one line that names a setting, where they do not fit together
   */
  isThere(values: Values<Members>, given: readonly string[]): boolean;
};

type AnyMembers = Readonly<Record<string, Setting<unknown>>>;
type Entry = Setting<unknown> | Group<AnyMembers> | Settings;
/** A table of settings, by the names of their values. */
export type Settings = { readonly [key: string]: Entry };

/** What a table of settings is read into. */
export type ValuesOf<Table> =
  Table extends Setting<infer T>
    ? T
    : Table extends Group<infer Members>
      ? Values<Members> | undefined
      : { readonly [K in keyof Table]: ValuesOf<Table[K]> };

export const REQUIRED: Required = { required: true };
export const unset = (unset: string): Unset => ({ unset });

/** @param byDefault a text in the form of a given value */
export function setting<T>(
  name: string,
  type: SettingType<T>,
  byDefault: Unset,
  about: string,
): Setting<T | undefined>;
export function setting<T>(
  name: string,
  type: SettingType<T>,
  byDefault: string | Derived | Required,
  about: string,
): Setting<T>;
export function setting<T>(
  name: string,
  type: SettingType<T>,
  byDefault: string | Derived | Unset | Required,
  about: string,
): Setting<T | undefined> {
  return { name, type, byDefault: typeof byDefault === 'string' ? { text: byDefault } : byDefault, about };
}

/** @param isThere see `Group` */
export function group<const Members extends AnyMembers>(
  unset: string,
  members: Members,
  isThere: Group<Members>['isThere'],
): Group<Members> {
  return { unset, members, isThere };
}

/**
 * A group whose required settings are given together or not at all.
 * @param check throws where the values do not fit together
 */
export function allOrNone<const Members extends AnyMembers>(
  unset: string,
  members: Members,
  check: (values: Values<Members>) => void = () => undefined,
): Group<Members> {
  const all = Object.values(members);
  return group(unset, members, (values, given) => {
    const isGiven = ({ name }: Setting<unknown>): boolean => given.includes(name);
    const present = all.find(
      (one) => isGiven(one) && ('required' in one.byDefault || 'unset' in one.byDefault),
    );
    if (present === undefined) return false;
    const missing = all.find((one) => 'required' in one.byDefault && !isGiven(one));
    if (missing !== undefined) throw new Error(`${missing.name} must be set, because ${present.name} is.`);
    check(values);
    return true;
  });
}

const isSetting = (entry: Entry): entry is Setting<unknown> => 'byDefault' in entry;
const isGroup = (entry: Entry): entry is Group<AnyMembers> => 'isThere' in entry;

/**
 * Reads a table of settings, from the first one to the last.
 *
 * @throws Error of one line that names the first setting that is wrong, and says what it should be
 */
export function readSettings<Table extends Settings>(table: Table, env: Env): ValuesOf<Table> {
  const inForce: Record<string, string> = {};
  const given: string[] = [];
  const readOne = ({ name, type, byDefault }: Setting<unknown>): unknown => {
    const own = env[name]?.trim() ?? '';
    if (own !== '') given.push(name);
    const text = own === '' ? defaultText(byDefault, inForce) : own;
    if (text === undefined) return undefined;
    inForce[name] = text;
    return readValue(name, () => type.read(text, inForce), type.accepts);
  };
  const read = (entry: Entry): unknown => {
    if (isSetting(entry)) return readOne(entry);
    if (!isGroup(entry))
      return Object.fromEntries(Object.entries(entry).map(([key, inner]) => [key, read(inner)]));
    const values = Object.fromEntries(
      Object.entries(entry.members).map(([key, member]) => [key, readOne(member) ?? null]),
    );
    return entry.isThere(values, given) ? values : undefined;
  };
  return read(table) as ValuesOf<Table>;
}

function defaultText(byDefault: Setting<unknown>['byDefault'], inForce: InForce): string | undefined {
  if ('text' in byDefault) return byDefault.text;
  return 'from' in byDefault ? byDefault.from(inForce) : undefined;
}

function readValue<T>(name: string, read: () => T | undefined, accepts: string): T {
  let value: T | undefined;
  try {
    value = read();
  } catch (error) {
    throw new Error(`${name} ${error instanceof Error ? error.message : 'is not valid'}.`);
  }
  if (value === undefined) throw new Error(`${name} must be ${accepts}.`);
  return value;
}

/**
 * The effective settings by name, secrets masked.
 * @param dataDir replaces `DATA_DIR`
 */
export function showSettings(table: Settings, values: object, dataDir: string): Record<string, string> {
  const showUnset = (unset: string): string => unset.replace('DATA_DIR', dataDir);
  const showOne = ({ type, byDefault }: Setting<unknown>, value: unknown): string => {
    if (value !== undefined && value !== null) return type.show(value);
    return showUnset('unset' in byDefault ? byDefault.unset : 'none');
  };
  const show = (entry: Entry, value: unknown): [string, string][] => {
    if (isSetting(entry)) return [[entry.name, showOne(entry, value)]];
    const inner = Object.entries(isGroup(entry) ? entry.members : entry);
    if (isGroup(entry) && value === undefined)
      return Object.values(entry.members)
        .slice(0, 1)
        .map(({ name }) => [name, showUnset(entry.unset)]);
    const inside: Readonly<Record<string, unknown>> = { ...Object(value) };
    return inner.flatMap(([key, one]) => show(one, inside[key]));
  };
  return Object.fromEntries(show(table, values));
}

/** A setting for the documentation: in a group also what holds where the group is not there, and the setting that leads it. */
export type ListedSetting = Setting<unknown> & {
  readonly group?: { readonly unset: string; readonly lead: string };
};

export function listSettings(table: Settings): ListedSetting[] {
  return Object.values(table).flatMap((entry): ListedSetting[] => {
    if (isSetting(entry)) return [entry];
    if (!isGroup(entry)) return listSettings(entry);
    const members = Object.values(entry.members);
    const group = { unset: entry.unset, lead: members[0]?.name ?? '' };
    return members.map((member) => ({ ...member, group }));
  });
}
