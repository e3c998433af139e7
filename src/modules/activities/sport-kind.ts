import { type SportType, sportFamily } from '../../training/sport.ts';

export type SportKind =
  | 'run'
  | 'trail_run'
  | 'walk'
  | 'hike'
  | 'ride'
  | 'swim'
  | 'row'
  | 'ski'
  | 'strength'
  | 'yoga'
  | 'transition'
  | 'workout';

export function kindOfSport(sport: SportType): SportKind {
  if (sport === 'trail_run' || sport === 'hike' || sport === 'yoga' || sport === 'transition') return sport;
  if (sport === 'strength_training') return 'strength';
  switch (sportFamily(sport)) {
    case 'running':
      return 'run';
    case 'walking':
      return 'walk';
    case 'cycling':
      return 'ride';
    case 'swimming':
      return 'swim';
    case 'rowing':
      return 'row';
    case 'skiing':
      return 'ski';
    default:
      return 'workout';
  }
}
