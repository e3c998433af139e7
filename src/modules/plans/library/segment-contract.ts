import Type, { type Static, type TSchema } from 'typebox';
import { NO_NUL, Nullable, OneOf } from '../../../http/schemas.ts';
import { MAX_WORDS } from '../../../training/plan-input/limits.ts';
import { TARGET_TYPES } from '../../../training/planning/plan.ts';
import { ZONE_NAMES } from '../../../training/planning/zone-names.ts';
import { REPEATED, SegmentKind, StepKind, Times } from '../../planning/index.ts';

/** Segments as coaches send them. `readSegments` checks which members go together and reports faults with their paths. */

/** The limits are above any race on foot. */
const MAX_SEGMENT_S = 604_800;
const MAX_SEGMENT_M = 1_000_000;
const MAX_BOUND = 10_000;

const bound = (which: string, example: number) =>
  Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0,
        maximum: MAX_BOUND,
        description: `The ${which} number of the range; null or left out leaves it open.`,
        examples: [example],
      }),
    ),
  );

const TargetInput = Type.Object(
  {
    type: Type.Optional(
      OneOf(TARGET_TYPES, {
        description: 'What is to be kept to. May be left out beside a `zone`.',
        examples: ['pace'],
      }),
    ),
    min: bound('smaller', 268),
    max: bound('larger', 274.5),
    zone: Type.Optional(
      Nullable(
        Type.String({
          ...NO_NUL,
          maxLength: 50,
          description:
            `One of ${ZONE_NAMES.map((zone) => `\`${zone}\``).join(', ')}: then each athlete gets numbers of their own, ` +
            'and numbers beside it are not kept. With any other word, or none, the numbers stand for themselves.',
          examples: ['threshold'],
        }),
      ),
    ),
  },
  { description: 'The intensity: a zone, or numbers.', examples: [{ zone: 'threshold' }] },
);

const NOTE = Type.Optional(
  Type.String({
    ...NO_NUL,
    maxLength: MAX_WORDS,
    description: 'What to mind. Names no number that is one athlete’s own.',
    examples: ['Relax the shoulders.'],
  }),
);
const STRETCH = {
  duration_s: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_SEGMENT_S,
      description: 'Seconds, where the stretch is prescribed by time.',
      examples: [600],
    }),
  ),
  distance_m: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_SEGMENT_M,
      description: 'Metres, where it is prescribed by distance.',
      examples: [1000],
    }),
  ),
  target: Type.Optional(TargetInput),
  note: NOTE,
};

const StepInput = Type.Object(
  { kind: StepKind, ...STRETCH },
  { description: 'A stretch within a repeated set.' },
);

function segmentInput<const Inner extends TSchema>(inner: Inner, description: string) {
  return Type.Object(
    {
      kind: SegmentKind,
      ...STRETCH,
      repeat: Type.Optional(
        Type.Object(
          {
            times: Times,
            segments: Type.Array(inner, { minItems: 1, ...REPEATED }),
          },
          { description: 'What is repeated, for the kind `repeat` only.' },
        ),
      ),
    },
    { description },
  );
}

export const SegmentInput = segmentInput(
  segmentInput(StepInput, 'A stretch within a repeat, or a repeat of its own.'),
  'A stretch by time or by distance, or a repeat of such.',
);
export type SegmentInput = Static<typeof SegmentInput>;

export const INTERVALS_INPUT: readonly SegmentInput[] = [
  { kind: 'warmup', duration_s: 900, target: { zone: 'easy' } },
  {
    kind: 'repeat',
    repeat: {
      times: 5,
      segments: [
        { kind: 'work', distance_m: 1000, target: { zone: 'threshold' } },
        { kind: 'recovery', duration_s: 60 },
      ],
    },
  },
  { kind: 'cooldown', distance_m: 2000 },
];
