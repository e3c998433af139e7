import Type from 'typebox';
import { Count, Data, Nullable, Ok, Shape } from '../../http/schemas.ts';
import { DEFAULT_LIMITS, LIMIT_BOUNDS, type LimitName, RULE_VERSION } from './limits.ts';

const limitFields = Object.fromEntries(
  (Object.keys(DEFAULT_LIMITS) as LimitName[]).map((name) => {
    const { least, most, whole } = LIMIT_BOUNDS[name];
    const bounds = {
      minimum: least,
      maximum: most,
      description: meaningOf(name),
      examples: [DEFAULT_LIMITS[name]],
    };
    return [name, whole ? Type.Integer({ ...bounds, format: 'int32' }) : Type.Number(bounds)];
  }),
) as Record<LimitName, ReturnType<typeof Type.Number>>;

function meaningOf(name: LimitName): string {
  return {
    message_wait_hours: 'Hours that an athlete’s message waits for an answer.',
    pain_level: 'Least level of pain, of ten.',
    key_sessions_missed: 'Key sessions of seven days that were not, or only partly, done.',
    long_run_jump_ratio: 'Longest run of seven days by the longest of the thirty days before.',
    load_ratio: 'Metres run in seven days by the average week of 28.',
    volume_above_share: 'Metres run by metres planned, of seven days.',
    volume_below_share: 'Metres run by metres planned, of seven days.',
    unavailable_share: 'Share of the workouts of the next seven days on days one cannot train.',
    silent_days: 'Whole days without an activity.',
    race_days: 'Days before a race.',
  }[name];
}

export const LimitsResponse = Shape(
  {
    status: Ok,
    data: Data({
      rule_version: Count('Of the rules.', RULE_VERSION),
      limits: Shape(limitFields, { title: 'TriageLimits', description: 'Those that hold here.' }),
      defaults: Shape(limitFields, { title: 'TriageDefaults', description: 'Those of the rules.' }),
    }),
  },
  { title: 'TriageLimitsAnswer' },
);

export const LimitsBody = Type.Object(
  Object.fromEntries(
    Object.entries(limitFields).map(([name, field]) => [name, Type.Optional(Nullable(field))]),
  ) as Record<LimitName, ReturnType<typeof Type.Optional<ReturnType<typeof Type.Unsafe<number | null>>>>>,
  {
    title: 'SetTriageLimits',
    description: 'What is left out stays as it is; null takes back to the rule’s own.',
  },
);
