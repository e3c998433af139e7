import { useNavigate } from 'react-router';
import { Avatar } from '../parts/avatar.tsx';
import { type MenuAction, MenuButton } from '../parts/menu-button.tsx';
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
  const actions: readonly MenuAction[] = [
    { id: 'settings', label: say('shell.me.settings'), act: () => void navigate('/me/settings') },
    { id: 'privacy', label: say('shell.me.privacy'), act: () => void navigate('/me/privacy') },
    { id: 'connections', label: say('shell.me.connections'), act: () => void navigate('/me/connections') },
    { id: 'keys', label: say('shell.keys.title'), act: () => openFloating('keys') },
    { id: 'out', label: say('shell.me.signOut'), act: () => void signOut() },
  ];
  return (
    <MenuButton
      label={name}
      hasOwnWords
      className={`${rail.place} ${rail.person}`}
      placement="top start"
      sections={() => [{ actions }]}
    >
      <Avatar name={name} size="small" />
      <span>{name}</span>
    </MenuButton>
  );
}
