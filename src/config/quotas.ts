import { QUOTA_NAMES, QUOTAS, type QuotaName, type Quotas } from '../shared/quotas.ts';

/** `QUOTA_RECORDING_BYTES` for `recording_bytes`. */
const settingOf = (name: QuotaName): string => `QUOTA_${name.toUpperCase()}`;

/**
 * How much accounts and organizations may have.
 *
 * @param integer reads a setting: its name, what it is where it is not set, the least and the most it may be
 * @throws Error of one line that names the first setting that is wrong
 */
export function parseQuotas(
  integer: (name: string, usual: number, least: number, most: number) => number,
): Quotas {
  const limits = QUOTA_NAMES.map((name): [QuotaName, number] => {
    const { usual, most } = QUOTAS[name];
    return [name, integer(settingOf(name), usual, 0, most)];
  });
  return Object.freeze(Object.fromEntries(limits)) as Quotas;
}

/** What is in force, by the names of the settings. */
export function describeQuotas(quotas: Quotas): Record<string, string> {
  return Object.fromEntries(QUOTA_NAMES.map((name) => [settingOf(name), String(quotas[name])]));
}
