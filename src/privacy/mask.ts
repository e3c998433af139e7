import type { PrivacySetting, PrivacySettings } from './settings.ts';

/** All names of one kind, parted into what an audience sees and what it does not; both in the order of declaration. */
export type Split<Name extends string> = {
  readonly shown: readonly Name[];
  readonly hidden: readonly Name[];
};

export function split<Name extends string>(
  names: readonly Name[],
  isShown: (name: Name) => boolean,
): Split<Name> {
  return { shown: names.filter(isShown), hidden: names.filter((name) => !isShown(name)) };
}

/** Whether every named setting is on. Anything but `true`, a missing key included, counts as off. */
export function allOn(settings: PrivacySettings, needed: readonly PrivacySetting[]): boolean {
  return needed.every((setting) => settings[setting] === true);
}

/** A new object with the named members that `from` has, and nothing else. */
export function pick<T extends object, Name extends string>(
  from: T,
  names: readonly Name[],
): Partial<Pick<T, Name & keyof T>> {
  const picked: Partial<Record<string, unknown>> = {};
  for (const name of names) if (Object.hasOwn(from, name)) picked[name] = from[name as Name & keyof T];
  return picked as Partial<Pick<T, Name & keyof T>>;
}

/** The keys of a table, which TypeScript would widen to `string`. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table) as Name[];
}
