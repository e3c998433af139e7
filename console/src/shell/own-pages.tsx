import { Cable, Eye, SlidersHorizontal } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { useSay } from '../say.tsx';
import { coachedBy, useSession } from '../session/session.tsx';
import style from './own-pages.module.css';
import rail from './rail.module.css';

const PAGES = [
  { path: '/me/privacy', name: 'shell.me.privacy', icon: Eye },
  { path: '/me/connections', name: 'shell.me.connections', icon: Cable },
  { path: '/me/settings', name: 'shell.me.settings', icon: SlidersHorizontal },
] as const;

/** The pages of oneself as tabs, where the rail has no room for them, and the way back to the organizations that one coaches. */
export function OwnPages() {
  const say = useSay();
  const coached = coachedBy(useSession());
  return (
    <nav className={style.tabs} aria-label={say('shell.own')}>
      {PAGES.map(({ path, name }) => (
        <NavLink key={path} to={path} className={style.tab ?? ''}>
          {say(name)}
        </NavLink>
      ))}
      {coached.map(({ org_id, org_name }) => (
        <Link key={org_id} to={`/o/${org_id}/triage`} className={style.tab}>
          {org_name}
        </Link>
      ))}
    </nav>
  );
}

/** The same in the rail of whoever runs. */
export function OwnPlaces() {
  const say = useSay();
  return (
    <div className={style.places}>
      <h2 className={rail.caption}>{say('shell.yours')}</h2>
      <ul className={rail.places}>
        {PAGES.map(({ path, name, icon: Icon }) => (
          <li key={path}>
            <NavLink to={path} className={rail.place ?? ''} title={say(name)}>
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              <span>{say(name)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
