import { type AppError, defineError, type ErrorDefinition, type QuotaUse } from './errors.ts';

/**
 * How much an account or an organization may have: the usual limit, and the most that an operator can set, where a list is
 * answered whole or a plan is made of all of it at once. `counts` says to operators what is counted.
 */
export const QUOTAS = {
  recording_bytes: {
    of: 'account',
    usual: 10 * 1024 ** 3,
    most: 2 ** 50,
    counts: 'bytes of uploaded recordings',
  },
  uploads_per_day: { of: 'account', usual: 1_000, most: 1_000_000, counts: 'uploads in a day (UTC)' },
  organizations_founded: {
    of: 'account',
    usual: 20,
    most: 1_000_000,
    counts: 'founded organizations, deleted ones included',
  },
  samples: { of: 'account', usual: 5_000_000, most: 1_000_000_000, counts: 'measurements of a phone' },
  groups: { of: 'organization', usual: 500, most: 100_000, counts: 'groups' },
  labels: { of: 'organization', usual: 500, most: 100_000, counts: 'different labels of members' },
  labels_per_member: { of: 'organization', usual: 30, most: 50, counts: 'labels of one member' },
  drafts: { of: 'organization', usual: 200, most: 10_000, counts: 'drafts of campaigns' },
  campaigns: { of: 'organization', usual: 10_000, most: 100_000, counts: 'campaigns, drafts among them' },
  plans: { of: 'organization', usual: 5_000, most: 100_000, counts: 'saved plans' },
  library_workouts: { of: 'organization', usual: 2_000, most: 2_000, counts: 'workouts in the library' },
  library_bytes: {
    of: 'organization',
    usual: 4_000_000,
    most: 4_000_000,
    counts: 'bytes of words and segments there',
  },
} as const satisfies Record<
  string,
  { of: 'account' | 'organization'; usual: number; most: number; counts: string }
>;

export type QuotaName = keyof typeof QUOTAS;
export const QUOTA_NAMES = Object.keys(QUOTAS) as readonly QuotaName[];

export type Quotas = { readonly [Name in QuotaName]: number };

export const USUAL_QUOTAS = Object.fromEntries(
  QUOTA_NAMES.map((name) => [name, QUOTAS[name].usual]),
) as Quotas;

const quotaExceeded = defineError('quota_exceeded', 429, 'There is as much as there may be.');

export type QuotaDefinition<Name extends QuotaName = QuotaName> = ErrorDefinition & { readonly quota: Name };

/**
 * Declares what is answered where a quota is used up.
 *
 * @param words what is too much, and what makes room
 */
export function defineQuota<const Name extends QuotaName>(
  quota: Name,
  words: (use: { readonly used: string; readonly limit: string }) => string,
): QuotaDefinition<Name> {
  const { usual } = QUOTAS[quota];
  const make: (...options: Parameters<ErrorDefinition>) => AppError = (options = {}) => {
    const use = options.quota ?? { name: quota, used: usual, limit: usual };
    const message = words({ used: use.used.toLocaleString('en'), limit: use.limit.toLocaleString('en') });
    return quotaExceeded({ message, ...options, quota: use });
  };
  const { code, status, message } = make();
  return Object.assign(make, { code, status, message, quota });
}

/** How much of a quota somebody uses: an account by its e-mail address, an organization by its name. */
export type LargestUse = { readonly id: string; readonly name: string; readonly used: number };

/**
 * Throws where a quota has no room for what is to be added.
 *
 * @param use.used what there is without it
 * @param use.headers of the refusal, such as `Retry-After` where waiting helps
 */
export function requireQuota(
  define: QuotaDefinition,
  use: Omit<QuotaUse, 'name'> & { readonly more?: number; readonly headers?: Record<string, string> },
): void {
  const { used, limit, more = 1, headers = {} } = use;
  if (used + more > limit) throw define({ quota: { name: define.quota, used, limit }, headers });
}
