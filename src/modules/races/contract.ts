import Type, { type Static } from 'typebox';
import {
  cursorQuery,
  Data,
  Flag,
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
} from '../../http/schemas.ts';
import { STANDARD_DISTANCES } from '../../training/best-efforts.ts';
import { BEST_TIME_REASONS } from '../../training/best-times.ts';
import { RACE_PRIORITIES } from '../../training/planning/constraints.ts';
import { RACE_EVENTS } from '../../training/race-events.ts';
import { DAYS_AHEAD, DISTANCE_M, MAX_CONDITIONS, MAX_NAME, MAX_TIME_S } from './limits.ts';
import { MAX_SUGGESTIONS } from './suggest-activities.ts';

const Day = (description: string, example: string) =>
  Type.String({
    pattern: '^(?:19[7-9]|[2-8][0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}$',
    maxLength: 10,
    errorMessage: 'must be a calendar day such as 2026-07-01, from 1970 to 8999',
    description,
    examples: [example],
  });

const RaceDay = Day(`The day of the race, where you live; at most ${DAYS_AHEAD} days ahead.`, '2026-10-11');
const Name = Type.String({
  ...NO_NUL,
  minLength: 1,
  maxLength: MAX_NAME,
  description: 'What the race is called.',
  examples: ['Harbour Half'],
});
const Event = OneOf(RACE_EVENTS, {
  description: 'Which race it is; or `distance_m`.',
  examples: ['half_marathon'],
});
const Distance = Type.Number({
  ...DISTANCE_M,
  description: 'Metres of the race; or `event`.',
  examples: [21_097.5],
});
const Priority = OneOf(RACE_PRIORITIES, {
  description: '`a` and `b` are tapered for and recovered from, `c` is run out of training.',
  examples: ['a'],
});
const seconds = (description: string, example: number) =>
  Type.Integer({ format: 'int32', minimum: 1, maximum: MAX_TIME_S, description, examples: [example] });
const Target = seconds('Seconds in which it is to be run.', 6_300);
const Time = seconds('Seconds in which it was run, as the organizer timed it.', 6_345);
const Place = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: 1_000_000,
  description: 'Place in the ranking.',
  examples: [42],
});
const Conditions = Type.String({
  ...NO_NUL,
  maxLength: MAX_CONDITIONS,
  description: 'Weather, course and the like, in your own words.',
  examples: ['Head wind after the turn'],
});
const ResultInput = Type.Object(
  {
    time_s: Time,
    place: Type.Optional(Nullable(Place)),
    conditions: Type.Optional(Nullable(Conditions)),
  },
  { description: 'What came of it, from the day of the race on.', examples: [{ time_s: 6_345 }] },
);
export type ResultInput = Static<typeof ResultInput>;
const ActivityInput = {
  ...IDS.activity_id,
  description: 'Your own activity that was the race; no other race of yours may have it.',
};

export const CreateRaceBody = Type.Object(
  {
    date: RaceDay,
    name: Name,
    event: Type.Optional(Nullable(Event)),
    distance_m: Type.Optional(Nullable(Distance)),
    priority: { ...Priority, default: 'b' },
    target_time_s: Type.Optional(Nullable(Target)),
    result: Type.Optional(Nullable(ResultInput)),
    activity_id: Type.Optional(Nullable(ActivityInput)),
  },
  {
    title: 'CreateRace',
    description: 'With either `event` or `distance_m`.',
    examples: [
      {
        date: '2026-10-11',
        name: 'Harbour Half',
        event: 'half_marathon',
        priority: 'a',
        target_time_s: 6_300,
      },
    ],
  },
);
export const ChangeRaceBody = Type.Object(
  {
    date: Type.Optional(RaceDay),
    name: Type.Optional(Name),
    event: Type.Optional(Nullable(Event)),
    distance_m: Type.Optional(Nullable(Distance)),
    priority: Type.Optional(Priority),
    target_time_s: Type.Optional(Nullable(Target)),
    result: Type.Optional(Nullable(ResultInput)),
    activity_id: Type.Optional(Nullable(ActivityInput)),
  },
  {
    title: 'ChangeRace',
    description:
      'What is left out stays as it is; null clears a target, a result and an activity. A result is given whole; of `event` and `distance_m` at most one.',
    examples: [{ result: { time_s: 6_345, place: 42 } }],
  },
);

export const Race = Shape(
  {
    id: IDS.race_id,
    date: Day('The day of the race, where the athlete lives.', '2026-10-11'),
    name: Name,
    event: Nullable({ ...Event, description: 'Of about its distance; null where there is none.' }),
    distance_m: { ...Distance, description: 'Metres of the race.' },
    priority: Priority,
    target_time_s: Nullable(Target),
    result: Nullable(
      Shape(
        { time_s: Time, place: Nullable(Place), conditions: Nullable(Conditions) },
        { title: 'RaceResult', description: 'What came of it.' },
      ),
    ),
    activity_id: Nullable({ ...IDS.activity_id, description: 'The activity that was the race.' }),
    created_at: timestamp('When it was put down.', '2026-07-01T18:40:00.000Z'),
    updated_at: timestamp('When it last changed.', '2026-07-01T18:40:00.000Z'),
  },
  { title: 'Race', description: 'A race of an athlete’s calendar.' },
);

export const RacesQuery = Type.Object({
  from: Type.Optional(Day('First day, itself in it.', '2026-01-01')),
  to: Type.Optional(Day('Last day, itself in it; not before `from`.', '2026-12-31')),
  ...cursorQuery(50, 100),
});

const hidden = <const T extends readonly string[]>(parts: T) =>
  Type.Array(OneOf(parts, { description: 'A part of it.' }), {
    maxItems: parts.length,
    description: 'What the athlete does not share, whether or not there is any: it is left out.',
    examples: [['past']],
  });
const RACES = {
  races: Type.Array(Race, { maxItems: 100, description: 'The latest day first.' }),
  next_cursor: NextCursor,
};
export const RaceList = Shape({ status: Ok, data: Data(RACES) });
export const AthleteRaceList = Shape({
  status: Ok,
  data: Data({ ...RACES, privacy_filtered: hidden(['past', 'upcoming'] as const) }),
});
export const RaceResponse = Shape({ status: Ok, data: Data({ race: Race }) });
export const WrittenRace = Shape({ status: Ok, message: Message('Race saved.'), data: Data({ race: Race }) });
export const DeletedRace = Shape({ status: Ok, message: Message('Race deleted.') });

const BestTime = Shape(
  {
    name: Text(30, 'Of the distance.', '10 km'),
    distance_m: { ...Distance, description: 'Metres of the standard distance.', examples: [10_000] },
    time_s: Type.Number({
      minimum: 0,
      description: 'Seconds; of recordings with their fractions.',
      examples: [2_700],
    }),
    date: Type.String({
      format: 'date',
      maxLength: 10,
      description: 'The day where the athlete lives.',
      examples: ['2026-05-03'],
    }),
    source: OneOf(['race_result', 'best_effort'], {
      description: 'The result of a race, or the fastest stretch of that distance in a recording.',
      examples: ['race_result'],
    }),
    why: OneOf(BEST_TIME_REASONS, {
      description:
        '`only_one`: there is no other; `fastest`: of several; `official_time`: the result of a race, for which its recording does not count.',
      examples: ['official_time'],
    }),
    race_id: Nullable({ ...IDS.race_id, description: 'The race whose result it is.' }),
    activity_id: Nullable({
      ...IDS.activity_id,
      description: 'The activity that it was run in, where one is known.',
    }),
  },
  { title: 'BestTime', description: 'The best time of a distance, and where it is from.' },
);
const TIMES = {
  times: Type.Array(BestTime, {
    maxItems: STANDARD_DISTANCES.length,
    description: 'One for each standard distance of which there is a time, from the shortest.',
  }),
};
export const BestTimes = Shape({ status: Ok, data: Data(TIMES) });
export const AthleteBestTimes = Shape({
  status: Ok,
  data: Data({ ...TIMES, privacy_filtered: hidden(['best_times', 'past'] as const) }),
});

const measure = (description: string, example: number) =>
  Nullable(Type.Number({ minimum: 0, description, examples: [example] }));
const Suggestion = Shape(
  {
    activity_id: IDS.activity_id,
    name: Text(1_000, 'Its title.', 'Harbour Half'),
    start_time: timestamp('When it began.', '2026-10-11T08:00:00.000Z'),
    duration_s: measure('Seconds from start to end.', 6_361),
    distance_m: measure('Metres.', 21_140),
    is_marked: Flag('Whether it is marked as a race.'),
    is_of_distance: Flag('Whether it is of about the distance of the race.'),
  },
  { title: 'RaceActivitySuggestion', description: 'An activity that may have been the race.' },
);
export const Suggestions = Shape({
  status: Ok,
  data: Data({
    suggestions: Type.Array(Suggestion, { maxItems: MAX_SUGGESTIONS, description: 'The likeliest first.' }),
  }),
});
