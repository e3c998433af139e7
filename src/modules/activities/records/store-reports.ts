import type { Transaction } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { Source, SourcePolicies } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { HOUR_MS, isTimeZone } from '../../../shared/time.ts';
import { findUser, type User } from '../../users/index.ts';
import { anchorsOf } from '../load/anchors-of.ts';
import {
  type Draft,
  type IncomingReport,
  isDeleted,
  isSameTold,
  type KnownRecord,
  keepingSamples,
  nameRecord,
  soundTold,
} from './activity-record.ts';
import type { Owner } from './merge.ts';
import { type FoundRecord, findRecordsByKey, holdActivities, noteRepeated } from './queries.ts';
import { rearrange, storeStreams } from './rearrange.ts';
import type { ReportedActivity } from './report.ts';
import { bindWithout } from './rulings.ts';

export type StoredReports = {
  /** The activity of each report; null where the athlete deleted it, or has left. */
  readonly activity_ids: readonly (string | null)[];
  /** How many records are new here, also where another source reported the activity before. */
  readonly new_records: number;
  readonly new_start_times: readonly Date[];
};

/** Stores reports of an athlete's activities. It is idempotent, and any order or concurrency gives the same result because it locks the person. */
export async function storeReports(
  tx: Transaction,
  given: {
    readonly user: Pick<User, 'user_id'>;
    readonly reports: readonly IncomingReport[];
    readonly policies: SourcePolicies;
    readonly now: Date;
    readonly events: Pick<Events, 'emit'>;
  },
): Promise<StoredReports> {
  const { reports, policies, now, events } = given;
  const { user_id } = given.user;
  // Read under the lock, so that loads use the current zones or are recomputed later.
  const user = reports.length > 0 && (await holdActivities(tx, user_id)) ? await findUser(tx, user_id) : null;
  if (user === null) return { activity_ids: reports.map(() => null), new_records: 0, new_start_times: [] };
  const named = reports.map((report) => ({ report, key: nameRecord(report) }));
  const found = await findRecordsByKey(tx, { user_id, keys: [...new Set(named.map(({ key }) => key))] });
  const words = new Map(found.map((known) => [known.key, { known, draft: null } as Word]));
  for (const { key, report } of named) words.set(key, heard(key, words.get(key), report));
  const [news, repeated] = sortOut([...words.values()]);
  const keeping = { tx, events, owner: ownerOf(user), policies, now };
  const placed = news.length === 0 ? new Map<string, string>() : await rearrange(keeping, { drafts: news });
  await storeStreams(tx, user_id, repeated);
  await noteRepeated(tx, { user_id, records: repeated.filter(isLaterWord), now });
  const isNew = new Set(news);
  const activity_ids = named.map(({ key }) => {
    const { known, draft } = words.get(key) ?? { known: null, draft: null };
    return draft && isNew.has(draft) ? (placed.get(draft.id) ?? null) : (known?.activity_id ?? null);
  });
  const added = news.filter(({ activity_id, id }) => activity_id === null && placed.has(id));
  return {
    activity_ids,
    new_records: added.length,
    new_start_times: added.map(({ start_time }) => start_time),
  };
}

/** Whether a repeated report is still newer than what came in between. */
function isLaterWord({ before, position, hidden_until }: Draft): boolean {
  return before !== null && (before.position !== position || before.hidden_until !== hidden_until);
}

/** Older by its source's order, else by which was accepted first. */
function isOlderThan(report: IncomingReport, last: Pick<KnownRecord, 'edition' | 'position'>): boolean {
  const { edition, position } = report;
  if (edition !== undefined && last.edition !== null && edition !== last.edition)
    return edition < last.edition;
  return isBefore(position, last);
}

/** Whether a word was accepted before the one that is stored. */
function isBefore(position: number | undefined, last: Pick<KnownRecord, 'position'>): boolean {
  return position !== undefined && last.position !== null && position < last.position;
}

/** A stored record and its new report. */
type Word = { readonly known: FoundRecord | null; readonly draft: Draft | null };

function heard(
  key: string,
  { known, draft }: Word = { known: null, draft: null },
  report: IncomingReport,
): Word {
  const last = draft ?? known;
  const isOver = known !== null && isDeleted(known);
  const isOlder = last != null && isOlderThan(report, last);
  const joins = isOlder && last.told !== null && !last.has_streams && report.packed_streams != null;
  if (isOver || (isOlder && !joins)) return { known, draft };
  const { packed_streams = draft?.packed_streams } = report;
  const before = last?.has_streams && report.packed_streams === undefined ? last.told : null;
  const sound = soundTold(report.told);
  const told = joinTold({ before, sound, later: joins ? last.told : null });
  const next: Draft = {
    ...told,
    told,
    id: last?.id ?? newId(),
    key,
    source: report.source,
    external_id: report.external_id,
    file_id: report.file?.id ?? null,
    activity_id: known?.activity_id ?? null,
    edition: joins ? last.edition : (report.edition ?? last?.edition ?? null),
    position: joins ? last.position : (report.position ?? last?.position ?? null),
    hidden_until: joins ? last.hidden_until : null,
    edits: known?.edits ?? null,
    has_streams: packed_streams === undefined ? (last?.has_streams ?? false) : packed_streams !== null,
    before: known,
    packed_streams,
  };
  return { known, draft: next };
}

/** @param words.later the newer report, for an older one that brings samples */
function joinTold({
  before,
  sound,
  later,
}: Readonly<
  Record<'before' | 'later', ReportedActivity | null> & { sound: ReportedActivity }
>): ReportedActivity {
  if (later !== null) return keepingSamples(sound, later);
  return before === null ? sound : keepingSamples(before, sound);
}

function sortOut(words: readonly Word[]): [Draft[], Draft[]] {
  const isRepeated = ({ known, draft }: Word): boolean =>
    known?.told != null &&
    draft !== null &&
    known.has_streams === draft.has_streams &&
    known.edition === draft.edition &&
    isSameTold(known.told, draft.told);
  const drafts = (some: readonly Word[]): Draft[] => some.flatMap(({ draft }) => draft ?? []);
  return [drafts(words.filter((word) => !isRepeated(word))), drafts(words.filter(isRepeated))];
}

type Named = {
  readonly user_id: string;
  readonly source: Source;
  readonly external_id: string;
  readonly position?: number | undefined;
  readonly policies: SourcePolicies;
  readonly now: Date;
  readonly events: Pick<Events, 'emit'>;
};

/**
 * Withdraws a source's record; the activity is deleted if no other reported it. Manual edits and deletions are remembered
 * for a later report. A newer report prevails.
 */
export async function forgetReport(tx: Transaction, named: Named): Promise<boolean> {
  const found = await findNamed(tx, named);
  if (found === null || found.record.told === null || isBefore(named.position, found.record)) return false;
  const { owner, record } = found;
  const { policies, now, events } = named;
  await bindWithout(tx, { user_id: owner.user_id, record_ids: [record.id], now });
  await rearrange({ tx, events, owner, policies, now }, { drafts: [], removed: [record] });
  return true;
}

/**
 * Makes an activity private at once because its source hides it; a newer report prevails.
 * @returns whether it is hidden now
 */
export async function hideReport(tx: Transaction, named: Named): Promise<boolean> {
  const found = await findNamed(tx, named);
  if (found === null || found.record.told === null || isBefore(named.position, found.record)) return false;
  const { told, hidden_until } = found.record;
  if (told.private && hidden_until === null) return true;
  await mark(tx, named, found, { told: { ...told, private: true }, hidden_until: null });
  return true;
}

/** An unverified report does not hide an activity this soon after a verified one. */
const BELIEVED_FOR_MS = HOUR_MS;

/**
 * Hides an activity until a time because of an unverified, possibly forged report (`showAgain`). Has no effect within an
 * hour of the source's last report or an earlier one of these.
 * @returns whether it is hidden now, and until when
 */
export async function hideForNow(
  tx: Transaction,
  named: Named,
  until: Date,
): Promise<{ readonly is_hidden: boolean; readonly until: Date | null }> {
  const found = await findNamed(tx, named);
  if (found === null || found.record.told === null || isBefore(named.position, found.record))
    return { is_hidden: false, until: null };
  const { told, updated_at } = found.record;
  if (told.private) return { is_hidden: true, until: null };
  if (named.now.getTime() - updated_at.getTime() < BELIEVED_FOR_MS) return { is_hidden: false, until: null };
  await mark(tx, named, found, { told: { ...told, private: true }, hidden_until: until });
  return { is_hidden: true, until };
}

/** Shows an activity that `hideForNow` hid until that time, unless its source has reported since. */
export async function showAgain(tx: Transaction, named: Named, until: Date): Promise<void> {
  const found = await findNamed(tx, named);
  if (found === null || found.record.told === null) return;
  const { told, hidden_until } = found.record;
  if (hidden_until?.getTime() !== until.getTime() || !told.private) return;
  await mark(tx, named, found, { told: { ...told, private: false }, hidden_until });
}

async function mark(
  tx: Transaction,
  { policies, now, events }: Named,
  { owner, record }: { readonly owner: Owner; readonly record: FoundRecord },
  marked: Pick<Draft, 'told' | 'hidden_until'>,
): Promise<void> {
  const draft = { ...record, ...marked, before: record, packed_streams: undefined };
  await rearrange({ tx, events, owner, policies, now }, { drafts: [draft] });
}

async function findNamed(
  tx: Transaction,
  { user_id, source, external_id }: Named,
): Promise<{ owner: Owner; record: FoundRecord } | null> {
  if (!(await holdActivities(tx, user_id))) return null;
  const key = nameRecord({ source, external_id, file: undefined });
  const [record] = await findRecordsByKey(tx, { user_id, keys: [key] });
  const user = record === undefined ? null : await findUser(tx, user_id);
  return record === undefined || user === null ? null : { owner: ownerOf(user), record };
}

export function ownerOf(user: User): Owner {
  const { language, timezone } = user.preferences;
  return {
    user_id: user.user_id,
    language,
    timezone: timezone !== null && isTimeZone(timezone) ? timezone : 'UTC',
    anchors: anchorsOf(user),
  };
}
