import {
  type ActivityCeiling,
  activityCeiling,
  athleteCeiling,
  dailyCeiling,
  type PrivacySettings,
  type SourcePolicies,
} from '../../privacy/index.ts';
import type { ExportInclude } from './export-job.ts';
import { type Candidate, reasonToSkip } from './select-athletes.ts';
import { PARTS_OF } from './told-table.ts';

export type ArchiveContents = {
  /** Names of what is shown, each list once. */
  readonly shown: readonly (readonly string[])[];
  readonly athletes: readonly {
    readonly user_id: string;
    /** The position of their list in `shown`. */
    readonly shown: number;
  }[];
};

/** A change by which activities that an archive may hold are shown less than before, as they are since. */
export type Closing = {
  readonly shown: number;
  readonly gone: boolean;
  readonly is_race: boolean;
  readonly source: string;
  /** Of what athletes tell from day to day, the part that was taken back; null: it is an activity. */
  readonly part: string | null;
};

const RACES = 'races';
const TOLD = 'told:';
const partName = (part: string): string => `${TOLD}${part}`;
const sourceName = (source: string): string => `source:${source}`;

export function contentsOf(
  athletes: readonly { readonly user_id: string; readonly privacy: PrivacySettings }[],
  policies: SourcePolicies,
  include: readonly ExportInclude[] = [],
): ArchiveContents {
  const parts = new Set(include.flatMap((name) => PARTS_OF[name].map(partName)));
  const lists = new Map<string, { position: number; names: readonly string[] }>();
  const placed = athletes.map(({ user_id, privacy }) => {
    const names = namesShown(privacy, ceilingOf(privacy, policies)).filter(
      (name) => !name.startsWith(TOLD) || parts.has(name),
    );
    const key = names.join();
    const list = lists.get(key) ?? { position: lists.size, names };
    lists.set(key, list);
    return { user_id, shown: list.position };
  });
  return { shown: [...lists.values()].map(({ names }) => names), athletes: placed };
}

/**
 * Whether all that an archive shows may still leave in an archive today. Pure.
 *
 * @param roster who is or was in the organization, as they are today
 */
export function isStillOpen(
  { shown, athletes }: ArchiveContents,
  today: {
    readonly roster: readonly Candidate[];
    readonly closings: readonly Closing[];
    readonly policies: SourcePolicies;
  },
): boolean {
  const { closings, policies } = today;
  const roster = new Map(today.roster.map((entry) => [entry.user_id, entry]));
  return (
    athletes.every(({ user_id, shown: position }) => {
      const entry = roster.get(user_id);
      if (entry === undefined) return false;
      const ceiling = ceilingOf(entry.privacy, policies);
      if (reasonToSkip(entry, ceiling) !== null) return false;
      const names = new Set(namesShown(entry.privacy, ceiling));
      return shown[position]?.every((name) => names.has(name)) === true;
    }) && closings.every((closing) => staysShown(closing, shown[closing.shown] ?? []))
  );
}

function ceilingOf(settings: PrivacySettings, policies: SourcePolicies): ActivityCeiling {
  return activityCeiling({ settings, policies, audience: 'export' });
}

function namesShown(settings: PrivacySettings, ceiling: ActivityCeiling): string[] {
  const athlete = athleteCeiling({ settings, audience: 'export' });
  return [
    ...ceiling.sources.shown.map(sourceName),
    ...(ceiling.show_races ? [RACES] : []),
    ...ceiling.fields.shown.map((name) => `activity:${name}`),
    ...ceiling.lap_fields.shown.map((name) => `lap:${name}`),
    ...athlete.fields.shown.map((name) => `athlete:${name}`),
    ...dailyCeiling({ settings, audience: 'export' }).parts.shown.map(partName),
  ];
}

function staysShown({ gone, is_race, source, part }: Closing, names: readonly string[]): boolean {
  if (part !== null) return !names.includes(partName(part));
  return !gone && names.includes(sourceName(source)) && (!is_race || names.includes(RACES));
}
