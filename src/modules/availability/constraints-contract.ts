import Type from 'typebox';
import { Data, Id, Nullable, Ok, OneOf, Shape, Text } from '../../http/schemas.ts';
import { WEEKDAYS } from '../../shared/calendar.ts';
import { CONSTRAINT_ROOM, NOT_TAKEN_REASONS } from '../../training/availability/constraints-of-told.ts';
import { INJURED_RUNNING, RACE_PRIORITIES } from '../../training/planning/constraints.ts';
import { Day } from './contract.ts';
import { MAX_ENTRIES, MAX_INJURIES } from './limits.ts';

/** The most there can be of everything that may be left out: entries, injuries, and races. */
const MOST_LEFT_OUT = MAX_ENTRIES + MAX_INJURIES + 1_000;

const FROM = Day('First day.', '2026-09-21');
const list = <T extends Type.TSchema>(item: T, maxItems: number, description: string) =>
  Type.Array(item, { maxItems, description });

const Constraints = Shape(
  {
    days_off: Type.Array(OneOf(WEEKDAYS, { description: 'A weekday.', examples: ['monday'] }), {
      maxItems: WEEKDAYS.length,
      uniqueItems: true,
      description: 'Days that are ruled out in every week of the range.',
      examples: [['tuesday']],
    }),
    unavailable: list(
      Shape({
        from: FROM,
        to: Day('Last day.', '2026-09-24'),
        reason: Nullable(Text(CONSTRAINT_ROOM.words, 'Why; null where it was not said.', 'Visiting family')),
      }),
      CONSTRAINT_ROOM.ranges,
      'All other days that are ruled out whole.',
    ),
    injuries: list(
      Shape({
        area: Text(CONSTRAINT_ROOM.words, 'What hurts.', 'Achilles tendon'),
        from: FROM,
        to: Nullable(Day('Last day; null until further notice.', '2026-09-27')),
        running: OneOf(INJURED_RUNNING, { description: 'What may be run.', examples: ['no_hills'] }),
      }),
      CONSTRAINT_ROOM.ranges,
      'Injuries and illnesses of these days.',
    ),
    races: list(
      Shape({
        date: Day('The day of the race.', '2026-10-11'),
        distance_m: Type.Integer({
          format: 'int32',
          ...CONSTRAINT_ROOM.distance_m,
          description: 'Metres of the race.',
          examples: [10_000],
        }),
        priority: OneOf(RACE_PRIORITIES, { description: 'As in the calendar.', examples: ['b'] }),
        target_time_s: Nullable(
          Type.Integer({
            format: 'int32',
            minimum: 1,
            maximum: 864_000,
            description: 'Seconds in which it is to be run.',
            examples: [2_700],
          }),
        ),
      }),
      CONSTRAINT_ROOM.races,
      'Races to come of the athlete’s calendar.',
    ),
  },
  { title: 'ConstraintsOfAthlete', description: 'Can be sent as `constraints` of a request for a plan.' },
);

const CONSTRAINTS = {
  from: FROM,
  to: Day('Last day.', '2026-10-11'),
  constraints: Constraints,
  not_taken: list(
    Shape(
      {
        source: OneOf(['availability', 'injuries', 'races'], {
          description: 'Where it was told.',
          examples: ['availability'],
        }),
        id: { ...Id, description: 'Of the entry, injury or race.' },
        reason: OneOf(NOT_TAKEN_REASONS, {
          description:
            'Constraints know no parts of days (`part_of_day`), no `minutes` of a day and no `travelling`; they hold so many stretches and races and no more (`too_many`), and no race of that length (`distance_out_of_bounds`).',
          examples: ['minutes'],
        }),
      },
      { title: 'NotInConstraints', description: 'Something that is in no constraint, and why.' },
    ),
    MOST_LEFT_OUT,
    'What was told of these days and is in no constraint, or not with all of its days.',
  ),
};
const HIDDEN = ['availability', 'availability_reason', 'injuries', 'races'] as const;

export const OwnConstraints = Shape({ status: Ok, data: Data(CONSTRAINTS) }, { title: 'OwnConstraints' });
export const AthleteConstraints = Shape(
  {
    status: Ok,
    data: Data({
      ...CONSTRAINTS,
      privacy_filtered: Type.Array(OneOf(HIDDEN, { description: 'A part of it.' }), {
        maxItems: HIDDEN.length,
        description: 'What the athlete does not share here, whether or not there is any: it is left out.',
        examples: [['injuries']],
      }),
    }),
  },
  { title: 'AthleteConstraints' },
);
