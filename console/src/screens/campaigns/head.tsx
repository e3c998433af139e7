import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageHead } from '../../parts/page-head.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';

/** The head of one campaign, with the way back to all of them. */
export function CampaignHead(props: {
  readonly title: string;
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}) {
  const say = useSay();
  const org_id = useOrgId();
  return (
    <PageHead
      title={props.title}
      above={
        <Link to={`/o/${org_id}/messages/campaigns`} style={{ display: 'inline-flex', alignItems: 'center' }}>
          <ChevronLeft size={14} strokeWidth={1.75} aria-hidden="true" />
          {say('campaigns.all')}
        </Link>
      }
      beside={props.beside}
    >
      {props.children}
    </PageHead>
  );
}
