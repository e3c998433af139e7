import Type from 'typebox';
import { Data, IDS, Nullable, Ok, Shape } from '../../http/schemas.ts';
import { Activity, OwnActivity } from '../activities/index.ts';
import { AthletePlannedResponse, OwnPlannedResponse } from '../calendars/index.ts';
import { ThreadPage } from '../messages/index.ts';
import { ShownName } from '../organizations/index.ts';

const NeighboursShape = Shape(
  {
    earlier_id: Nullable({ ...IDS.activity_id, description: 'The one before it; null: it is the first.' }),
    later_id: Nullable({ ...IDS.activity_id, description: 'The one after it; null: it is the last.' }),
  },
  {
    title: 'ActivityNeighbours',
    description: 'What stands beside it in the list of activities that you may read.',
  },
);

const planned = OwnPlannedResponse.properties.data.properties;
const athletePlanned = AthletePlannedResponse.properties.data.properties;

export const OwnReviewQuery = Type.Object({
  org_id: Type.Optional({
    ...IDS.org_id,
    description:
      'The organization whose comments to bring, of which you are a member. Without it there are none.',
  }),
});

export const OwnReviewResponse = Shape(
  {
    status: Ok,
    data: Data({
      activity: OwnActivity,
      planned: planned.planned,
      comments: Nullable({ ...ThreadPage, description: 'The newest page; null: of no organization.' }),
      neighbours: NeighboursShape,
    }),
  },
  { title: 'OwnReviewResponse' },
);

export const AthleteReviewResponse = Shape(
  {
    status: Ok,
    data: Data({
      athlete: Shape(
        { user_id: IDS.user_id, display_name: ShownName },
        { title: 'ReviewedAthlete', description: 'Whose it is.' },
      ),
      activity: Activity,
      planned: athletePlanned.planned,
      privacy_filtered: athletePlanned.privacy_filtered,
      comments: { ...ThreadPage, description: 'The newest page.' },
      neighbours: NeighboursShape,
    }),
  },
  { title: 'AthleteReviewResponse' },
);
