import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useNavigate } from 'react-router';
import { Avatar } from '../parts/avatar.tsx';
import menu from '../parts/menu.module.css';
import { useSay } from '../say.tsx';
import { useSession, useSignOut } from '../session/session.tsx';
import { openFloating } from './floating-state.ts';
import rail from './rail.module.css';

/** Oneself: settings, privacy, connections, the list of keys, and signing out. */
export function PersonMenu() {
  const say = useSay();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { profile } = useSession();
  const name = profile.display_name ?? profile.username;
  const items = [
    { id: 'settings', label: say('shell.me.settings'), act: () => navigate('/me/settings') },
    { id: 'privacy', label: say('shell.me.privacy'), act: () => navigate('/me/privacy') },
    { id: 'connections', label: say('shell.me.connections'), act: () => navigate('/me/connections') },
    { id: 'keys', label: say('shell.keys.title'), act: () => openFloating('keys') },
    { id: 'out', label: say('shell.me.signOut'), act: signOut },
  ];
  return (
    <MenuTrigger>
      <Button className={rail.place ?? ''} style={{ border: 0, background: 'none' }}>
        <Avatar name={name} size="small" />
        <span>{name}</span>
      </Button>
      <Popover className={menu.popover ?? ''} placement="top start">
        <Menu className={menu.menu ?? ''} onAction={(id) => void items.find((item) => item.id === id)?.act()}>
          {items.map(({ id, label }) => (
            <MenuItem key={id} id={id} className={menu.item ?? ''}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
