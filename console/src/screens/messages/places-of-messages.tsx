import { NavLink, useNavigate } from 'react-router';
import { useKeys } from '../../keys/keys.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import frame from '../athlete/athlete.module.css';

const PLACES = ['inbox', 'campaigns'] as const;

/** What comes, and what the club writes to many at once. */
export function PlacesOfMessages() {
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  const pathOf = (place: (typeof PLACES)[number]): string => `/o/${org_id}/messages/${place}`;
  useKeys(
    PLACES.map((place, index) => ({
      key: String(index + 1),
      does: say(`messages.place.${place}`),
      act: () => void navigate(pathOf(place)),
    })),
  );
  return (
    <nav className={frame.tabs} aria-label={say('messages.places')}>
      {PLACES.map((place) => (
        <NavLink key={place} to={pathOf(place)}>
          {say(`messages.place.${place}`)}
        </NavLink>
      ))}
    </nav>
  );
}
