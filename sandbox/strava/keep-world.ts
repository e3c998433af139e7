import type { StravaActivity } from './activity.ts';
import { inventAthlete, type StravaAthlete } from './athlete.ts';
import { type ActivityInput, makeActivity } from './make-activity.ts';

/** Who has an account at the platform, and what they have uploaded. */
export type World = {
  addAthlete(named?: Partial<StravaAthlete> & { readonly seed?: string }): StravaAthlete;
  athletes(): readonly StravaAthlete[];
  /** @throws RangeError for somebody who has no account */
  athlete(id: number): StravaAthlete;
  add(athlete_id: number, start: Date, input: ActivityInput): StravaActivity;
  replace(activity: StravaActivity): void;
  remove(activity: StravaActivity): void;
  find(id: number): StravaActivity | undefined;
  activitiesOf(athlete_id: number): StravaActivity[];
};

/** Above 2^32, as theirs are. */
const FIRST_ACTIVITY = 16_000_000_001;
const FIRST_ATHLETE = 134_800_001;

export function keepWorld(): World {
  const athletes = new Map<number, StravaAthlete>();
  const activities = new Map<number, StravaActivity>();
  let nextActivity = FIRST_ACTIVITY;
  let nextAthlete = FIRST_ATHLETE;
  const athlete = (id: number): StravaAthlete => {
    const found = athletes.get(id);
    if (found === undefined) throw new RangeError(`Nobody at the platform has the id ${id}.`);
    return found;
  };
  return {
    addAthlete: (named = {}) => {
      const added = inventAthlete({ id: nextAthlete++, ...named });
      athletes.set(added.id, added);
      return added;
    },
    athletes: () => [...athletes.values()],
    athlete,
    add: (athlete_id, start, input) => {
      const id = input.id ?? nextActivity++;
      if (activities.has(id)) throw new RangeError(`The platform has an activity ${id} already.`);
      const activity = makeActivity({ ...input, start, id, athlete: athlete(athlete_id) });
      activities.set(activity.id, activity);
      return activity;
    },
    replace: (activity) => {
      activities.set(activity.id, activity);
    },
    remove: ({ id }) => {
      activities.delete(id);
    },
    find: (id) => activities.get(id),
    activitiesOf: (athlete_id) => [
      ...activities.values().filter((activity) => activity.athlete_id === athlete_id),
    ],
  };
}
