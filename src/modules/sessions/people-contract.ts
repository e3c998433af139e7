import Type from 'typebox';
import {
  Count,
  cursorQuery,
  Data,
  Flag,
  IDS,
  Message,
  NextCursor,
  Nullable,
  Ok,
  Shape,
  Text,
  timestamp,
} from '../../http/schemas.ts';
import { PlanTarget } from '../planning/index.ts';
import { MAX_TICKS_AT_ONCE, MAX_TICKS_OF_ONE } from './club-session.ts';
import { AnswerField, Attendance, MAX_PAGE_SIZE, PAGE_SIZE, WorkoutGroupName } from './contract.ts';

export const PeopleQuery = Type.Object(cursorQuery(PAGE_SIZE, MAX_PAGE_SIZE));

const person = {
  user_id: IDS.user_id,
  display_name: Text(200, 'The name that the reader knows them by.', 'Mei'),
};
const participant = {
  ...person,
  is_meant: Flag('Whether the session is for them.'),
  answer: Nullable(AnswerField),
  answered_at: Nullable(timestamp('When they answered.', '2026-07-18T09:00:00.000Z')),
  set_by: Nullable({
    ...IDS.coach_id,
    description: 'The coach who answered for them; null: they did, or nobody.',
  }),
  waits: Flag('Whether they said yes and wait for a place.', false),
};
export const ParticipantList = Shape(
  {
    status: Ok,
    data: Data({
      participants: Type.Array(
        Shape(
          {
            ...participant,
            attendance: Nullable(Attendance),
            workout_group: Nullable(WorkoutGroupName),
            targets: Type.Array(PlanTarget, {
              maxItems: 5,
              description:
                'The intensities of the working stretches of their group: at their own paces where they share them (`share_pace_data`), ' +
                'else by effort.',
              examples: [[{ type: 'pace', min: 268, max: 274.5, zone: 'threshold' }]],
            }),
          },
          { title: 'ClubSessionParticipant', description: 'Somebody of a session.' },
        ),
        { maxItems: MAX_PAGE_SIZE, description: 'Whom it is for, who answered, and who came; by id.' },
      ),
      next_cursor: NextCursor,
    }),
  },
  { title: 'ClubSessionParticipantList' },
);

export const CompanionList = Shape(
  {
    status: Ok,
    data: Data({
      coming: Type.Array(
        Shape(person, { title: 'ClubSessionCompanion', description: 'Somebody who comes.' }),
        {
          maxItems: MAX_PAGE_SIZE,
          description: 'By id; only who shares their profile (`share_profile_info`), and you.',
        },
      ),
      next_cursor: NextCursor,
    }),
  },
  { title: 'ClubSessionCompanionList' },
);

const tick = {
  came: Flag('Whether they came.'),
  ticked_at: timestamp('When that was said, by the clock of whoever did.', '2026-07-21T11:05:00.000Z'),
  received_at: timestamp('When it reached the server.', '2026-07-21T13:00:00.000Z'),
  ticked_by: Nullable({ ...IDS.coach_id, description: 'Who said so; null once their account is deleted.' }),
};
export const RegisterList = Shape(
  {
    status: Ok,
    data: Data({
      register: Type.Array(
        Shape(
          {
            ...participant,
            attendance: Nullable(Attendance),
            ticks: Type.Array(Shape(tick, { title: 'ClubSessionTick', description: 'An entry.' }), {
              maxItems: MAX_TICKS_OF_ONE,
              description: 'Every entry about them; the first is the one that holds.',
            }),
          },
          { title: 'ClubSessionRegisterEntry', description: 'Somebody of the register.' },
        ),
        { maxItems: MAX_PAGE_SIZE, description: 'Who was entered, by id.' },
      ),
      next_cursor: NextCursor,
    }),
  },
  { title: 'ClubSessionRegister' },
);
export const AttendanceTakenResponse = Shape(
  {
    status: Ok,
    message: Message('Register kept.'),
    data: Data({
      came_count: Count('Members who came, by what holds now.', 14),
      absent_count: Count('Members who were entered as absent, by what holds now.', 2),
      passed_over: Type.Array(IDS.user_id, {
        maxItems: MAX_TICKS_AT_ONCE,
        description: 'Those who were sent and are no members now: nothing was entered about them.',
        examples: [[]],
      }),
    }),
  },
  { title: 'ClubSessionAttendanceTaken' },
);
