import Type from 'typebox';
import { Count, IDS, Nullable, Shape } from '../../../http/schemas.ts';
import { InjuryOfDays, ToldDay } from '../../availability/index.ts';
import { Race } from '../../races/index.ts';

const MAX_RACES_A_DAY = 1_000;
const MAX_INJURIES_A_DAY = 200;

export const CommentCounts = Shape(
  {
    total: Count('Comments that are there, your own among them.', 3),
    unread: Count('Of them those that you have not read.', 1),
  },
  {
    title: 'CalendarComments',
    description:
      'Of a day: on the workouts, activities and sessions that it shows. Of a week: on it as a whole.',
  },
);

const DayRace = Shape(
  {
    race_id: IDS.race_id,
    name: Race.properties.name,
    event: Race.properties.event,
    distance_m: Race.properties.distance_m,
    priority: Race.properties.priority,
    target_time_s: Race.properties.target_time_s,
    result: Race.properties.result,
    activity_id: Nullable({
      ...IDS.activity_id,
      description: 'The activity that was the race, where this day shows it.',
    }),
  },
  { title: 'CalendarRace' },
);

const DayInjury = Shape(
  {
    injury_id: InjuryOfDays.properties.injury_id,
    kind: InjuryOfDays.properties.kind,
    area: InjuryOfDays.properties.area,
    running: InjuryOfDays.properties.running,
  },
  { title: 'CalendarInjury' },
);

/** What stands beside planned and done on a day, of one athlete and of many. */
export const BESIDE_DAY = {
  races: Type.Optional(
    Type.Array(DayRace, {
      maxItems: MAX_RACES_A_DAY,
      description:
        'Races of the athlete’s own calendar. Those to come, and targets, need `share_race_goal`; those that are over `share_race_history`; absent without both.',
    }),
  ),
  availability: Type.Optional(
    Nullable(
      Shape(
        { minutes: ToldDay.properties.minutes, entries: ToldDay.properties.entries },
        {
          title: 'CalendarAvailability',
          description:
            'What the athlete told of the day; null: nothing. Needs `share_availability_with_coach`.',
        },
      ),
    ),
  ),
  injuries: Type.Optional(
    Type.Array(DayInjury, {
      maxItems: MAX_INJURIES_A_DAY,
      description: 'Injuries and illnesses that the day lies in. Needs `share_injuries_with_coach`.',
    }),
  ),
  comments: CommentCounts,
};
