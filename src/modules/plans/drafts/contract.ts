import Type from 'typebox';
import {
  AnyJson,
  cursorQuery,
  Data,
  IDS,
  Message,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../../http/schemas.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { MAX_DRAFT, WeeksOfPlan } from '../../planning/index.ts';
import { PlanTitle } from '../library/contract.ts';
import { KEPT_DAYS, MAX_DRAFTS, MAX_FORM_BYTES, MAX_REMARK, MAX_REMARKS, REMARKERS } from './draft.ts';

const MAX_REVISION = 2_147_483_647;
const EXAMPLE_DRAFT = '## Week 1: Base, 24 km\n\n- **Tuesday**: Easy run, 8 km';
const EXAMPLE_FORM = { weeks: 1, experience_level: 'intermediate', instructions: 'No intervals.' };
const FORM_IS = `The fields of \`generatePlanDraft\` as your editor has them, or any others of its own, but no \`athlete_id\`. At most ${MAX_FORM_BYTES} bytes as JSON.`;

const Revision = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: MAX_REVISION,
  description: 'One more with each change.',
  examples: [1],
});
const DraftText = Type.String({
  ...NO_NUL,
  maxLength: MAX_DRAFT,
  description: 'The text, as it is being written; empty before there is one.',
  examples: [EXAMPLE_DRAFT],
});
const Athlete = Nullable({
  ...IDS.athlete_id,
  description: 'For whom the plan is; null for nobody in particular, and once their account is deleted.',
});
const RemarkFrom = OneOf(REMARKERS, { description: 'Who said it.', examples: ['engine'] });
const RemarkText = Type.String({
  ...NO_NUL,
  maxLength: MAX_REMARK,
  description: 'What was said of the draft, such as a finding.',
  examples: ['Week 3 grows by more than 10 %.'],
});
const RemarkWeek = Type.Optional(WeeksOfPlan('The week that it is about.', 3));
const remarks = <const T extends Type.TSchema>(item: T) =>
  Type.Array(item, {
    maxItems: MAX_REMARKS,
    description: 'What was said of the draft while it was worked on, in its order.',
    examples: [[{ from: 'engine', text: 'Week 3 grows by more than 10 %.', week_number: 3 }]],
  });

const CONTENT = {
  title: PlanTitle,
  draft: DraftText,
  athlete_id: Type.Optional(Athlete),
  form: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      title: 'PlanDraftForm',
      additionalProperties: true,
      properties: {},
      description: FORM_IS,
      examples: [EXAMPLE_FORM],
    }),
  ),
  remarks: Type.Optional(
    remarks(
      Type.Object(
        { from: RemarkFrom, text: RemarkText, week_number: RemarkWeek },
        { description: 'Something that was said.' },
      ),
    ),
  ),
};
export const CreateDraftBody = Type.Object(CONTENT, { title: 'KeepPlanDraft' });
export const ReplaceDraftBody = Type.Object(
  { ...CONTENT, revision: { ...Revision, description: 'Of the draft as you had it.' } },
  { title: 'ReplacePlanDraft', description: 'The whole of it: what is left out is empty.' },
);

const SUMMARY = {
  id: IDS.draft_id,
  org_id: IDS.org_id,
  athlete_id: Athlete,
  title: Text(MAX_TITLE, 'As the coach calls it.', 'Autumn half marathon'),
  revision: Revision,
  created_at: timestamp('When it was first kept.', '2026-07-01T06:30:00.000Z'),
  updated_at: timestamp(
    `When it was last changed; it is kept for ${KEPT_DAYS} days from then.`,
    '2026-07-01T06:30:00.000Z',
  ),
};
const Summary = Shape(SUMMARY, { title: 'KeptPlanDraftSummary' });
const KeptDraft = Shape(
  {
    ...SUMMARY,
    draft: DraftText,
    form: Type.Record(Type.String(), AnyJson(MAX_FORM_BYTES), {
      title: 'KeptPlanDraftForm',
      description: FORM_IS,
      examples: [EXAMPLE_FORM],
    }),
    remarks: remarks(
      Shape({ from: RemarkFrom, text: RemarkText, week_number: RemarkWeek }, { title: 'PlanDraftRemark' }),
    ),
  },
  { title: 'KeptPlanDraft', description: 'A plan that a coach is writing. Nobody else reads it.' },
);

export const DraftQuery = Type.Object(cursorQuery(MAX_DRAFTS, MAX_DRAFTS));
export const DraftList = Shape(
  {
    status: Ok,
    data: Data({
      drafts: Type.Array(Summary, {
        maxItems: MAX_DRAFTS,
        description: 'The last changed first, without texts.',
      }),
      next_cursor: NextCursor,
    }),
  },
  { title: 'KeptPlanDraftList' },
);
export const DraftResponse = Shape(
  { status: Ok, data: Data({ draft: KeptDraft }) },
  { title: 'KeptPlanDraftAnswer' },
);
export const DeletedDraftResponse = Shape(
  { status: Ok, message: Message('Draft deleted.') },
  { title: 'DeletedPlanDraftAnswer' },
);
