import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { draftChanged, noSuchDraft, tooManyDrafts } from '../errors.ts';
import {
  CreateDraftBody,
  DeletedDraftResponse,
  DraftList,
  DraftQuery,
  DraftResponse,
  ReplaceDraftBody,
} from './contract.ts';
import type { DraftContent } from './draft.ts';
import {
  createDraft,
  type DraftDeps,
  deleteDraft,
  listDrafts,
  readDraft,
  replaceDraft,
} from './keep-draft.ts';
import { presentDraft, presentDraftSummary } from './present.ts';

/** Enough for a draft of a year in Chinese, with its form and remarks. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const COMMON = { guard: { kind: 'user' }, tag: 'Plans' } as const;
const ONE = '/organizations/:org_id/plan-drafts/:draft_id';

export function draftRoutes(deps: DraftDeps): readonly Route[] {
  return [
    route({
      ...COMMON,
      operation_id: 'listPlanDrafts',
      method: 'GET',
      path: '/organizations/:org_id/plan-drafts',
      summary: 'List the drafts of plans that you keep',
      description: 'For coaches of the organization: each their own.',
      params: idParams('org_id'),
      query: DraftQuery,
      responses: { 200: DraftList },
      errors: [forbidden, noSuchOrganization],
      handler: async ({ actor, params: { org_id }, query: { cursor, limit } }) => {
        const { rows, next_cursor } = await listDrafts(deps, actor, { org_id, cursor, limit });
        const data = { drafts: rows.map(presentDraftSummary), next_cursor };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'createPlanDraft',
      method: 'POST',
      path: '/organizations/:org_id/plan-drafts',
      summary: 'Keep a draft of a plan',
      description:
        'For coaches of the organization; needs the feature `coach_agent`. Nothing is made of it, and nobody else reads it.',
      params: idParams('org_id'),
      body: CreateDraftBody,
      max_body_bytes: MAX_BODY_BYTES,
      takes_write_key: true,
      responses: { 201: DraftResponse },
      errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchMember, tooManyDrafts],
      handler: async ({ actor, params: { org_id }, body, write_key }) => {
        const draft = await createDraft(deps, actor, { org_id, content: contentOf(body), write_key });
        return { status: 201, body: { status: 'ok' as const, data: { draft: presentDraft(draft) } } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'getPlanDraft',
      method: 'GET',
      path: ONE,
      summary: 'One draft of a plan',
      description: 'For the coach who keeps it.',
      params: idParams('org_id', 'draft_id'),
      responses: { 200: DraftResponse },
      errors: [forbidden, noSuchOrganization, noSuchDraft],
      handler: async ({ actor, params: { org_id, draft_id } }) => {
        const draft = await readDraft(deps, actor, { org_id, draft_id });
        return { status: 200, body: { status: 'ok' as const, data: { draft: presentDraft(draft) } } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'replacePlanDraft',
      method: 'PUT',
      path: ONE,
      summary: 'Change a draft of a plan',
      description:
        'For the coach who keeps it; needs the feature `coach_agent`. Where it was changed since `revision`, such as in another tab, nothing is stored, and the answer has the draft as it is stored.',
      params: idParams('org_id', 'draft_id'),
      body: ReplaceDraftBody,
      max_body_bytes: MAX_BODY_BYTES,
      takes_write_key: true,
      responses: { 200: DraftResponse },
      errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchDraft, noSuchMember, draftChanged],
      handler: async ({ actor, params: { org_id, draft_id }, body, write_key }) => {
        const { revision } = body;
        const asked = { org_id, draft_id, revision, content: contentOf(body), write_key };
        const draft = await replaceDraft(deps, actor, asked);
        return { status: 200, body: { status: 'ok' as const, data: { draft: presentDraft(draft) } } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'deletePlanDraft',
      method: 'DELETE',
      path: ONE,
      summary: 'Delete a draft of a plan',
      description: 'For the coach who keeps it.',
      params: idParams('org_id', 'draft_id'),
      takes_write_key: true,
      responses: { 200: DeletedDraftResponse },
      errors: [forbidden, noSuchOrganization, noSuchDraft],
      handler: async ({ actor, params: { org_id, draft_id }, write_key }) => {
        await deleteDraft(deps, actor, { org_id, draft_id, write_key });
        return { status: 200, body: { status: 'ok' as const, message: 'Draft deleted.' } };
      },
    }),
  ];
}

/** Reads the members by name, since `revision` is not part of the content. */
function contentOf({
  title,
  draft,
  athlete_id,
  form = {},
  remarks = [],
}: Pick<DraftContent, 'title' | 'draft'> & {
  readonly athlete_id?: string | null;
  readonly form?: DraftContent['form'];
  readonly remarks?: DraftContent['remarks'];
}): DraftContent {
  return { title, draft, athlete_id: athlete_id?.toLowerCase() ?? null, form, remarks };
}
