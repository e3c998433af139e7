import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useKeys, useScreenIsThere } from '../keys/keys.tsx';
import { useSay } from '../say.tsx';
import { FloatingParts } from './floating.tsx';
import { NetworkLine } from './network-line.tsx';
import { ATHLETE_PLACES, coachPlaces } from './places.ts';
import { Rail } from './rail.tsx';
import { noteRole, useRole } from './role.ts';
import style from './shell.module.css';

/** What stays around every screen: the rail, which is a bar of tabs on a phone, the palette and the keys that act everywhere. */
export function Shell() {
  const say = useSay();
  const role = useRole();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const places = role.coaches === null ? ATHLETE_PLACES : coachPlaces(role.coaches.org_id);
  useEffect(() => noteRole(role), [role]);
  useKeys(
    places.map(({ key, name, path }) => ({
      key: `g ${key}`,
      does: say(name),
      act: () => void navigate(path),
    })),
  );
  useScreenIsThere();
  return (
    <div className={style.shell}>
      <a className={style.skip} href="#main">
        {say('shell.skip')}
      </a>
      <Rail places={places} />
      <main id="main" className={style.main} tabIndex={-1} key={pathname.split('/').slice(0, 4).join('/')}>
        <NetworkLine />
        <Outlet />
      </main>
      <FloatingParts places={places} />
    </div>
  );
}
