import Type from 'typebox';
import {
  Data,
  IDS,
  Message,
  NextCursor,
  NO_NUL,
  Nullable,
  Ok,
  OneOf,
  Shape,
  TimeZone,
  timestamp,
} from '../../http/schemas.ts';
import { WEEKDAYS } from '../../shared/calendar.ts';
import { AVAILABILITY_KINDS, DAY_PARTS, INJURY_KINDS } from '../../training/availability/told.ts';
import { INJURED_RUNNING } from '../../training/planning/constraints.ts';
import {
  DAYS_AHEAD,
  DAYS_BACK,
  MAX_AREA,
  MAX_DAYS,
  MAX_ENTRIES,
  MAX_INJURIES,
  MAX_MINUTES,
  MAX_REASON,
} from './limits.ts';

export const Day = (description: string, example: string) =>
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    maxLength: 10,
    errorMessage: 'must be a calendar day such as 2026-07-01',
    description,
    examples: [example],
  });

export const Kind = OneOf(AVAILABILITY_KINDS, {
  description: '`travelling` rules nothing out; `limited` leaves so many `minutes`.',
  examples: ['unavailable'],
});
export const Part = OneOf(DAY_PARTS, { description: '`day` is the whole of it.', examples: ['day'] });
export const Minutes = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: MAX_MINUTES,
  description: 'How many minutes are left for training; of `limited` alone.',
  examples: [45],
});
export const Weekdays = Type.Array(OneOf(WEEKDAYS, { description: 'A weekday.', examples: ['monday'] }), {
  minItems: 1,
  maxItems: WEEKDAYS.length,
  uniqueItems: true,
  description: `Every week on these days, between \`from\` and \`to\` where they are given. Without it the entry is dated: it has both, at most ${MAX_DAYS} days apart.`,
  examples: [['tuesday']],
});
const words = (maxLength: number, description: string, example: string) =>
  Type.String({ ...NO_NUL, maxLength, description, examples: [example] });
export const Reason = words(MAX_REASON, 'Why, in your own words.', 'Visiting family');
const From = Day(`First day, where you live; at most ${DAYS_AHEAD} days ahead.`, '2026-09-21');
const To = Day('Last day, itself in it; not before today.', '2026-09-24');

export const CreateEntryBody = Type.Object(
  {
    kind: Kind,
    part: { ...Part, default: 'day' },
    minutes: Type.Optional(Nullable(Minutes)),
    weekdays: Type.Optional(Nullable(Weekdays)),
    from: Type.Optional(Nullable(From)),
    to: Type.Optional(Nullable(To)),
    reason: Type.Optional(Nullable(Reason)),
  },
  {
    title: 'CreateAvailability',
    examples: [
      { kind: 'unavailable', part: 'day', from: '2026-09-21', to: '2026-09-24', reason: 'Visiting family' },
    ],
  },
);
export const ChangeEntryBody = Type.Object(
  {
    kind: Type.Optional(Kind),
    part: Type.Optional(Part),
    minutes: Type.Optional(Nullable(Minutes)),
    weekdays: Type.Optional(Nullable(Weekdays)),
    from: Type.Optional(Nullable(From)),
    to: Type.Optional(Nullable(To)),
    reason: Type.Optional(Nullable(Reason)),
  },
  {
    title: 'ChangeAvailability',
    description: 'What is left out stays as it is; null clears.',
    examples: [{ to: '2026-09-25' }],
  },
);

const InjuryKind = OneOf(INJURY_KINDS, { description: 'What it is.', examples: ['injury'] });
const Area = Type.String({
  ...NO_NUL,
  minLength: 1,
  maxLength: MAX_AREA,
  description: 'What hurts, or what it is, in your own words.',
  examples: ['Achilles tendon'],
});
const Running = OneOf(INJURED_RUNNING, {
  description:
    'What may be run: nothing (`none`), easy running only, all but hills, all but what is faster than threshold pace.',
  examples: ['no_hills'],
});
const Note = words(MAX_REASON, 'Anything else, in your own words.', 'Physiotherapy on Thursdays');
const InjuryFrom = Day(`First day; at most ${DAYS_BACK} days ago, and ${DAYS_AHEAD} ahead.`, '2026-09-14');
const InjuryTo = Day('Last day, itself in it; null until further notice.', '2026-09-27');

export const CreateInjuryBody = Type.Object(
  {
    kind: InjuryKind,
    area: Area,
    from: InjuryFrom,
    to: Type.Optional(Nullable(InjuryTo)),
    running: Running,
    note: Type.Optional(Nullable(Note)),
  },
  {
    title: 'CreateInjury',
    examples: [{ kind: 'injury', area: 'Achilles tendon', from: '2026-09-14', running: 'no_hills' }],
  },
);
export const ChangeInjuryBody = Type.Object(
  {
    kind: Type.Optional(InjuryKind),
    area: Type.Optional(Area),
    from: Type.Optional(InjuryFrom),
    to: Type.Optional(Nullable(InjuryTo)),
    running: Type.Optional(Running),
    note: Type.Optional(Nullable(Note)),
  },
  {
    title: 'ChangeInjury',
    description: 'What is left out stays as it is; null clears.',
    examples: [{ to: '2026-09-27' }],
  },
);

const KEPT = {
  created_at: timestamp('When it was put down.', '2026-09-14T18:40:00.000Z'),
  updated_at: timestamp('When it last changed.', '2026-09-14T18:40:00.000Z'),
};

const Entry = Shape(
  {
    id: { ...IDS.entry_id, description: 'Of the entry.' },
    kind: Kind,
    part: Part,
    minutes: Nullable(Minutes),
    weekdays: Nullable({ ...Weekdays, description: 'Every week on these days; null for a dated entry.' }),
    from: Nullable(Day('First day; null: from ever.', '2026-09-21')),
    to: Nullable(Day('Last day; null: for ever.', '2026-09-24')),
    reason: Nullable(Reason),
    ...KEPT,
  },
  { title: 'AvailabilityEntry', description: 'Days on which its athlete cannot train as usual.' },
);

const Injury = Shape(
  {
    id: { ...IDS.injury_id, description: 'Of the injury or illness.' },
    kind: InjuryKind,
    area: Area,
    from: Day('First day.', '2026-09-14'),
    to: Nullable(InjuryTo),
    running: Running,
    note: Nullable(Note),
    ...KEPT,
  },
  { title: 'Injury', description: 'An injury or illness, and what running it allows.' },
);

export const EntryList = Shape({
  status: Ok,
  data: Data({
    entries: Type.Array(Entry, { maxItems: 100, description: 'The latest first.' }),
    next_cursor: NextCursor,
  }),
});
export const InjuryList = Shape({
  status: Ok,
  data: Data({
    injuries: Type.Array(Injury, { maxItems: 100, description: 'The latest first.' }),
    next_cursor: NextCursor,
  }),
});
export const EntryResponse = Shape({ status: Ok, data: Data({ entry: Entry }) });
export const InjuryResponse = Shape({ status: Ok, data: Data({ injury: Injury }) });
export const WrittenEntry = Shape({
  status: Ok,
  message: Message('Availability saved.'),
  data: Data({ entry: Entry }),
});
export const WrittenInjury = Shape({
  status: Ok,
  message: Message('Injury saved.'),
  data: Data({ injury: Injury }),
});
export const Deleted = Shape({ status: Ok, message: Message('Deleted.') });

const DEFAULT_DAYS = 28;
export const LIMITS = { most: MAX_DAYS, otherwise: DEFAULT_DAYS } as const;

export const DaysQuery = Type.Object({
  from: Type.Optional(
    Day(
      `First day, itself in it; at most ${MAX_DAYS} days up to \`to\`. Without it, the ${DEFAULT_DAYS} days up to \`to\`, or today.`,
      '2026-09-14',
    ),
  ),
  to: Type.Optional(
    Day(
      `Last day, itself in it. Without it, ${DEFAULT_DAYS} days from \`from\`, or from today where the athlete lives.`,
      '2026-10-11',
    ),
  ),
});

export const ToldDay = Shape(
  {
    date: Day('The day where the athlete lives.', '2026-09-21'),
    day: OneOf(WEEKDAYS, { description: 'Its weekday.', examples: ['monday'] }),
    minutes: Nullable({
      ...Minutes,
      minimum: 0,
      description:
        'For how long one can train at once, all entries together: 0 for not at all, null for as long as ever.',
      examples: [0],
    }),
    entries: Type.Array(
      Shape(
        {
          entry_id: { ...IDS.entry_id, description: 'Of the entry.' },
          kind: Kind,
          part: Part,
          minutes: Nullable(Minutes),
          reason: Nullable(Reason),
        },
        { title: 'AvailabilityOfDay', description: 'An entry that is about the day.' },
      ),
      { maxItems: MAX_ENTRIES, description: 'All that are about the day, the oldest first.' },
    ),
  },
  { title: 'DayOfAvailability', description: 'A day of which something was told.' },
);

export const InjuryOfDays = Shape(
  {
    injury_id: { ...IDS.injury_id, description: 'Of the injury or illness.' },
    kind: InjuryKind,
    area: Area,
    from: Day('First day.', '2026-09-14'),
    to: Nullable(InjuryTo),
    running: Running,
    note: Nullable(Note),
  },
  { title: 'InjuryOfDays', description: 'An injury or illness of these days.' },
);

const DAYS = {
  from: Day('First day.', '2026-09-14'),
  to: Day('Last day.', '2026-10-11'),
  timezone: TimeZone('Where the athlete lives.'),
  days: Type.Array(ToldDay, {
    maxItems: MAX_DAYS,
    description: 'The days of which something was told, in order.',
  }),
  injuries: Type.Array(InjuryOfDays, {
    maxItems: MAX_INJURIES,
    description: 'Injuries and illnesses of these days, the first told first.',
  }),
};
const HIDDEN_PARTS = ['availability', 'availability_reason', 'injuries'] as const;
export const Hidden = Type.Array(OneOf(HIDDEN_PARTS, { description: 'A part of it.' }), {
  maxItems: HIDDEN_PARTS.length,
  description: 'What the athlete does not share here, whether or not there is any: it is left out.',
  examples: [['injuries']],
});
export const ATHLETE_DAYS = { ...DAYS, privacy_filtered: Hidden };

export const OwnDays = Shape({ status: Ok, data: Data(DAYS) }, { title: 'OwnAvailabilityDays' });
export const AthleteDays = Shape(
  { status: Ok, data: Data(ATHLETE_DAYS) },
  { title: 'AthleteAvailabilityDays' },
);
