import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Failure } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { planKeys, useDrafts } from './plan-queries.ts';
import style from './plans.module.css';

const SHOWN_FIRST = 3;

/** What one is writing: nobody else reads it. The last changed first. */
export function Drafts() {
  const say = useSay();
  const org_id = useOrgId();
  const drafts = useDrafts(org_id);
  const [areAll, showAll] = useState(false);
  const [asked, askFirst] = useState<Confirmation | null>(null);
  const discard = useDiscard();
  if (drafts.isError && drafts.data === undefined)
    return (
      <Failure error={drafts.error} what={say('plans.drafts.failed')} retry={() => void drafts.refetch()} />
    );
  if (drafts.data === undefined || drafts.data.length === 0) return null;
  const shown = areAll ? drafts.data : drafts.data.slice(0, SHOWN_FIRST);
  return (
    <section className={style.drafts} aria-labelledby="plan-drafts">
      <h2 id="plan-drafts">{say('plans.drafts')}</h2>
      <ul>
        {shown.map((draft) => (
          <li key={draft.id}>
            <Link to={`/o/${org_id}/plans/new?draft=${draft.id}`} className={style.title}>
              {draft.title}
            </Link>
            <Kept draft={draft} />
            <Button look="quiet" size="small" onPress={() => askFirst(discard(draft))}>
              {say('plans.drafts.discard')}
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < drafts.data.length && (
        <Button look="quiet" size="small" onPress={() => showAll(true)}>
          {say('plans.drafts.all', { count: drafts.data.length })}
        </Button>
      )}
      <ConfirmDialog asked={asked} onClose={() => askFirst(null)} />
    </section>
  );
}

function Kept({ draft }: { readonly draft: Schemas['KeptPlanDraftSummary'] }) {
  const say = useSay();
  const format = useFormat();
  return (
    <span className="small third">{say('plans.drafts.kept', { at: format.moment(draft.updated_at) })}</span>
  );
}

/** Deletes a draft; until the notice is gone its text can be had back. */
function useDiscard(): (draft: Schemas['KeptPlanDraftSummary']) => Confirmation {
  const say = useSay();
  const org_id = useOrgId();
  const cache = useQueryClient();
  const { offerUndo } = useNotices();
  const again = (): Promise<void> => cache.invalidateQueries({ queryKey: planKeys.drafts(org_id) });
  return ({ id, title }) => ({
    title: say('plans.drafts.discard.title', { title }),
    text: say('plans.drafts.discard.text'),
    verb: say('plans.drafts.discard'),
    act: async () => {
      const params = { path: { org_id, draft_id: id } };
      const { data } = await ask(api.GET('/organizations/{org_id}/plan-drafts/{draft_id}', { params }));
      await ask(api.DELETE('/organizations/{org_id}/plan-drafts/{draft_id}', { params }));
      await again();
      const { draft, athlete_id, form, remarks } = data.draft;
      offerUndo({
        said: say('plans.drafts.discarded', { title }),
        undo: async () => {
          await ask(
            api.POST('/organizations/{org_id}/plan-drafts', {
              params: { path: { org_id } },
              body: { title, draft, athlete_id, form, remarks },
            }),
          );
          await again();
        },
      });
    },
  });
}
