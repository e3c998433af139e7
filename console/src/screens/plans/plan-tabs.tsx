import { Link, useNavigate } from 'react-router';
import { useKeys } from '../../keys/keys.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './plans.module.css';

const TABS = ['plans', 'library'] as const;

/** The two lists of this place: whole plans, and single workouts. */
export function PlanTabs({ at }: { readonly at: (typeof TABS)[number] }) {
  const say = useSay();
  const org_id = useOrgId();
  const navigate = useNavigate();
  useKeys(
    TABS.map((tab, index) => ({
      key: String(index + 1),
      does: say(`plans.tab.${tab}`),
      act: () => void navigate(`/o/${org_id}/${tab}`),
    })),
  );
  return (
    <nav className={style.tabs} aria-label={say('plans.tabs')}>
      {TABS.map((tab) => (
        <Link key={tab} to={`/o/${org_id}/${tab}`} aria-current={tab === at ? 'page' : undefined}>
          {say(`plans.tab.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
