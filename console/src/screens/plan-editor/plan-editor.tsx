import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { addDays, mondayOf, todayIn } from '../../format.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { useLanguage, useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import { Editor } from './editor.tsx';
import { EVENTS, emptyForm, type Form, WEEKDAYS } from './form.ts';
import { draftOf, type OnDevice, openDraft, type StoredDraft, useDeviceKey } from './kept-draft.ts';
import { type Draft, NOTHING_SAID } from './plan-state.ts';
import type { Beginning } from './use-editing.ts';

/** A plan from what is asked for to its weeks: a new one, one that is kept, or one made after the fields of another. */
export function Screen() {
  const say = useSay();
  const [search, setSearch] = useSearchParams();
  const { key: place } = useLocation();
  const draft_id = search.get('draft');
  const from = search.get('from');
  /** A draft that gets its name while it is written stays the same page. */
  const [names] = useState(() => new Map<string, string>());
  const opening = draft_id === null ? `${from ?? ''} ${place}` : (names.get(draft_id) ?? draft_id);
  const opened = useOpened(opening, { draft_id: names.has(draft_id ?? '') ? null : draft_id, from });
  if (opened.data !== undefined)
    return (
      <Editor
        key={opening}
        begin={opened.data}
        onNamed={(id) => {
          names.set(id, opening);
          setSearch({ draft: id }, { replace: true });
        }}
      />
    );
  return (
    <>
      <PageHead title={say('plan-editor.new')} />
      {opened.isError ? (
        <Failure error={opened.error} what={say('plan-editor.failed')} retry={() => void opened.refetch()} />
      ) : (
        <Waiting rows={8} />
      )}
    </>
  );
}

function useOpened(opening: string, of: { readonly draft_id: string | null; readonly from: string | null }) {
  const org_id = useOrgId();
  const ofPage = useLanguage();
  const { timezone, language } = useSession().profile.preferences;
  const keyOf = useDeviceKey(org_id);
  const empty = emptyForm({
    start_date: addDays(mondayOf(todayIn(timezone)), 7),
    language: language ?? ofPage,
  });
  return useQuery({
    queryKey: ['plan-editor', org_id, opening],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // The device keeps drafts in a manner of its own.
    persister: undefined as never,
    queryFn: async (): Promise<Beginning> => {
      if (of.from !== null && of.draft_id === null) {
        const params = { path: { org_id, plan_id: of.from } };
        const { data } = await ask(api.GET('/organizations/{org_id}/plans/{plan_id}', { params }));
        return beginWith(after(data.plan, empty));
      }
      const { onDevice, stored } = await openDraft(org_id, of.draft_id, keyOf(of.draft_id));
      return beginningOf(of.draft_id, { onDevice, stored, empty });
    },
  });
}

function beginWith(draft: Draft): Beginning {
  return { draft, draft_id: null, revision: null, is_sent: false, conflict: null, stream: null };
}

function draftWith(form: Form, title: string): Draft {
  return { title, form, athlete: null, text: '', weeks: {}, text_of_weeks: null, said: NOTHING_SAID };
}

/** What this device has goes before what the server has, as long as both were made of the same revision. */
function beginningOf(
  draft_id: string | null,
  of: { readonly onDevice: OnDevice | null; readonly stored: StoredDraft | null; readonly empty: Form },
): Beginning {
  const { onDevice, stored, empty } = of;
  if (onDevice === null) {
    if (stored === null) return beginWith(draftWith(empty, ''));
    return { ...beginWith(draftOf(stored, empty, '')), draft_id, revision: stored.revision, is_sent: true };
  }
  const { draft, revision, is_sent, stream } = onDevice;
  const own: Beginning = { draft, draft_id, revision, is_sent, conflict: null, stream };
  if (stored === null || stored.revision === revision) return own;
  if (!is_sent) return { ...own, conflict: stored };
  const isSame = stored.draft === draft.text_of_weeks;
  const theirs = draftOf(
    stored,
    empty,
    draft.athlete?.user_id === stored.athlete_id ? draft.athlete.name : '',
  );
  const { weeks, text_of_weeks, said } = draft;
  return {
    ...beginWith(isSame ? { ...theirs, weeks, text_of_weeks, said } : theirs),
    ...{ draft_id, revision: stored.revision, is_sent: true },
  };
}

/** The fields of a plan that is made anew: its days, its level and its length, from next week on. */
function after(plan: Schemas['SavedPlan'], empty: Form): Draft {
  const days = new Set(plan.content.map(({ day }) => day));
  const event = EVENTS.find((one) => one === plan.goal?.event) ?? 'general';
  const race_date = plan.goal?.race_date ?? '';
  const form: Form = {
    ...empty,
    event,
    race_date: race_date > empty.start_date ? race_date : '',
    weeks: String(plan.weeks),
    level: plan.experience_level ?? empty.level,
    language: plan.language ?? empty.language,
    workout_days: WEEKDAYS.filter((day) => days.has(day)),
  };
  return draftWith(form, plan.title);
}
