import columns from '../../parts/columns.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { OwnPages } from '../../shell/own-pages.tsx';
import { Account } from './account.tsx';
import { Clubs } from './clubs.tsx';
import { Display } from './display.tsx';
import { Notifications } from './notifications.tsx';
import { Sessions } from './sessions.tsx';

/** The settings of oneself: how the console speaks and looks, what one is told, where one is signed in, and one's clubs. */
export function Screen() {
  const say = useSay();
  const { email } = useSession().profile;
  return (
    <>
      <PageHead title={say('me.title')} beside={email} />
      <OwnPages />
      <div className={columns.columns}>
        <div>
          <Display />
          <Clubs />
        </div>
        <Notifications />
        <div>
          <Sessions />
          <Account />
        </div>
      </div>
    </>
  );
}
