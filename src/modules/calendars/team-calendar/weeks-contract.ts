import Type from 'typebox';
import { cursorQuery, Data, IDS, Nullable, Ok, OneOf, Shape, Text } from '../../../http/schemas.ts';
import { MAX_TITLE } from '../../../training/plan-input/limits.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { Day } from '../../planning/index.ts';
import { PlanTitle } from '../../plans/index.ts';
import { RosterCursor } from '../../roster-metrics/index.ts';
import { TeamCalendarQuery } from './contract.ts';

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
/** Plans that are not over, of one athlete: the next ones are in their calendar. */
export const MOST_PLANS = 5;

const number = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1e15, description, examples: [example] });

const WeekDay = Shape(
  {
    kind: Nullable(
      OneOf(WORKOUT_TYPES, {
        description: 'Of what is planned, the hard or long workout where there is one; null: nothing is.',
        examples: ['intervals'],
      }),
    ),
    planned_distance_m: Nullable(
      number(
        'Metres to run; null where no run is planned, or the athlete does not share what plans come to at their paces.',
        10_800,
      ),
    ),
    done_distance_m: Nullable(number('Metres that were run; null where no run shows.', 8_120)),
    share: Nullable(
      number(
        'How much of the workout of this `kind` was done, as in the calendar; null where nothing was.',
        0.75,
      ),
    ),
  },
  { title: 'RosterDay' },
);

const RosterWeek = Shape(
  {
    user_id: IDS.user_id,
    days: Type.Array(WeekDay, {
      minItems: 7,
      maxItems: 7,
      description: 'From Monday to Sunday, each where the athlete lives.',
      examples: [
        Array.from({ length: 7 }, (_, day) => ({
          kind: day === 1 ? 'intervals' : null,
          planned_distance_m: day === 1 ? 10_800 : null,
          done_distance_m: day === 1 ? 8_120 : null,
          share: day === 1 ? 0.75 : null,
        })),
      ],
    }),
    plans: Type.Array(
      Shape(
        { plan_id: { ...IDS.plan_id, description: 'Of the saved plan.' }, title: PlanTitle },
        { title: 'RosterPlan' },
      ),
      {
        maxItems: MOST_PLANS,
        description:
          'The plans of the organization that they have and that are not over, the first to end first.',
      },
    ),
    privacy_filtered: Type.Array(Text(MAX_TITLE, 'Path of a field.', 'days.planned_distance_m'), {
      maxItems: 2,
      description: 'Fields that the athlete’s settings withhold and that are therefore null, sorted.',
      examples: [[]],
    }),
  },
  { title: 'RosterWeek', description: 'The week of an athlete at a glance, and what they follow.' },
);

export const RosterWeeks = Shape(
  {
    status: Ok,
    data: Data({
      week_start: Day('The Monday of the week that it is where you live.', '2026-09-14'),
      athletes: Type.Array(RosterWeek, { maxItems: MAX_PAGE_SIZE, description: 'In the order asked for.' }),
      next_cursor: Nullable({
        ...RosterCursor,
        description: 'For the next page; null on the last one.',
        examples: [null],
      }),
    }),
  },
  { title: 'RosterWeeks' },
);

const { group_id, coach_id, sort, order, cursor } = TeamCalendarQuery.properties;
export const RosterWeeksQuery = Type.Object({
  ...{ group_id, coach_id, sort, order },
  ...cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE),
  cursor,
});
