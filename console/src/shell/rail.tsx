import { useQuery } from '@tanstack/react-query';
import { Menu as MenuIcon, Search, Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink, useLocation, useMatch, useSearchParams } from 'react-router';
import { api, ask } from '../client/api.ts';
import { useUnreadCount } from '../live/live-events.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { useSay } from '../say.tsx';
import type { Membership } from '../session/session.tsx';
import { openFloating } from './floating-state.ts';
import { OrganizationSwitch } from './organization-switch.tsx';
import { OwnPlaces } from './own-pages.tsx';
import { PersonMenu } from './person-menu.tsx';
import type { Place } from './places.ts';
import style from './rail.module.css';
import { useRole } from './role.ts';
import { TriageCount } from './triage-count.tsx';

const MorePlaces = lazy(async () => ({ default: (await import('./more-places.tsx')).MorePlaces }));

export function Rail({ places }: { readonly places: readonly Place[] }) {
  const say = useSay();
  const { coaches } = useRole();
  return (
    <nav className={style.rail} aria-label={say('shell.nav')}>
      <OrganizationSwitch />
      <button
        type="button"
        className={style.find}
        onClick={() => openFloating('palette')}
        aria-keyshortcuts="Meta+K Control+K"
      >
        <Search size={14} strokeWidth={1.75} aria-hidden="true" />
        <span>{say('shell.palette.open')}</span>
        <KeyHint of="mod+k" />
      </button>
      <ul className={style.places}>
        {places.map(({ name, icon: Icon, path, isInbox, isBehindMore }) => (
          <li
            key={path}
            className={path === '/me' ? style.ofPhone : isBehindMore === true ? style.behindMore : undefined}
          >
            <NavLink to={path} className={style.place ?? ''} title={say(name)}>
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              <span>{say(name)}</span>
              {coaches !== null && name === 'shell.place.triage' && <TriageCount org_id={coaches.org_id} />}
              {isInbox === true && <Unread />}
            </NavLink>
          </li>
        ))}
        {coaches !== null && (
          <li className={style.ofPhone}>
            <More places={places} coaches={coaches} />
          </li>
        )}
      </ul>
      {coaches === null ? <OwnPlaces /> : <Groups org_id={coaches.org_id} />}
      <div className={style.foot}>
        {coaches !== null && (
          <NavLink
            to={`/o/${coaches.org_id}/settings`}
            className={style.place ?? ''}
            title={say('shell.place.organization')}
          >
            <Settings2 size={16} strokeWidth={1.75} aria-hidden="true" />
            <span>{say('shell.place.organization')}</span>
          </NavLink>
        )}
        <PersonMenu />
      </div>
    </nav>
  );
}

/** The last tab of a phone: what has none of its own. */
function More(props: { readonly places: readonly Place[]; readonly coaches: Membership }) {
  const say = useSay();
  const [isOpen, open] = useState(false);
  const settings = useMatch('/o/:org/settings/*');
  const at = useMatch('/o/:org/:place/*')?.params.place;
  const isHere =
    settings !== null ||
    props.places.some(({ path, isBehindMore }) => isBehindMore && path.endsWith(`/${at}`));
  return (
    <>
      <button
        type="button"
        className={style.place}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={isHere ? 'page' : undefined}
        onClick={() => open(true)}
      >
        <MenuIcon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{say('shell.more')}</span>
      </button>
      <Suspense>{isOpen && <MorePlaces {...props} close={() => open(false)} />}</Suspense>
    </>
  );
}

const MOST_SHOWN = 99;

/** How many notifications wait to be read; nothing where none do. */
function Unread() {
  const say = useSay();
  const count = useUnreadCount();
  if (count === 0) return null;
  return (
    <>
      <b className={style.unread} aria-hidden="true">
        {count > MOST_SHOWN ? say('shell.unread.many', { most: MOST_SHOWN }) : count}
      </b>
      <i className="spoken">{say('shell.unread', { count })}</i>
    </>
  );
}

/** Where a group filters what is shown; from other pages it leads to the roster. */
const FILTERED = /^\/o\/[^/]+\/(triage|roster|calendar)\b/;

/** The groups of the organization. Each filters the page that one is on; the one that does so already shows all again. */
function Groups({ org_id }: { readonly org_id: string }) {
  const say = useSay();
  const { data } = useQuery({
    queryKey: ['groups', org_id],
    queryFn: () =>
      ask(api.GET('/organizations/{org_id}/groups', { params: { path: { org_id }, query: { limit: 100 } } })),
  });
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const groups = data?.data.groups ?? [];
  const chosen = search.get('group');
  const pathOf = (id: string): string => {
    const after = new URLSearchParams(FILTERED.test(pathname) ? search : undefined);
    if (id === chosen) after.delete('group');
    else after.set('group', id);
    const screen = FILTERED.exec(pathname)?.[1] ?? 'roster';
    return `/o/${org_id}/${screen}${after.size === 0 ? '' : `?${after}`}`;
  };
  if (groups.length === 0) return null;
  return (
    <section className={style.groups} aria-label={say('shell.groups')}>
      <h2 className={style.caption}>{say('shell.groups')}</h2>
      <ul>
        {groups.map(({ id, name, color, member_count }) => (
          <li key={id}>
            <Link
              to={pathOf(id)}
              className={style.group ?? ''}
              aria-current={id === chosen ? 'true' : undefined}
            >
              <i className={style.dot} style={{ background: color ?? 'var(--line-2)' }} />
              <span>{name}</span>
              <span className={style.count}>{member_count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
