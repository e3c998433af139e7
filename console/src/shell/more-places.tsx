import {
  Cable,
  Eye,
  Footprints,
  LogOut,
  type LucideIcon,
  Search,
  Settings2,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { Dialog } from '../parts/dialog.tsx';
import { useSay } from '../say.tsx';
import { coachedBy, type Membership, useSession, useSignOut } from '../session/session.tsx';
import { openFloating } from './floating-state.ts';
import style from './more-places.module.css';
import type { Place } from './places.ts';

/** On a coach's phone, what has no tab: the other places, the organization, oneself, and as whom one is here. */
export function MorePlaces(props: {
  readonly places: readonly Place[];
  readonly coaches: Membership;
  readonly close: () => void;
}) {
  const { places, coaches, close } = props;
  const say = useSay();
  const signOut = useSignOut();
  const others = coachedBy(useSession()).filter(({ org_id }) => org_id !== coaches.org_id);
  const link = (path: string, icon: LucideIcon, label: string): ReactNode => (
    <Link key={path} path={path} icon={icon} label={label} onFollow={close} />
  );
  return (
    <Dialog title={coaches.org_name} isOpen onClose={close}>
      <nav aria-label={say('shell.more')}>
        <ul className={style.list}>
          {places
            .filter(({ isBehindMore }) => isBehindMore)
            .map(({ path, icon, name }) => link(path, icon, say(name)))}
          {link(`/o/${coaches.org_id}/settings`, Settings2, say('shell.place.organization'))}
          <Act
            icon={Search}
            label={say('shell.palette.open')}
            act={() => {
              close();
              openFloating('palette');
            }}
          />
        </ul>
        <h3 className={style.caption}>{say('shell.yours')}</h3>
        <ul className={style.list}>
          {link('/today', Footprints, say('shell.role.run'))}
          {others.map(({ org_id, org_name }) => link(`/o/${org_id}/triage`, Users, org_name))}
          {link('/me/settings', SlidersHorizontal, say('shell.me.settings'))}
          {link('/me/privacy', Eye, say('shell.me.privacy'))}
          {link('/me/connections', Cable, say('shell.me.connections'))}
          <Act icon={LogOut} label={say('shell.me.signOut')} act={() => void signOut()} />
        </ul>
      </nav>
    </Dialog>
  );
}

function Link(props: {
  readonly path: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onFollow: () => void;
}) {
  const { path, icon: Icon, label, onFollow } = props;
  return (
    <li>
      <NavLink to={path} className={style.item ?? ''} onClick={onFollow}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </NavLink>
    </li>
  );
}

function Act(props: { readonly icon: LucideIcon; readonly label: string; readonly act: () => void }) {
  const { icon: Icon, label, act } = props;
  return (
    <li>
      <button type="button" className={style.item} onClick={act}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {label}
      </button>
    </li>
  );
}
