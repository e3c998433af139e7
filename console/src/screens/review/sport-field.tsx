import { useId } from 'react';
import type { Schemas } from '../../client/api.ts';
import { useLanguage, useSay } from '../../say.tsx';
import style from './review.module.css';

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

/** Chooses a sport; the browser's own list, which is searched by typing and works on every phone. */
export function SportField(props: { readonly value: Sport; readonly onChange: (sport: Sport) => void }) {
  const { value, onChange } = props;
  const say = useSay();
  const id = useId();
  const language = useLanguage();
  const named = (sports: readonly Sport[]) =>
    sports.map((sport) => ({ sport, name: say(`sports.${sport}`) }));
  const others = named(OTHERS).toSorted((a, b) => a.name.localeCompare(b.name, language));
  return (
    <div className={style.selectField}>
      <label htmlFor={id}>{say('sports.label')}</label>
      <select
        id={id}
        className={style.select}
        value={value}
        onChange={({ target }) => onChange(target.value as Sport)}
      >
        {[named(ON_FOOT), others].map((group, index) => (
          <optgroup
            key={index === 0 ? 'foot' : 'others'}
            label={say(index === 0 ? 'sports.onFoot' : 'sports.others')}
          >
            {group.map(({ sport, name }) => (
              <option key={sport} value={sport}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
