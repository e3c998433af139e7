import { person, preferences } from './build-person.ts';
import type { DemoCoach } from './people.ts';

export const DEMO_COACHES: readonly DemoCoach[] = [
  {
    ...person('fiona', 'fiona.drummond', 'coach_fiona', 'Fiona', 'Drummond', 'Fiona Drummond'),
    bio: 'Head coach. Believes in easy days that are easy.',
    role: 'head_coach',
    preferences: preferences({ workout_days: ['tuesday', 'thursday', 'sunday'] }),
  },
  {
    ...person('rafael', 'rafael.ortiz', 'rafa_om', 'Rafael', 'Ortiz-Muñoz', 'Rafael Ortiz-Muñoz'),
    bio: 'Looks after the track squad and the remote runners.',
    role: 'assistant_coach',
    preferences: preferences({ coach_persona: 'joy' }),
  },
];
