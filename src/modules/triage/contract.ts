import Type, { type Static } from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  Flag,
  IDS,
  Id,
  Message,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { addDays } from '../../shared/calendar.ts';
import { SPORT_TYPES } from '../../training/sport.ts';
import { WORKOUT_TYPES } from '../../training/workout-types.ts';
import { MAX_GROUPS } from '../groups/index.ts';
import { Level, ShownName } from '../organizations/index.ts';
import { PROVIDERS, ZonesRecord } from '../users/index.ts';
import { ENTRY_STATES } from './entry-queries.ts';
import { SHOWN_CHARS } from './find-words.ts';
import { DEFAULT_LIMITS, LIMIT_BOUNDS, type LimitName, RULE_VERSION } from './limits.ts';
import { day, metres, ReasonShape, ratio } from './reason-contract.ts';
import { REASON_CODES } from './reasons.ts';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
const MAX_NOTE = 500;
/** Of one athlete on one day, and of reasons: platforms that were lost each have one of their own. */
const MAX_A_DAY = 50;
const SECTIONS = ['first', 'then', ...ENTRY_STATES.slice(1)] as const;
const MAX_REASONS = REASON_CODES.length + PROVIDERS.length;

const WeekDay = Shape(
  {
    date: day('Where the athlete lives.', '2026-07-13'),
    kind: Nullable(
      OneOf(WORKOUT_TYPES, {
        description:
          'Of what is planned, the hard or long workout where there is one; null: nothing is planned.',
        examples: ['intervals'],
      }),
    ),
    planned_distance_m: Nullable(
      metres(
        'Metres to run; null where no run is planned, or the athlete does not share what plans come to at their paces.',
        10_800,
      ),
    ),
    done_distance_m: Nullable(metres('Metres that were run; null where no run shows.', 8_120)),
    share: Nullable(
      ratio(
        'How much of the workout of this `kind` was done, as in the calendar; null where nothing was.',
        0.75,
      ),
    ),
    planned: Type.Array(
      Shape(
        {
          workout_type: OneOf(WORKOUT_TYPES, { description: 'Kind of workout.' }),
          title: Text(200, 'As the plan has it.', 'Easy run'),
          distance_m: Type.Optional(
            metres('Absent where the athlete does not share what plans come to at their paces.', 8_000),
          ),
          status: OneOf(['done', 'partly', 'missed', 'upcoming', 'unknown'], {
            description:
              'What became of it by the rule of the calendar, as far as it shows: of a session of the club that stands for it.',
          }),
          share: Nullable(ratio('How much of it was done; null where nothing was.', 0.75)),
        },
        { title: 'TriagePlanned' },
      ),
      { maxItems: MAX_A_DAY, description: 'What plans have for it.' },
    ),
    done: Type.Array(
      Shape(
        {
          activity_id: IDS.activity_id,
          sport_type: OneOf(SPORT_TYPES, { description: 'Kind of sport.' }),
          distance_m: Nullable(metres('Metres; null where nobody knows.', 8_120)),
          duration_s: metres('Moving time where it is known, in seconds.', 2_580),
        },
        { title: 'TriageDone' },
      ),
      { maxItems: MAX_A_DAY, description: 'What was done that shows.' },
    ),
  },
  { title: 'TriageDay' },
);

const EXAMPLE_WEEK = ['13', '14', '15', '16', '17', '18', '19'].map((day) => ({
  date: `2026-07-${day}`,
  kind: day === '14' ? 'intervals' : null,
  planned_distance_m: day === '14' ? 10_800 : null,
  done_distance_m: null,
  share: null,
  planned:
    day === '14'
      ? [{ workout_type: 'intervals', title: '6 × 800 m', distance_m: 10_800, status: 'missed', share: null }]
      : [],
  done: [],
}));

const MARK = {
  state: OneOf(['handled', 'later'], { description: 'Dealt with, or put off.' }),
  note: Text(MAX_NOTE, 'What the coach wrote for the others; empty for nothing.', 'Called her, all fine.'),
  until: Nullable(
    timestamp('When what was put off comes back; null where it was handled.', '2026-07-20T06:00:00.000Z'),
  ),
  marked_by: Nullable({ ...IDS.user_id, description: 'The coach; null once their account is gone.' }),
  marked_at: timestamp('When.', '2026-07-15T08:20:11.000Z'),
};
const MarkShape = Shape(MARK, {
  title: 'TriageMark',
  description: 'What a coach decided; it ends with new evidence.',
});

const WORDS = {
  source: OneOf(['feedback', 'message'], {
    description: 'A note on a workout, or a message to the coaches.',
    examples: ['feedback'],
  }),
  text: Text(SHOWN_CHARS, `Its first ${SHOWN_CHARS} characters.`, 'Calf was tight from the fourth one on.'),
  is_cut: Flag('Whether it goes on.', false),
  said_at: timestamp('When it was written.', '2026-07-14T18:40:00.000Z'),
  activity_id: Nullable({ ...IDS.activity_id, description: 'Of the activity it is about; null: of none.' }),
  workout_id: Nullable({ ...IDS.workout_id, description: 'Of the planned workout; null: of none.' }),
  conversation_id: Nullable({
    ...Id,
    description: 'Of the conversation with the organization; null: it is no message.',
  }),
};

export const TriageAthlete = Shape(
  {
    user_id: IDS.user_id,
    display_name: ShownName,
    initials: Text(32, 'Of the name, for an avatar: of one in a single part the first letter.', 'YT'),
    groups: Type.Array(
      Shape(
        {
          group_id: IDS.group_id,
          name: Text(200, 'What it is called.', 'Track'),
          color: Nullable(Text(20, 'Its color; null: none.', '#1f6feb')),
        },
        { title: 'TriageGroup' },
      ),
      { maxItems: MAX_GROUPS, description: 'Groups that they are in, the oldest first.' },
    ),
    section: OneOf(SECTIONS, {
      description:
        'Where to list them. `first`: pain, a message that waits or a key session that was not done; `then`: another reason; `later` and ' +
        '`handled`: as a coach decided; `well`: no reason; `private`: none, and nothing shared that one could rest on.',
      examples: ['first'],
    }),
    reasons: Type.Array(ReasonShape, {
      maxItems: MAX_REASONS,
      description: 'The most pressing first. What the athlete keeps private is in none.',
    }),
    mark: Nullable(Shape(MARK, { description: 'What a coach decided; null where nobody did.' })),
    week: Shape(
      {
        week_start: day('The Monday, where the athlete lives.', '2026-07-13'),
        days: Type.Array(WeekDay, {
          minItems: 7,
          maxItems: 7,
          description: 'From Monday to Sunday.',
          examples: [EXAMPLE_WEEK],
        }),
      },
      { title: 'TriageWeek', description: 'This week, day by day.' },
    ),
    last_words: Nullable(
      Shape(WORDS, {
        description:
          'The newest of what they wrote within fourteen days: a note on a workout, as far as they share it, or a message that waits for an answer.',
      }),
    ),
    renewed_at: timestamp('When it was last found out.', '2026-07-15T08:19:40.000Z'),
    privacy_filtered: Type.Array(Text(50, '`reasons.` and the code of a reason.', 'reasons.silent'), {
      maxItems: REASON_CODES.length,
      description:
        'Reasons that are not looked for, since the athlete does not share what they rest on; sorted. It follows from their settings alone.',
      examples: [[]],
    }),
  },
  { title: 'TriageAthlete', description: 'An athlete with the reasons to look at them.' },
);
export type TriageAthlete = Static<typeof TriageAthlete>;

export const TriageList = Shape(
  {
    status: Ok,
    data: Data({
      athletes: Type.Array(TriageAthlete, {
        maxItems: MAX_PAGE_SIZE,
        description: 'Who to look at first comes first.',
      }),
      counts: Shape(
        {
          open: Count('With a reason that nobody has handled or put off.', 6),
          first: Count('Of them, to be looked at first.', 2),
          later: Count('Put off.', 1),
          handled: Count('Handled, without new evidence since.', 3),
          well: Count('Without a reason.', 28),
          private: Count('Without a reason, and sharing nothing that one could rest on.', 2),
        },
        { title: 'TriageCounts', description: 'Athletes of the whole organization by state.' },
      ),
      pending_athletes: Count(
        'Of how many something has changed that is being looked at: they are in no count and on no page until then.',
        0,
      ),
      next_cursor: NextCursor,
    }),
  },
  { title: 'TriageList' },
);

export const TriageQuery = Type.Object({
  state: OneOf(['all', ...ENTRY_STATES], {
    default: 'open',
    description: 'Which athletes; `all` of them come in the order of the sections.',
  }),
  group_id: Type.Optional({ ...IDS.group_id, description: 'Only athletes in this group.' }),
  coach_id: Type.Optional({ ...IDS.coach_id, description: 'Only athletes assigned to this coach.' }),
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
});

export const MarkBody = Type.Object(
  {
    state: OneOf(['handled', 'later'], { description: 'Dealt with, or put off until `until`.' }),
    until: Type.Optional(
      timestamp(
        'When it comes back, within a year; needed with `later`, and not taken with `handled`.',
        '2026-07-20T06:00:00.000Z',
      ),
    ),
    note: Type.Optional(
      Type.String({
        ...NO_NUL,
        maxLength: MAX_NOTE,
        description: 'For the other coaches. It is in the athlete’s personal export.',
        examples: ['Called her, all fine.'],
      }),
    ),
  },
  { title: 'MarkTriage' },
);

export const MarkedResponse = Shape(
  { status: Ok, message: Message('Marked.'), data: Data({ mark: MarkShape }) },
  { title: 'TriageMarked' },
);

/** Weeks that are shown of one athlete, this one among them, and what they wrote in them. */
export const SHOWN_WEEKS = 12;
export const SHOWN_WORDS = 10;
const LIMIT_NAMES = Object.keys(LIMIT_BOUNDS) as LimitName[];

const TriageWeekSums = Shape(
  {
    week_start: day('The Monday, where the athlete lives.', '2026-07-13'),
    planned_distance_m: Nullable(
      metres(
        'Metres to run; null where no run was planned, or the athlete does not share what plans come to at their paces.',
        42_000,
      ),
    ),
    done_distance_m: Nullable(
      metres('Metres that were run, of runs that show; null where they share no activities.', 40_500),
    ),
  },
  { title: 'TriageWeekSums' },
);

const EXAMPLE_WEEKS = Array.from({ length: SHOWN_WEEKS }, (_, week) => ({
  week_start: addDays('2026-07-13', 7 * (week + 1 - SHOWN_WEEKS)),
  planned_distance_m: 42_000,
  done_distance_m: 40_500,
}));

const Profile = Shape(
  {
    member_level: Nullable(Level),
    coach: Nullable(
      Shape(
        { user_id: IDS.user_id, name: Text(200, 'By which the team knows them.', 'Fiona Drummond') },
        { title: 'TriageCoach', description: 'The coach this member is assigned to; null: nobody.' },
      ),
    ),
    plan: Nullable(
      Shape(
        {
          saved_plan_id: { ...IDS.plan_id, description: 'Of the saved plan that was given to them.' },
          title: Text(200, 'As the plan has it.', 'Autumn marathon'),
        },
        {
          title: 'TriagePlan',
          description: 'What the organization gave them to follow now, or else next; null: nothing.',
        },
      ),
    ),
    activity_count: Nullable(
      Count('How many activities of theirs coaches may read; null where they share none.', 497),
    ),
    zones: Type.Optional(ZonesRecord),
    privacy_filtered: Type.Array(OneOf(['zones'], { description: 'Name of a field.' }), {
      maxItems: 1,
      description: 'Fields that are hidden and therefore absent.',
      examples: [[]],
    }),
  },
  {
    title: 'TriageProfile',
    description: 'What one should know of the athlete beside the numbers. Zones need `share_pace_data`.',
  },
);

export const TriageEvidence = Shape(
  {
    status: Ok,
    data: Data({
      athlete: TriageAthlete,
      profile: Profile,
      weeks: Type.Array(TriageWeekSums, {
        minItems: SHOWN_WEEKS,
        maxItems: SHOWN_WEEKS,
        description: 'The last twelve weeks, this one the last.',
        examples: [EXAMPLE_WEEKS],
      }),
      words: Type.Array(Shape(WORDS, { title: 'TriageWords', description: 'Something that they wrote.' }), {
        maxItems: SHOWN_WORDS,
        description:
          'What they wrote within fourteen days, the newest first: notes as far as they share them, and messages.',
      }),
      rules: Type.Array(
        Shape(
          {
            code: OneOf(REASON_CODES, { description: 'Of the reason.', examples: ['key_session_missed'] }),
            description: Text(200, 'What it says.', 'A race is near.'),
            rule_version: Count('Of the rule.', RULE_VERSION),
            limits: Type.Array(
              Shape(
                {
                  name: OneOf(LIMIT_NAMES, {
                    description: 'Of the limit.',
                    examples: ['key_sessions_missed'],
                  }),
                  value: ratio('From where on it is a reason here, in the unit of its name.', 1),
                  default_value: ratio('That of the rule.', DEFAULT_LIMITS.key_sessions_missed),
                },
                { title: 'TriageRuleLimit' },
              ),
              { maxItems: 1, description: 'Its limit; none where it holds at once.' },
            ),
          },
          { title: 'TriageRule' },
        ),
        { maxItems: REASON_CODES.length, description: 'The rules of the reasons there are.' },
      ),
    }),
  },
  { title: 'TriageEvidence' },
);
