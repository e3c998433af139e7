import { idParams } from '../../../http/schemas.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { findOwnActivityId, findSeenActivities, holdActivity } from '../../activities/index.ts';
import type { Subject } from './subject.ts';

export type ActivitySubjectDeps = { readonly sourcePolicies: SourcePolicies };

export function activitySubject(deps: ActivitySubjectDeps): Subject {
  return {
    kind: 'activity',
    path: '/athletes/:user_id/activities/:activity_id',
    params: idParams('org_id', 'user_id', 'activity_id'),
    operations: 'Activity',
    in_words: 'a workout',
    has_laps: true,
    placeOf: ({ user_id = '', activity_id = '' }) => ({
      athlete_id: user_id.toLowerCase(),
      key: activity_id.toLowerCase(),
    }),
    idsOf: (activity_id) => ({ activity_id }),
    areSeen: (db, asked) =>
      findSeenActivities(
        db,
        deps.sourcePolicies,
        asked.map(({ org_id, athlete_id, key, reader }) => ({
          org_id,
          user_id: athlete_id ?? '',
          activity_id: key,
          audience: reader.side === 'athlete' ? ('self' as const) : ('coach' as const),
        })),
      ),
    findHeir: async (db, { athlete_id, key }) =>
      (await findOwnActivityId(db, { user_id: athlete_id ?? '', activity_id: key })) ?? key,
    hold: (tx, { athlete_id, key }) => holdActivity(tx, { user_id: athlete_id ?? '', activity_id: key }),
  };
}
