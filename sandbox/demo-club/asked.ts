import { evening, person, preferences } from './build-person.ts';
import type { DemoAsked } from './people.ts';

/** Who has been added and has not said yes. `weeksAgo` counts back from the end of the generated time. */
export function peopleAsked(weeksAgo: (weeks: number) => Date): DemoAsked[] {
  return [
    {
      ...person('calum', 'calum.reid', 'calum_reid', 'Calum', 'Reid', 'Calum Reid'),
      bio: null,
      preferences: preferences({}),
      signed_up_at: evening(weeksAgo(5 / 7)),
      asked_at: evening(weeksAgo(2 / 7)),
    },
  ];
}
