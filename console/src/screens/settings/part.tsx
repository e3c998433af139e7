import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../client/errors.ts';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Failure } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { type Organization, organizationKey } from './organization.ts';
import style from './settings.module.css';

/** One part of the settings: its title, what it is for, and its actions. */
export function Part(props: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, lead, actions, children } = props;
  const say = useSay();
  const org_id = useOrgId();
  const isOnline = useIsOnline();
  return (
    <>
      <Link to={`/o/${org_id}/settings`} className={style.back}>
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
        {say('settings.title')}
      </Link>
      <div className={style.head}>
        <PageHead title={title}>{actions}</PageHead>
        {lead !== undefined && <p className={`second ${style.lead}`}>{lead}</p>}
        {!isOnline && <p className="small second">{say('settings.offline')}</p>}
      </div>
      {children}
    </>
  );
}

/** A button for what is written at once: without a network it waits. */
export function WriteButton({ isDisabled = false, ...props }: Parameters<typeof Button>[0]) {
  const isOnline = useIsOnline();
  return <Button {...props} isDisabled={isDisabled || !isOnline} />;
}

/** Why a part cannot be shown. What one may not is said in words: who may, or that the tier does not have it. */
export function PartFailure(props: {
  readonly error: unknown;
  readonly what: string;
  /** Who may see it. */
  readonly whose: string;
  readonly retry: () => void;
}) {
  const { error, what, whose, retry } = props;
  const say = useSay();
  const org_id = useOrgId();
  // What is known of it already: to ask for it here would ask again each time that the question itself has failed.
  const tier = useQueryClient().getQueryData<Organization>(organizationKey(org_id))?.tier;
  if (!(error instanceof ApiError) || error.status !== 403)
    return <Failure error={error} what={what} retry={retry} />;
  const isTier = error.code === 'feature_not_enabled' && tier !== undefined;
  return (
    <div className={style.notAllowed}>
      <p className="strong">{isTier ? say('settings.notInTier', { tier }) : say('settings.notAllowed')}</p>
      <p className="second">{isTier ? say('settings.notInTier.who') : whose}</p>
    </div>
  );
}

/** Why something here is shown but cannot be changed. */
export function ReadOnly({ children }: { readonly children: ReactNode }) {
  return <p className={`small second ${style.readOnly}`}>{children}</p>;
}

const AT_ONCE = 200;

/** A list that may be long, so many at a time: the first ones, and how the next are shown. */
export function useSome<Item>(items: readonly Item[]): {
  readonly some: readonly Item[];
  readonly more: ReactNode;
} {
  const say = useSay();
  const [most, setMost] = useState(AT_ONCE);
  const more =
    items.length > most ? (
      <div>
        <Button onPress={() => setMost(most + AT_ONCE)}>{say('settings.more')}</Button>
      </div>
    ) : null;
  return { some: items.slice(0, most), more };
}
