import { resolve } from 'node:path';

/** The texts of the settings read so far, given or default, by name. */
export type InForce = Readonly<Record<string, string>>;

/** How the value of a setting is written. */
export type SettingType<T> = {
  /** Completes "must be …" in messages and in the documentation. */
  readonly accepts: string;
  readonly secret?: boolean;
  /**
   * @returns undefined for a text that is not accepted
   * @throws Error with more detail; its message continues from the setting's name
   */
  read(text: string, inForce: InForce): T | undefined;
  /** The value as it could be given; secrets are masked. */
  show(value: T): string;
};

export const MASK = '********';
const EMPTY = 'none';

export function secret<T>(type: SettingType<T>): SettingType<T> {
  return { ...type, secret: true, show: (value) => (type.show(value) === EMPTY ? EMPTY : MASK) };
}

/** One text without spaces, as credentials and addresses are. */
export function isOneWord(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text);
}

export const text: SettingType<string> = { accepts: 'a text', read: String, show: String };
export const path: SettingType<string> = { accepts: 'a path', read: (text) => resolve(text), show: String };
export const credential = form(isOneWord, '1 to 255 characters without spaces, as the platform shows it');

export const flag: SettingType<boolean> = {
  accepts: 'true or false',
  read: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  show: String,
};

export function form(fits: (text: string) => boolean, accepts: string): SettingType<string> {
  return { accepts, read: (text) => (fits(text) ? text : undefined), show: String };
}

export function wholeNumber(least: number, most: number): SettingType<number> {
  const read = (text: string): number | undefined => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  };
  return { accepts: `a whole number from ${least} to ${most}`, read, show: String };
}

export function oneOf<const T extends string>(allowed: readonly T[]): SettingType<T> {
  const read = (text: string): T | undefined => allowed.find((one) => one === text);
  return { accepts: `one of ${allowed.join(', ')}`, read, show: String };
}

/**
 * A comma-separated list without duplicates.
 * @param items completes "a comma-separated list of …"
 * @param readItem undefined for an invalid item
 */
export function list<T extends string>(
  items: string,
  readItem: (item: string) => T | undefined,
  options: { readonly least?: number; readonly secret?: boolean } = {},
): SettingType<readonly T[]> {
  const { least = 0, secret = false } = options;
  const accepts = `a comma-separated list of ${items}`;
  const read = (text: string): readonly T[] | undefined => {
    const entries = text.split(',').map((entry) => entry.trim());
    const read = entries
      .filter((entry) => entry !== '')
      .map((entry) => {
        const item = readItem(entry);
        if (item !== undefined) return item;
        throw new Error(`must be ${accepts}${secret ? '' : `; ${entry.slice(0, 60)} is not one`}`);
      });
    return read.length < least ? undefined : [...new Set(read)];
  };
  const show = (value: readonly T[]): string =>
    value.map((item) => (secret ? MASK : item)).join(',') || EMPTY;
  return { accepts, secret, read, show };
}
