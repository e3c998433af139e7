import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Empty, Failure } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import style from './roster.module.css';

const USES = 50;

/** What to do where nobody is on the roster: a link to pass on. */
export function Invite({ org_id }: { readonly org_id: string }) {
  const say = useSay();
  const [isCopied, setCopied] = useState(false);
  const making = useMutation({
    mutationFn: () =>
      ask(
        api.POST('/organizations/{org_id}/invitations', {
          params: { path: { org_id } },
          body: { max_uses: USES },
        }),
      ),
  });
  const url = making.data?.data.invitation.url;
  if (url === undefined) {
    return (
      <>
        <Empty
          action={
            <Button look="main" onPress={() => making.mutate()} isDisabled={making.isPending}>
              {say('roster.invite.make')}
            </Button>
          }
        >
          {say('roster.empty')}
        </Empty>
        {making.isError && <Failure error={making.error} what={say('roster.invite.failed')} />}
      </>
    );
  }
  return (
    <Empty
      action={
        <div className={style.link}>
          <code>{url}</code>
          <Button
            look="main"
            onPress={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}
          >
            {isCopied ? say('roster.invite.copied') : say('roster.invite.copy')}
          </Button>
        </div>
      }
    >
      {say('roster.invite.about', { uses: USES })}
    </Empty>
  );
}
