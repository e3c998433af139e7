import { DAY_MS } from '../shared/time.ts';

export const SOURCES = ['strava', 'garmin', 'apple_health', 'coros', 'upload', 'manual'] as const;
export type Source = (typeof SOURCES)[number];

/** What a source's terms let this server do with its records, whatever the athlete would share. */
export type SourcePolicy = {
  /** May be shown to coaches and to their organization's keys. Everything below needs this one too. */
  readonly show_to_coach: boolean;
  /** May be put before a language model. */
  readonly use_in_ai: boolean;
  /** May leave in an archive or be shown to the public: out of reach once it has gone. */
  readonly export: boolean;
  /** Days after import when the record must be deleted; null: kept until its owner deletes it. */
  readonly keep_days: number | null;
};
export type SourcePermission = Exclude<keyof SourcePolicy, 'keep_days'>;
export type SourcePolicies = Readonly<Record<Source, SourcePolicy>>;

const UNRESTRICTED: SourcePolicy = { show_to_coach: true, use_in_ai: true, export: true, keep_days: null };

/**
 * In force where `SOURCE_POLICY` says nothing. Terms differ and change, and reading them is the operator's duty; these
 * let a club work and leave out what the platforms' published terms speak against. Nothing is deleted by default, since
 * a deletion cannot be taken back. Terms as read in November 2026.
 */
export const DEFAULT_SOURCE_POLICIES: SourcePolicies = {
  /*
   * API Agreement (since 2024-11-11): data is shown to its athlete only, and not given to third parties. The same
   * month Strava wrote that coaching platforms which give users feedback are not affected, so a coach whom the athlete
   * chose may look; an operator who reads it strictly sets `show_to_coach` to false. API Policy (since 2026-06-01), as
   * developers quote it: no use in operating an AI application, a model's context included (5.3), no storage beyond a
   * cache of 7 days (5.5): `"keep_days": 7` follows it to the letter.
   */
  strava: { ...UNRESTRICTED, use_in_ai: false, export: false },
  /*
   * The developer agreement is the operator's own, and not public. The user's consent, which it asks for, is given on
   * connecting and bounded by the privacy settings.
   */
  garmin: UNRESTRICTED,
  /*
   * HealthKit: with the user's permission data may go to a third party that itself provides a health or fitness
   * service. A coach does; a model provider does not (Apple, "Protecting user privacy"; App Review Guideline 5.1.3).
   */
  apple_health: { ...UNRESTRICTED, use_in_ai: false },
  coros: UNRESTRICTED,
  /* The athlete's own file and own words, given to this server: no platform's terms apply. */
  upload: UNRESTRICTED,
  manual: UNRESTRICTED,
};

/**
 * Whether figures of a source may be told by way of others who keep what they like: services that push to phones, mail servers. They
 * are third parties as a model's provider is one, and out of reach as an archive is.
 */
export function mayBeTold({
  show_to_coach,
  use_in_ai,
  export: may_export,
  keep_days,
}: SourcePolicy): boolean {
  return show_to_coach && use_in_ai && may_export && keep_days === null;
}

export type Expiry = { readonly source: Source; readonly up_to: Date };

export function expiries(policies: SourcePolicies, now: Date): Expiry[] {
  return SOURCES.flatMap((source) => {
    const { keep_days } = policies[source];
    return keep_days === null ? [] : [{ source, up_to: new Date(now.getTime() - keep_days * DAY_MS) }];
  });
}

const LONGEST_KEEP_DAYS = 36_500;

/**
 * Reads the setting `SOURCE_POLICY`: a JSON object such as `{"strava": {"show_to_coach": false, "keep_days": 7}}`. What
 * it leaves out keeps its default; undefined leaves out everything.
 *
 * @throws Error whose message goes on from the setting's name: which entry, what is wrong, what would be right
 */
export function parseSourcePolicy(json: string | undefined): SourcePolicies {
  const policies: Record<Source, SourcePolicy> = { ...DEFAULT_SOURCE_POLICIES };
  for (const [source, rules] of entriesOf(parseJson(json ?? '{}'), '')) {
    if (!isOneOf(SOURCES, source)) {
      throw new Error(`${quote(source)} is not a source; known are ${SOURCES.join(', ')}`);
    }
    const policy = { ...policies[source] };
    for (const [rule, value] of entriesOf(rules, source)) setRule(policy, rule, value, `${source}.${rule}`);
    policies[source] = policy;
  }
  return policies;
}

const PERMISSIONS = ['show_to_coach', 'use_in_ai', 'export'] as const satisfies readonly SourcePermission[];

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function setRule(policy: Mutable<SourcePolicy>, rule: string, value: unknown, path: string): void {
  if (rule === 'keep_days') {
    if (!isKeepDays(value))
      throw wrongValue(path, `null or a whole number from 1 to ${LONGEST_KEEP_DAYS}`, value);
    policy.keep_days = value;
  } else if (isOneOf(PERMISSIONS, rule)) {
    if (typeof value !== 'boolean') throw wrongValue(path, 'true or false', value);
    policy[rule] = value;
  } else {
    throw new Error(`${quote(path)} is not a rule; known are ${[...PERMISSIONS, 'keep_days'].join(', ')}`);
  }
}

function isKeepDays(value: unknown): value is number | null {
  if (value === null) return true;
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LONGEST_KEEP_DAYS;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error('must be valid JSON', { cause });
  }
}

function entriesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongValue(path, 'an object', value);
  }
  return Object.entries(value);
}

function wrongValue(path: string, expected: string, got: unknown): Error {
  return new Error(`${path} must be ${expected}, not ${quote(got)}`.trimStart());
}

function quote(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}

function isOneOf<T extends string>(known: readonly T[], name: string): name is T {
  return known.some((one) => one === name);
}
