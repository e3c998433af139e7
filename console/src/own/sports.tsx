import type { Schemas } from '../client/api.ts';
import { useLanguage, useSay } from '../say.tsx';

export type Sport = Schemas['OwnActivity']['sport_type'];

/** Kinds of sport as the server knows them: those on foot first. */
const ON_FOOT: readonly Sport[] = [
  'run',
  'trail_run',
  'track_run',
  'treadmill_run',
  'virtual_run',
  'walk',
  'hike',
];
const OTHERS: readonly Sport[] = [
  'mountaineering',
  'snowshoe',
  'ride',
  'mountain_bike_ride',
  'gravel_ride',
  'track_ride',
  'indoor_ride',
  'virtual_ride',
  'e_bike_ride',
  'handcycle',
  'pool_swim',
  'open_water_swim',
  'swim',
  'rowing',
  'indoor_rowing',
  'kayaking',
  'canoeing',
  'stand_up_paddling',
  'rafting',
  'cross_country_ski',
  'alpine_ski',
  'backcountry_ski',
  'snowboard',
  'ice_skating',
  'inline_skating',
  'strength_training',
  'cardio_training',
  'hiit',
  'elliptical',
  'stair_climbing',
  'jump_rope',
  'yoga',
  'pilates',
  'mobility',
  'meditation',
  'rock_climbing',
  'soccer',
  'basketball',
  'volleyball',
  'team_sport',
  'tennis',
  'racket_sport',
  'sailing',
  'surfing',
  'windsurfing',
  'kitesurfing',
  'snorkeling',
  'diving',
  'golf',
  'dance',
  'boxing',
  'horse_riding',
  'wheelchair',
  'multisport',
  'transition',
  'other',
];

/** The options of a list of sports, by name in the language: a group for those on foot, one for the others. */
export function SportOptions() {
  const say = useSay();
  const language = useLanguage();
  const named = (sports: readonly Sport[]) =>
    sports.map((sport) => ({ sport, name: say(`sports.${sport}`) }));
  const others = named(OTHERS).toSorted((a, b) => a.name.localeCompare(b.name, language));
  const groups = [
    { name: say('sports.onFoot'), sports: named(ON_FOOT) },
    { name: say('sports.others'), sports: others },
  ];
  return groups.map((group) => (
    <optgroup key={group.name} label={group.name}>
      {group.sports.map(({ sport, name }) => (
        <option key={sport} value={sport}>
          {name}
        </option>
      ))}
    </optgroup>
  ));
}

export const isSport = (text: string | null): text is Sport =>
  [...ON_FOOT, ...OTHERS].some((sport) => sport === text);
