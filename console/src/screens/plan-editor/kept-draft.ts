import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError, Unreachable } from '../../client/errors.ts';
import { openStore } from '../../client/store.ts';
import { useSession } from '../../session/session.tsx';
import type { Form } from './form.ts';
import { readForm } from './form.ts';
import { type Draft, type Finding, NOTHING_SAID } from './plan-state.ts';
import type { OpenStream } from './use-making.ts';

export type StoredDraft = Schemas['KeptPlanDraft'];

/** What this device keeps of a draft: all of it, and how far the server has it. */
export type OnDevice = {
  readonly draft: Draft;
  /** The revision that it was made of; null where the server has none. */
  readonly revision: number | null;
  readonly is_sent: boolean;
  readonly at: string;
  /** What was being made, so that it can be gone on with. */
  readonly stream: OpenStream | null;
};

/** Where a draft that has no name on the server yet is kept. */
const NEW = 'new';

function useDeviceKey(org_id: string): (draft_id: string | null) => string {
  const { user_id } = useSession().profile;
  return useCallback((draft_id) => `plan-draft ${user_id} ${org_id} ${draft_id ?? NEW}`, [org_id, user_id]);
}

/** What the server keeps of a draft: an athlete's id stands beside the form, never in it. */
export function contentOf({ title, form, athlete, text, said }: Draft): Schemas['KeepPlanDraft'] {
  return {
    title: title.trim() === '' ? '…' : title.trim(),
    draft: text,
    athlete_id: athlete?.user_id ?? null,
    form: { ...form, not_acted_on: said.not_acted_on.slice(0, MOST_REMARKS) },
    remarks: said.findings.slice(0, MOST_REMARKS).map((finding) => ({
      from: 'engine' as const,
      text: finding.text,
      ...(finding.week !== undefined && { week_number: finding.week }),
    })),
  };
}

const MOST_REMARKS = 60;

/** A draft as the server keeps it, without weeks: they are made of it anew. */
export function draftOf(stored: StoredDraft, empty: Form, name: string): Draft {
  const { not_acted_on } = stored.form;
  return {
    title: stored.title,
    form: readForm(stored.form, empty),
    athlete: stored.athlete_id === null ? null : { user_id: stored.athlete_id, name },
    text: stored.draft,
    weeks: {},
    text_of_weeks: null,
    said: {
      ...NOTHING_SAID,
      findings: stored.remarks.map(findingOf),
      not_acted_on: Array.isArray(not_acted_on) ? (not_acted_on as Draft['said']['not_acted_on']) : [],
    },
  };
}

function findingOf({ text, week_number }: StoredDraft['remarks'][number]): Finding {
  return {
    code: 'growth',
    rank: 'warning',
    evidence: null,
    source: '',
    text,
    ...(week_number !== undefined && { week: week_number }),
  };
}

const path = (org_id: string, draft_id: string) => ({ params: { path: { org_id, draft_id } } });

/** What is kept of a draft: on this device, and on the server. */
export async function openDraft(
  org_id: string,
  draft_id: string | null,
  key: string,
): Promise<{ readonly onDevice: OnDevice | null; readonly stored: StoredDraft | null }> {
  const onDevice = ((await (await openStore()).get('kept', key)) as OnDevice | undefined) ?? null;
  if (draft_id === null) return { onDevice, stored: null };
  try {
    const { data } = await ask(
      api.GET('/organizations/{org_id}/plan-drafts/{draft_id}', path(org_id, draft_id)),
    );
    return { onDevice, stored: data.draft };
  } catch (error) {
    if (onDevice !== null && error instanceof Unreachable) return { onDevice, stored: null };
    throw error;
  }
}

export { useDeviceKey };

/** How far a draft is kept. */
export type Keeping =
  | { readonly state: 'nothing' }
  | { readonly state: 'kept'; readonly at: string; readonly where: 'server' | 'device' }
  | { readonly state: 'refused'; readonly error: unknown }
  /** Somebody, such as oneself in another tab, changed it since. */
  | { readonly state: 'conflict'; readonly current: StoredDraft };

const SERVER_MS = 2_000;

type TabTold = { readonly draft_id: string; readonly revision: number };

/**
 * Keeps a draft while it is written: on this device at once, on the server once the fingers rest. Another tab that has the same
 * draft takes what was kept, unless it has something of its own: then both are shown to choose from.
 */
export function useKeeping(of: {
  readonly org_id: string;
  readonly draft: Draft;
  readonly begin: {
    readonly draft_id: string | null;
    readonly revision: number | null;
    readonly is_sent: boolean;
    readonly conflict: StoredDraft | null;
  };
  readonly stream: OpenStream | null;
  readonly onNamed: (draft_id: string) => void;
  /** The draft of another tab takes the place of this one, which has nothing of its own. */
  readonly onOther: (stored: StoredDraft) => void;
}) {
  const { org_id, draft, begin, stream } = of;
  const keyOf = useDeviceKey(org_id);
  const [keeping, setKeeping] = useState<Keeping>(
    begin.conflict === null ? { state: 'nothing' } : { state: 'conflict', current: begin.conflict },
  );
  const place = useRef({ draft_id: begin.draft_id, revision: begin.revision });
  /** What the server has, as text; null where nothing of it is known. */
  const sent = useRef<string | null>(begin.is_sent ? textOf(draft) : null);
  const sending = useRef<Promise<void> | null>(null);
  const isClosed = useRef(false);
  const hasText = draft.text !== '';

  const keepHere = useEffectEvent(async (): Promise<void> => {
    if (isClosed.current) return;
    const record: OnDevice = {
      draft,
      ...{ revision: place.current.revision, is_sent: sent.current === textOf(draft), stream },
      at: new Date().toISOString(),
    };
    const writing = (await openStore()).transaction('kept', 'readwrite');
    void writing.store.put(record, keyOf(place.current.draft_id));
    // A page that is left now does not wait until the browser commits by itself.
    writing.commit();
    await writing.done;
  });

  const send = useEffectEvent(async (isAsked: boolean, revision: number | null): Promise<void> => {
    const text = textOf(draft);
    if (isClosed.current || !hasText || (text === sent.current && !isAsked)) return;
    try {
      const stored = await store(org_id, { ...place.current, revision }, contentOf(draft));
      const isNew = place.current.draft_id !== stored.id;
      place.current = { draft_id: stored.id, revision: stored.revision };
      sent.current = text;
      if (isNew) {
        await (await openStore()).delete('kept', keyOf(null));
        of.onNamed(stored.id);
      }
      tellTabs({ draft_id: stored.id, revision: stored.revision });
      setKeeping({ state: 'kept', at: stored.updated_at, where: 'server' });
      await keepHere();
    } catch (error) {
      const current = currentOf(error);
      if (current !== null) setKeeping({ state: 'conflict', current });
      else if (error instanceof Unreachable)
        setKeeping({ state: 'kept', at: new Date().toISOString(), where: 'device' });
      else setKeeping({ state: 'refused', error });
    }
  });
  /** One at a time: each is made of the revision that the one before made. */
  const sendInTurn = useEffectEvent(async (isAsked: boolean, revision?: number): Promise<void> => {
    await sending.current;
    sending.current = send(isAsked, revision ?? place.current.revision);
    await sending.current;
  });

  const isConflict = keeping.state === 'conflict';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept is the draft as it is then
  useEffect(() => {
    void keepHere();
    if (isConflict) return;
    const there = setTimeout(() => void sendInTurn(false), SERVER_MS);
    return () => clearTimeout(there);
  }, [draft, stream, isConflict]);
  useEffect(() => {
    const again = (): void => void sendInTurn(false);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);

  const hearTab = useEffectEvent(async ({ draft_id, revision }: TabTold): Promise<void> => {
    await sending.current;
    if (draft_id !== place.current.draft_id || revision <= (place.current.revision ?? 0)) return;
    const { data } = await ask(
      api.GET('/organizations/{org_id}/plan-drafts/{draft_id}', path(org_id, draft_id)),
    );
    if (textOf(draft) === sent.current) take(data.draft);
    else setKeeping({ state: 'conflict', current: data.draft });
  });
  useEffect(() => onTabTold((told) => void hearTab(told).catch(() => undefined)), []);

  const take = (stored: StoredDraft): void => {
    place.current = { draft_id: stored.id, revision: stored.revision };
    sent.current = null;
    of.onOther(stored);
    setKeeping({ state: 'kept', at: stored.updated_at, where: 'server' });
  };
  return {
    keeping,
    /** Keeps it on the server at once. */
    keepNow: () => sendInTurn(true),
    /** What stands here takes the place of what the other tab kept. */
    keepMine: (current: StoredDraft) => {
      place.current = { draft_id: current.id, revision: current.revision };
      setKeeping({ state: 'nothing' });
      return sendInTurn(true, current.revision);
    },
    takeOther: take,
    /** It has become a plan: nothing of it is kept any more. */
    forget: async (): Promise<void> => {
      await sending.current;
      isClosed.current = true;
      const { draft_id } = place.current;
      const store = await openStore();
      await Promise.all([keyOf(draft_id), keyOf(null)].map((key) => store.delete('kept', key)));
      if (draft_id === null) return;
      await ask(api.DELETE('/organizations/{org_id}/plan-drafts/{draft_id}', path(org_id, draft_id)));
    },
  };
}

async function store(
  org_id: string,
  { draft_id, revision }: { readonly draft_id: string | null; readonly revision: number | null },
  content: Schemas['KeepPlanDraft'],
): Promise<StoredDraft> {
  const header = { 'Idempotency-Key': crypto.randomUUID() };
  if (draft_id !== null && revision !== null) {
    try {
      const params = { path: { org_id, draft_id }, header };
      const { data } = await ask(
        api.PUT('/organizations/{org_id}/plan-drafts/{draft_id}', { params, body: { ...content, revision } }),
      );
      return data.draft;
    } catch (error) {
      // It was deleted, or nobody changed it for too long: it is kept anew.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }
  return await createDraft(org_id, content);
}

/** Keeps a draft as a new one. */
export async function createDraft(org_id: string, content: Schemas['KeepPlanDraft']): Promise<StoredDraft> {
  const params = { path: { org_id }, header: { 'Idempotency-Key': crypto.randomUUID() } };
  const { data } = await ask(api.POST('/organizations/{org_id}/plan-drafts', { params, body: content }));
  return data.draft;
}

const textOf = (draft: Draft): string => JSON.stringify(contentOf(draft));

function currentOf(error: unknown): StoredDraft | null {
  if (!(error instanceof ApiError) || error.code !== 'draft_changed') return null;
  return (error.refusal.current as StoredDraft | undefined) ?? null;
}

const channel = new BroadcastChannel('ekiden-plan-drafts');

function tellTabs(told: TabTold): void {
  channel.postMessage(told);
}

function onTabTold(listener: (told: TabTold) => void): () => void {
  const hear = ({ data }: MessageEvent<TabTold>): void => listener(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
