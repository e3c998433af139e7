import { invalidField } from '../../../../shared/errors.ts';
import { type Members, membersIn, numberIn, textIn } from './wire.ts';

/** The factors by which units are multiplied. Phones write the units of their owner's region, so none is assumed. */
export type Units = { readonly factors: Readonly<Record<string, number>>; readonly max: number };

export const METRES: Units = {
  factors: { m: 1, km: 1_000, mi: 1_609.344, yd: 0.9144, ft: 0.3048, cm: 0.01 },
  max: 10_000_000,
};
/** `Cal`, with a capital, is a kilocalorie. */
export const KILOCALORIES: Units = {
  factors: { kcal: 1, Cal: 1, kJ: 1 / 4.184, cal: 0.001, J: 1 / 4_184 },
  max: 100_000,
};
export const SECONDS: Units = {
  factors: { s: 1, sec: 1, min: 60, hr: 3_600, h: 3_600 },
  max: 5_000_000,
};
export const BEATS: Units = { factors: { bpm: 1, 'count/min': 1, 'beats/min': 1, 'count/s': 60 }, max: 350 };
export const MILLISECONDS: Units = { factors: { ms: 1, s: 1_000 }, max: 2_000 };
/** Counts need no unit, whose name phones write in their own language. */
export const TIMES: Units = { factors: {}, max: 10_000_000 };

/** The factor of a unit. @throws AppError 400 for a unit that is unknown, or missing */
export function factorOf(units: Units, name: string | null, path: string): number {
  if (units === TIMES) return 1;
  const factor = name === null || !Object.hasOwn(units.factors, name) ? undefined : units.factors[name];
  if (factor !== undefined) return factor;
  throw invalidField(path, `must be one of ${Object.keys(units.factors).join(', ')}`);
}

/** A number in its unit, converted. @throws AppError 400 where either is invalid */
export function convertedIn(
  from: Members,
  names: { readonly value: string; readonly unit: string },
  path: string,
  units: Units,
): number | null {
  if (from[names.value] === undefined || from[names.value] === null) return null;
  const factor = factorOf(units, textIn(from, names.unit, path, 40), `${path}.${names.unit}`);
  const value = numberIn(from, names.value, path, { max: units.max / factor });
  return value === null ? null : inUnit(value, factor);
}

/** Multiplies, without the rounding errors of decimal fractions. */
export function inUnit(value: number, factor: number): number {
  return Math.round(value * factor * 1e6) / 1e6;
}

/** A member `{qty, units}`, converted; null where it is missing or something else, such as a list of points. */
export function quantityIn(from: Members, name: string, path: string, units: Units): number | null {
  if (Array.isArray(from[name])) return null;
  const quantity = membersIn(from, name, path);
  if (quantity === null) return null;
  return convertedIn(quantity, { value: 'qty', unit: 'units' }, `${path}.${name}`, units);
}
