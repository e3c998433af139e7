import type { UserActor } from '../../../http/actor.ts';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { defineJob, handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { invalidField, unauthenticated } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import type { Clock } from '../../../shared/time.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { findAthlete, holdOrganization, noSuchMember } from '../../organizations/index.ts';
import { requireCoach, requirePlanner } from '../../planning/index.ts';
import { holdUser } from '../../users/index.ts';
import { draftChanged, noSuchDraft, requireLine, tooManyDrafts } from '../errors.ts';
import {
  type DraftContent,
  type DraftSummary,
  keptSince,
  MAX_DRAFTS,
  MAX_FORM_BYTES,
  MAX_FORM_DEPTH,
  type StoredDraft,
} from './draft.ts';
import { presentDraft } from './present.ts';
import {
  countDraftsForNow,
  deleteDraftRow,
  deleteDraftsBefore,
  findDraft,
  findDrafts,
  insertDraft,
  lockDraft,
  updateDraft,
} from './queries.ts';

export type DraftDeps = { readonly db: Database; readonly clock: Clock };
type Place = { readonly org_id: string; readonly draft_id: string };

/** @throws notFound; forbidden; invalidField for an invalid cursor */
export async function listDrafts(
  { db, clock }: DraftDeps,
  actor: UserActor,
  { org_id: asked, ...page }: PageAsked & { readonly org_id: string },
): Promise<{ rows: DraftSummary[]; next_cursor: string | null }> {
  const { org_id } = await requireCoach(db, asked, actor);
  const of = { org_id, user_id: actor.user_id, since: keptSince(clock.now()) };
  return await pageOf(
    page,
    (part) => findDrafts(db, { ...of, ...part }),
    ({ updated_at: at, id }) => ({ at, id }),
  );
}

/** @throws notFound; forbidden; noSuchDraft */
export async function readDraft(
  { db, clock }: DraftDeps,
  actor: UserActor,
  { org_id: asked, draft_id }: Place,
): Promise<StoredDraft> {
  const { org_id } = await requireCoach(db, asked, actor);
  const of = { org_id, user_id: actor.user_id, draft_id, since: keptSince(clock.now()) };
  const draft = await findDraft(db, of);
  if (draft === null) throw noSuchDraft();
  return draft;
}

/** @throws notFound; forbidden; featureNotEnabled; noSuchMember; tooManyDrafts; validationError */
export async function createDraft(
  deps: DraftDeps,
  actor: UserActor,
  asked: {
    readonly org_id: string;
    readonly content: DraftContent;
    readonly write_key: WriteKey | undefined;
  },
): Promise<StoredDraft> {
  const { org_id } = await requirePlanner(deps.db, asked.org_id, actor);
  const content = readContent(asked.content);
  const now = deps.clock.now();
  const of = { org_id, user_id: actor.user_id };
  const { draft_id } = await writeOnce(deps, asked.write_key, async (tx) => {
    await holdAll(tx, of, content);
    const count = await countDraftsForNow(tx, { ...of, since: keptSince(now) });
    if (count >= MAX_DRAFTS) throw tooManyDrafts();
    const id = newId();
    await insertDraft(tx, { ...of, ...content, id, now });
    return { draft_id: id };
  });
  return await readDraft(deps, actor, { org_id, draft_id });
}

/**
 * Replaces a draft, unless it was changed after the revision on which the new one is based.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchDraft; noSuchMember; draftChanged, with what is stored; validationError
 */
export async function replaceDraft(
  deps: DraftDeps,
  actor: UserActor,
  asked: Place & {
    readonly revision: number;
    readonly content: DraftContent;
    readonly write_key: WriteKey | undefined;
  },
): Promise<StoredDraft> {
  const { org_id } = await requirePlanner(deps.db, asked.org_id, actor);
  const content = readContent(asked.content);
  const now = deps.clock.now();
  const of = { org_id, user_id: actor.user_id, draft_id: asked.draft_id, since: keptSince(now) };
  await writeOnce(deps, asked.write_key, async (tx) => {
    await holdAll(tx, of, content);
    const current = await lockDraft(tx, of);
    if (current === null) throw noSuchDraft();
    if (current.revision !== asked.revision) throw draftChanged({ current: presentDraft(current) });
    await updateDraft(tx, { ...of, ...content, now });
    return {};
  });
  return await readDraft(deps, actor, { org_id, draft_id: asked.draft_id });
}

/** @throws notFound; forbidden; noSuchDraft */
export async function deleteDraft(
  deps: DraftDeps,
  actor: UserActor,
  { write_key, ...place }: Place & { readonly write_key: WriteKey | undefined },
): Promise<void> {
  const { org_id } = await requireCoach(deps.db, place.org_id, actor);
  const of = { org_id, user_id: actor.user_id, draft_id: place.draft_id };
  await writeOnce(deps, write_key, async (tx) => {
    const since = keptSince(deps.clock.now());
    if (!(await deleteDraftRow(tx, { ...of, since }))) throw noSuchDraft();
    return {};
  });
}

const forgetDraftsJob = defineJob<object>({
  name: 'plans.forget-drafts',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 3_600,
  schedule: '45 4 * * *',
  one_running: true,
});

export function draftJob({ db, clock }: DraftDeps): JobRegistration {
  return handleJob(forgetDraftsJob, () => deleteDraftsBefore(db, keptSince(clock.now())));
}

async function holdAll(
  tx: Transaction,
  { org_id, user_id }: { readonly org_id: string; readonly user_id: string },
  { athlete_id }: DraftContent,
): Promise<void> {
  await holdOrganization(tx, org_id);
  if (!(await holdUser(tx, user_id))) throw unauthenticated();
  if (athlete_id === null) return;
  if ((await findAthlete(tx, { org_id, user_id: athlete_id })) === null) throw noSuchMember();
}

/** @throws validationError */
function readContent({ title, draft, athlete_id, form, remarks }: DraftContent): DraftContent {
  // An id inside the form would remain after its athlete is deleted.
  if (Object.hasOwn(form, 'athlete_id'))
    throw invalidField('form.athlete_id', 'stands beside the form, as athlete_id');
  if (nestsDeeper(form, MAX_FORM_DEPTH))
    throw invalidField('form', `nests deeper than ${MAX_FORM_DEPTH} levels`);
  const size = Buffer.byteLength(JSON.stringify(form));
  if (size > MAX_FORM_BYTES)
    throw invalidField('form', `takes ${size} bytes as JSON; at most ${MAX_FORM_BYTES} are kept`);
  return { title: requireLine(title, 'title', MAX_TITLE), draft, athlete_id, form, remarks };
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nestsDeeper(inner, levels - 1));
}
