import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useKeys } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { Empty, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { InviteForm } from './invite-form.tsx';
import { useNameOf, useStanding, useWhen } from './organization.ts';
import { Part, PartFailure, WriteButton } from './part.tsx';
import style from './settings.module.css';

type Invitation = Schemas['Invitation'];
const STATUSES = ['pending', 'accepted', 'expired', 'revoked'] as const;
type Status = (typeof STATUSES)[number];
const PAGE_SIZE = 50;

/** How athletes come to the roster without an account that somebody here knows: by mail, or by a link to pass on. */
export function Screen() {
  const say = useSay();
  const { role } = useStanding();
  const [search, setSearch] = useSearchParams();
  const status = STATUSES.find((one) => one === search.get('status')) ?? 'pending';
  const [isInviting, setInviting] = useState(false);
  /** The address of a link that was just made: it is shown this once, and kept nowhere. */
  const [url, setUrl] = useState<string | null>(null);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const list = useInvitations(status);
  useKeys(
    role === null ? [] : [{ key: 'n', does: say('settings.invitations.new'), act: () => setInviting(true) }],
  );
  return (
    <Part
      title={say('settings.part.invitations')}
      lead={say('settings.invitations.lead')}
      actions={
        role !== null && (
          <WriteButton onPress={() => setInviting(true)}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('settings.invitations.new')} <KeyHint of="n" />
          </WriteButton>
        )
      }
    >
      {url !== null && <MadeLink url={url} onClose={() => setUrl(null)} />}
      <div>
        <Choice
          label={say('settings.members.status')}
          value={status}
          onChange={(value: Status) =>
            setSearch(value === 'pending' ? {} : { status: value }, { replace: true })
          }
          options={STATUSES.map((value) => ({ value, label: say(`settings.invitations.show.${value}`) }))}
        />
      </div>
      {list.isPending && <Waiting rows={4} height={56} />}
      {list.error !== null && list.invitations === undefined && (
        <PartFailure
          error={list.error}
          what={say('settings.invitations.failed')}
          whose={say('settings.whose.coaches')}
          retry={() => void list.refetch()}
        />
      )}
      {list.invitations?.length === 0 && <Empty>{say(`settings.invitations.empty.${status}`)}</Empty>}
      {list.invitations !== undefined && list.invitations.length > 0 && (
        <List invitations={list.invitations} confirm={setAsked} />
      )}
      {list.hasNextPage && (
        <div>
          <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {say('settings.more')}
          </Button>
        </div>
      )}
      <Dialog title={say('settings.invitations.new')} isOpen={isInviting} onClose={() => setInviting(false)}>
        <InviteForm onClose={() => setInviting(false)} onLink={setUrl} />
      </Dialog>
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </Part>
  );
}

function useInvitations(status: Status) {
  const org_id = useOrgId();
  const query = useInfiniteQuery({
    queryKey: ['invitations', org_id, status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/organizations/{org_id}/invitations', {
          signal,
          params: {
            path: { org_id },
            query: { status, limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
  });
  return { ...query, invitations: query.data?.pages.flatMap((page) => page.data.invitations) };
}

function MadeLink({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const say = useSay();
  return (
    <section className={style.made} aria-label={say('settings.invitations.link')}>
      <div className={style.madeHead}>
        <p>{say('settings.invitations.made')}</p>
        <Button look="quiet" size="small" aria-label={say('shell.close')} onPress={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </div>
      <CopyText text={url} label={say('settings.invitations.link')} />
    </section>
  );
}

function List(props: {
  readonly invitations: readonly Invitation[];
  readonly confirm: (asked: Confirmation) => void;
}) {
  const say = useSay();
  const when = useWhen();
  const nameOf = useNameOf();
  const { role } = useStanding();
  const revocation = useRevocation();
  return (
    <table className={style.table}>
      <thead>
        <tr>
          {(['to', 'becomes', 'used', 'by', 'ends'] as const).map((column) => (
            <th key={column}>{say(`settings.invitations.column.${column}`)}</th>
          ))}
          <th>
            <span className="spoken">{say('settings.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.invitations.map((invitation) => (
          <tr key={invitation.id}>
            <td className="strong">{toWhom(invitation, say)}</td>
            <td data-label={say('settings.invitations.column.becomes')}>
              {[invitation.display_name, invitation.member_level, ...invitation.labels]
                .filter((text) => text !== null && text !== '')
                .map((text, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be alike
                  <span key={place} className={style.tag}>
                    {text}
                  </span>
                ))}
            </td>
            <td data-label={say('settings.invitations.column.used')}>
              {say('settings.invitations.uses', { uses: invitation.uses, most: invitation.max_uses })}
            </td>
            <td className="second" data-label={say('settings.invitations.column.by')}>
              {nameOf(invitation.created_by)}
            </td>
            <td data-label={say('settings.invitations.column.ends')}>{when.day(invitation.expires_at)}</td>
            <td className={style.actions}>
              {role !== null && invitation.status === 'pending' && (
                <WriteButton look="quiet" size="small" onPress={() => props.confirm(revocation(invitation))}>
                  {say('settings.invitations.revoke.dots')}
                </WriteButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The address is forgotten some time after an invitation has ended. */
function toWhom({ kind, email, created_at }: Invitation, say: ReturnType<typeof useSay>): string {
  if (kind === 'link') return say('settings.invitations.link');
  return email ?? say('settings.invitations.forgotten', { year: created_at.slice(0, 4) });
}

function useRevocation(): (invitation: Invitation) => Confirmation {
  const say = useSay();
  const org_id = useOrgId();
  const cache = useQueryClient();
  return (invitation) => ({
    title: say('settings.invitations.revoke.title'),
    text: say('settings.invitations.revoke.text', { to: toWhom(invitation, say) }),
    verb: say('settings.invitations.revoke'),
    act: async () => {
      const path = { org_id, invitation_id: invitation.id };
      await ask(api.DELETE('/organizations/{org_id}/invitations/{invitation_id}', { params: { path } }));
      await cache.invalidateQueries({ queryKey: ['invitations', org_id] });
    },
  });
}
