import { defineEvent } from '../../infra/events/index.ts';

/** An athlete has changed something that their training is computed from: zones, or gender. A listener reads the present values itself. */
export type TrainingZonesChanged = { readonly user_id: string };

export const trainingZonesChanged = defineEvent<TrainingZonesChanged>({
  name: 'training_zones_changed',
  payload: (value) => {
    const { user_id } = value as Partial<TrainingZonesChanged>;
    if (typeof user_id !== 'string') throw new TypeError('the athlete is missing');
    return { user_id };
  },
});
