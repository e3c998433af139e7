import Type from 'typebox';
import { Count, IDS, Id, OneOf, Shape, Text, timestamp } from '../../http/schemas.ts';
import { WORKOUT_TYPES } from '../../training/workout-types.ts';
import { PROVIDERS } from '../users/index.ts';
import { DEFAULT_LIMITS, RULE_VERSION } from './limits.ts';
import { type Evidence, REASON_CODES, type ReasonCode } from './reasons.ts';

export const metres = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1e15, description, examples: [example] });
export const ratio = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1e9, description, examples: [example] });
export const day = (description: string, example: string) =>
  Type.String({ format: 'date', maxLength: 10, description, examples: [example] });

const MissedSession = Shape(
  {
    plan_id: { ...IDS.plan_id, description: 'Of the athlete’s own plan.' },
    workout_id: { ...Id, description: 'Of the workout in the plan.' },
    date: day('For which it was planned.', '2026-07-14'),
    title: Text(200, 'As the plan has it.', '6 × 800 m'),
    workout_type: OneOf(WORKOUT_TYPES, { description: 'Kind of workout.' }),
    status: OneOf(['missed', 'partly'], { description: 'Whether nothing or a part of it was done.' }),
  },
  { title: 'MissedSession' },
);

const EVIDENCE = {
  pain_reported: {
    area: Text(100, 'Where, of the worst.', 'achilles'),
    level: Count('Of ten, of the worst.', 6),
    limit_level: Count('From this level on.', DEFAULT_LIMITS.pain_level),
    reported_on: day('When, of the worst.', '2026-07-14'),
    reports: Count('How many there are.', 1),
  },
  message_unanswered: {
    conversation_id: { ...Id, description: 'Of the conversation with the organization.' },
    waiting_since: timestamp('When the first message came that waits.', '2026-07-13T18:02:00.000Z'),
    limit_hours: Count('From so many hours on.', DEFAULT_LIMITS.message_wait_hours),
  },
  key_session_missed: {
    sessions_count: Count('Key sessions of the last seven days that were not, or only partly, done.', 1),
    limit_count: Count('From so many on.', DEFAULT_LIMITS.key_sessions_missed),
    sessions: Type.Array(MissedSession, {
      maxItems: 3,
      description: 'The latest of them, the oldest first.',
    }),
  },
  long_run_jump: {
    activity_id: IDS.activity_id,
    distance_m: metres('The longest run of the last seven days.', 24_100),
    longest_30_days_m: metres('The longest of the thirty days before.', 16_050),
    ratio: ratio('The first by the second, to two decimals.', 1.5),
    limit_ratio: ratio('Above this.', DEFAULT_LIMITS.long_run_jump_ratio),
  },
  load_rising: {
    last_7_days_m: metres('Run in seven days.', 48_300),
    average_week_m: metres('A quarter of what was run in 28 days.', 27_650),
    ratio: ratio('The first by the second, to two decimals.', 1.75),
    limit_ratio: ratio('Above this.', DEFAULT_LIMITS.load_ratio),
  },
  volume_above_plan: volume('Above this share.', DEFAULT_LIMITS.volume_above_share),
  volume_below_plan: volume('Below this share.', DEFAULT_LIMITS.volume_below_share),
  low_availability: {
    planned_count: Count('Workouts planned for the next seven days.', 5),
    unavailable_count: Count('Of them on days on which the athlete cannot train.', 3),
    limit_share: ratio('From this share on.', DEFAULT_LIMITS.unavailable_share),
  },
  connection_lost: {
    provider: OneOf(PROVIDERS, { description: 'The platform that refuses our token.', examples: ['garmin'] }),
    lost_at: timestamp('Since when.', '2026-07-12T03:00:00.000Z'),
  },
  silent: {
    last_activity_at: timestamp('When the last activity began that shows.', '2026-07-04T06:10:00.000Z'),
    limit_days: Count('From so many whole days on.', DEFAULT_LIMITS.silent_days),
  },
  race_near: {
    date: day('Of the race.', '2026-07-19'),
    name: Text(200, 'As the plan or the calendar of races has it.', 'Half marathon'),
    days_to_race: Count('From today, where the athlete lives.', 4),
    limit_days: Count('Up to so many days before.', DEFAULT_LIMITS.race_days),
  },
} satisfies Record<ReasonCode, Parameters<typeof Type.Object>[0]>;

function volume(description: string, limit: number) {
  return {
    planned_distance_m: metres('Planned for the seven days before today.', 42_000),
    done_distance_m: metres('Run on them.', 18_400),
    share: ratio('The second by the first, to two decimals.', 0.44),
    limit_share: ratio(description, limit),
  };
}

export const MEANING: Record<ReasonCode, string> = {
  pain_reported: 'The athlete reported pain with a workout of the last seven days.',
  message_unanswered: 'A message of the athlete waits for an answer.',
  key_session_missed: 'Hard sessions or long runs of the last seven days were not, or only partly, done.',
  long_run_jump: 'One run was much longer than the longest of the thirty days before.',
  load_rising: 'Much more is run than the athlete is used to.',
  volume_above_plan: 'Much more was run in seven days than was planned.',
  volume_below_plan: 'Much less was run in seven days than was planned.',
  low_availability: 'Many workouts of the next seven days lie on days on which the athlete cannot train.',
  connection_lost: 'A platform refuses our token: the athlete has to connect it again.',
  silent: 'No activity for some days, of somebody who shares all they do.',
  race_near: 'A race is near.',
};

/** Each code with its own evidence, which types of a list that is made of codes cannot say. */
export const ReasonShape = Type.Unsafe<{
  code: ReasonCode;
  since: string;
  rule_version: number;
  evidence: Evidence;
}>(
  Type.Union(
    REASON_CODES.map((code) =>
      Shape(
        {
          code: Type.Literal(code, { description: MEANING[code], examples: [code] }),
          since: day('Since when, where the athlete lives.', '2026-07-14'),
          rule_version: Count('Of the rule that found it.', RULE_VERSION),
          evidence: Shape(EVIDENCE[code], { description: 'The numbers it rests on.' }),
        },
        {
          title: `TriageReason${code
            .split('_')
            .map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
            .join('')}`,
        },
      ),
    ),
  ),
);
