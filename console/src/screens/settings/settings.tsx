import { useEffect } from 'react';
import { Navigate, NavLink, Outlet, useMatch } from 'react-router';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './settings.module.css';

const PARTS = [
  'general',
  'members',
  'coaches',
  'groups',
  'invitations',
  'security',
  'exports',
  'audit',
] as const;

/** The organization: who is in it, what it is called, what programs may read, and what was done. */
export function Screen() {
  const say = useSay();
  const org_id = useOrgId();
  const isStart = useMatch('/o/:org/settings') !== null;
  // A phone shows the list first; where there is room for both, the first part stands beside it.
  if (isStart && matchMedia('(min-width: 720px)').matches) return <Navigate to="general" replace />;
  return (
    <div className={style.settings} data-start={isStart || undefined}>
      <nav className={style.nav} aria-label={say('settings.nav')}>
        {isStart ? <StartTitle /> : <p className={style.title}>{say('settings.title')}</p>}
        <ul>
          {PARTS.map((part) => (
            <li key={part}>
              <NavLink to={`/o/${org_id}/settings/${part}`} className={style.link ?? ''}>
                {say(`settings.part.${part}`)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {!isStart && (
        <div className={style.part}>
          <Outlet />
        </div>
      )}
    </div>
  );
}

function StartTitle() {
  const say = useSay();
  const title = say('settings.title');
  useEffect(() => {
    document.title = `${title} – Ekiden`;
  }, [title]);
  return <h1 className={style.title}>{title}</h1>;
}
