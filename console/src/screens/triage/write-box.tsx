import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Clock, Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api, ask } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { MenuButton, RowMenu } from '../../parts/menu-button.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './evidence.module.css';
import { laterTimes } from './later-times.ts';
import { ASKED, type RowActs } from './triage-row.tsx';
import type { Athlete } from './use-triage.ts';

export type WriteBoxProps = {
  readonly athlete: Athlete;
  /** What was typed to this athlete and not sent. */
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  /** What a key asked for here: the menu of times, or the field. */
  readonly wanted: Wanted['part'] | null;
  readonly onWanted: (part: Wanted['part'] | null) => void;
  /** The field was left by Escape. */
  readonly onLeave: () => void;
  readonly onHandled: (athlete: Athlete) => void;
  readonly onLater: (athlete: Athlete, until: string) => void;
  readonly onAsk: RowActs['onAsk'];
};

/** Something of somebody's box that a key asked for. */
export type Wanted = { readonly user_id: string; readonly part: 'later' | 'write' };

/** To write to the athlete, and to be done with them for now. */
export function WriteBox(props: WriteBoxProps) {
  const { athlete, draft, onDraft, wanted, onWanted, onLeave, onHandled, onAsk } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wanted !== 'write') return;
    field.current?.focus();
    onWanted(null);
  }, [wanted, onWanted]);
  const say = useSay();
  const isOnline = useIsOnline();
  const send = useSend(props);
  const name = athlete.display_name;
  const isOpen = athlete.section === 'first' || athlete.section === 'then';
  const mayBeSent = draft.trim() !== '' && isOnline && !send.isPending;
  return (
    <section className={style.write}>
      <textarea
        ref={field}
        className={style.typed}
        aria-label={say('triage.write', { name })}
        rows={draft === '' ? 1 : 3}
        maxLength={MOST_CHARS}
        placeholder={say('triage.write', { name })}
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // It leaves the field and nothing else; what was typed stays.
            event.preventDefault();
            event.currentTarget.blur();
            onLeave();
          }
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || !mayBeSent) return;
          event.preventDefault();
          send.mutate();
        }}
      />
      {!isOnline && draft !== '' && <p className="small second">{say('triage.write.offline')}</p>}
      {send.isError && (
        <p className={`small ${style.fault}`} role="alert">
          {say('triage.write.failed', { why: reasonOf(send.error, say) })}
        </p>
      )}
      <div className={style.buttons}>
        <RowMenu
          label={say('triage.ask.more', { name })}
          actions={ASKED.filter((what) => isOpen || what !== 'note').map((what) => ({
            id: what,
            label: say(`triage.ask.${what}`),
            act: () => onAsk(athlete, what),
          }))}
        />
        {draft.trim() !== '' && (
          <Button isDisabled={!mayBeSent} onPress={() => send.mutate()}>
            <Send size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('triage.write.send')}
            <KeyHint of="mod+Enter" />
          </Button>
        )}
        {isOpen && (
          <>
            <LaterMenu {...props} />
            <Button look="main" onPress={() => onHandled(athlete)} aria-keyshortcuts="E">
              <Check size={16} strokeWidth={1.75} aria-hidden="true" />
              {say('triage.handled')}
              <KeyHint of="e" />
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** As many as the server takes. */
const MOST_CHARS = 5_000;

/** Sends what was typed, once however often it is tried, and offers to take it back. */
function useSend({ athlete, draft, onDraft }: WriteBoxProps) {
  const org_id = useOrgId();
  const cache = useQueryClient();
  const say = useSay();
  const { offerUndo } = useNotices();
  const tried = useRef<{ readonly text: string; readonly key: string } | null>(null);
  const { user_id, display_name } = athlete;
  return useMutation({
    mutationFn: () => {
      const text = draft.trim();
      if (tried.current?.text !== text) tried.current = { text, key: crypto.randomUUID() };
      return ask(
        api.POST('/organizations/{org_id}/athletes/{user_id}/messages', {
          params: { path: { org_id, user_id }, header: { 'Idempotency-Key': tried.current.key } },
          body: { text },
        }),
      );
    },
    onSuccess: ({ data: { post } }) => {
      tried.current = null;
      onDraft('');
      offerUndo({
        said: say('triage.write.sent', { name: display_name }),
        undo: async () => {
          await ask(api.DELETE('/posts/{post_id}', { params: { path: { post_id: post.id } } }));
          onDraft(draft);
        },
      });
      void cache.invalidateQueries({ queryKey: ['triage', org_id] });
    },
  });
}

function LaterMenu({ athlete, wanted, onWanted, onLater }: WriteBoxProps) {
  const say = useSay();
  const format = useFormat();
  const { timezone } = useSession().profile.preferences;
  return (
    <MenuButton
      label={say('triage.later')}
      hasOwnWords
      shortcut="S"
      placement="top end"
      isOpen={wanted === 'later'}
      onOpenChange={(isOpen) => onWanted(isOpen ? 'later' : null)}
      sections={() => [
        {
          actions: laterTimes(timezone).map(({ id, date, until }) => ({
            ...{ id, label: say(`triage.later.${id}`, { day: format.day(date, 'short') }) },
            act: () => onLater(athlete, until),
          })),
        },
      ]}
    >
      <Clock size={16} strokeWidth={1.75} aria-hidden="true" />
      {say('triage.later')}
      <KeyHint of="s" />
    </MenuButton>
  );
}
