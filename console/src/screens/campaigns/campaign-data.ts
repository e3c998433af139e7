import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { serverNow } from '../../client/server-clock.ts';
import { useNotices } from '../../notices/notices.tsx';
import type { Confirmation } from '../../parts/confirm-dialog.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { type Audience, audienceOf, toWire } from './audience.ts';

export type Campaign = Schemas['Campaign'];
export type Channel = Campaign['channels'][number];
export const CHANNELS = ['push', 'email', 'chat'] as const satisfies readonly Channel[];
export const STATES = ['draft', 'scheduled', 'sent', 'cancelled'] as const;
export type State = (typeof STATES)[number];

/** What a coach writes and chooses; null where nobody is chosen. */
export type CampaignText = {
  readonly title: string;
  readonly body: string;
  readonly channels: readonly Channel[];
  readonly audience: Audience | null;
};

/** As long as what is sent can be taken back, since it is scheduled and has not begun. */
export const UNDO_MS = 60_000;
const PAGE_SIZE = 30;
const ASK_AGAIN_MS = 3_000;

const campaignsKey = (org_id: string) => ['campaigns', org_id] as const;
const campaignKey = (org_id: string, campaign_id: string) => ['campaign', org_id, campaign_id] as const;

export function useCampaigns(state: State | null) {
  const org_id = useOrgId();
  return useInfiniteQuery({
    queryKey: [...campaignsKey(org_id), state],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_SIZE,
        ...(state !== null && { state }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      const params = { path: { org_id }, query };
      return (await ask(api.GET('/organizations/{org_id}/campaigns', { signal, params }))).data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}

/** Asked again and again while something becomes of it: no event tells of that. */
export function useCampaign(campaign_id: string) {
  const org_id = useOrgId();
  return useQuery({
    queryKey: campaignKey(org_id, campaign_id),
    queryFn: async ({ signal }): Promise<Campaign> => {
      const params = { path: { org_id, campaign_id } };
      return (await ask(api.GET('/organizations/{org_id}/campaigns/{campaign_id}', { signal, params }))).data
        .campaign;
    },
    refetchInterval: ({ state }) => (state.data === undefined ? false : askAgainAfter(state.data)),
  });
}

/** When it will be another than it is now: soon while it goes out, else when it begins to. */
function askAgainAfter({ state, scheduled_at }: Campaign): number | false {
  if (state === 'sending') return ASK_AGAIN_MS;
  if (state !== 'scheduled' || scheduled_at === null) return false;
  const left_ms = Date.parse(scheduled_at) - serverNow();
  return Math.min(Math.max(left_ms, ASK_AGAIN_MS), UNDO_MS);
}

/** Of which nothing has gone out: it leaves no record that members would miss. */
export const mayBeDeleted = ({ state, is_resolved, deliveries }: Campaign): boolean =>
  state === 'draft' || (state === 'cancelled' && !is_resolved && deliveries.length === 0);

export const mayBeCalledOff = ({ state }: Campaign): boolean => state === 'scheduled' || state === 'sending';

export const textOf = (campaign: Campaign): CampaignText => ({
  title: campaign.title,
  body: campaign.body,
  channels: campaign.channels,
  audience: namesNobody(audienceOf(campaign)) ? null : audienceOf(campaign),
});

/** Who were named have all deleted their accounts. */
const namesNobody = (audience: Audience): boolean => audience !== 'all' && audience.user_ids?.length === 0;

/** What can be done with a campaign, with what the page and the list then show. */
export function useCampaignActs() {
  const org_id = useOrgId();
  const say = useSay();
  const cache = useQueryClient();
  const { offerUndo, tell } = useNotices();
  const take = (campaign: Campaign): Campaign => {
    cache.setQueryData(campaignKey(org_id, campaign.id), campaign);
    void cache.invalidateQueries({ queryKey: campaignsKey(org_id) });
    return campaign;
  };
  const paramsOf = (campaign_id: string) => ({ path: { org_id, campaign_id } });
  const write = async (body: Schemas['CreateCampaign']): Promise<Campaign> => {
    const params = { path: { org_id } };
    return take((await ask(api.POST('/organizations/{org_id}/campaigns', { params, body }))).data.campaign);
  };
  const change = async (id: string, body: Schemas['ChangeCampaign']): Promise<Campaign> => {
    const params = paramsOf(id);
    const asked = api.PATCH('/organizations/{org_id}/campaigns/{campaign_id}', { params, body });
    return take((await ask(asked)).data.campaign);
  };
  const callOff = async (id: string): Promise<void> => {
    const params = paramsOf(id);
    await ask(api.POST('/organizations/{org_id}/campaigns/{campaign_id}/cancel', { params }));
    await cache.invalidateQueries({ queryKey: campaignKey(org_id, id) });
    void cache.invalidateQueries({ queryKey: campaignsKey(org_id) });
  };
  const remove = async (id: string): Promise<void> => {
    const params = paramsOf(id);
    await ask(api.DELETE('/organizations/{org_id}/campaigns/{campaign_id}', { params }));
    cache.removeQueries({ queryKey: campaignKey(org_id, id) });
    await cache.invalidateQueries({ queryKey: campaignsKey(org_id) });
  };
  /** It is a draft again; where it has begun meanwhile, what has not gone out is called off. */
  const takeBack = async (id: string): Promise<void> => {
    try {
      await change(id, { scheduled_at: null });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      await callOff(id);
      tell(say('campaigns.tooLate'));
    }
  };
  return {
    keep: async (id: string | null, text: Schemas['CreateCampaign']): Promise<Campaign> =>
      id === null
        ? await write({ ...text, draft: true })
        : await change(id, { ...text, scheduled_at: text.scheduled_at ?? null }),
    /** @param at a time of day where the club is; null: in a minute, until when it can be taken back */
    send: async (
      id: string | null,
      text: Schemas['CreateCampaign'],
      at: string | null,
    ): Promise<Campaign> => {
      const scheduled_at = at ?? serverNow() + UNDO_MS;
      let campaign: Campaign;
      if (id === null) campaign = await write({ ...text, scheduled_at });
      else {
        await change(id, { ...text, scheduled_at });
        const asked = api.POST('/organizations/{org_id}/campaigns/{campaign_id}/send', {
          params: paramsOf(id),
        });
        campaign = take((await ask(asked)).data.campaign);
      }
      offerUndo({
        said: at === null ? say('campaigns.sent.said') : say('campaigns.scheduled.said'),
        undo: () => takeBack(campaign.id),
        for_ms: UNDO_MS,
      });
      return campaign;
    },
    takeBack,
    remove,
    askToCallOff: ({ id, title, state }: Campaign): Confirmation => ({
      title: say('campaigns.callOff.title', { title }),
      text: state === 'sending' ? say('campaigns.callOff.sending') : say('campaigns.callOff.scheduled'),
      verb: say('campaigns.callOff'),
      act: () => callOff(id),
    }),
    askToDelete: ({ id, title }: Campaign, after?: () => void): Confirmation => ({
      title: say('campaigns.delete.title', { title }),
      text: say('campaigns.delete.text'),
      verb: say('campaigns.delete'),
      act: async () => {
        await remove(id);
        after?.();
      },
    }),
  };
}

/** @throws where nobody is chosen, which the form does not let through */
export function wireOf({ title, body, channels, audience }: CampaignText): Schemas['CreateCampaign'] {
  if (audience === null) throw new Error('a campaign is for nobody');
  return { title, body, channels: [...channels], audience: toWire(audience) };
}

/** Why the server refuses a campaign, a limit that is reached in words of its own. */
export function whyNot(error: unknown, say: ReturnType<typeof useSay>): string {
  if (!(error instanceof ApiError)) return reasonOf(error, say);
  const { quota } = error.refusal;
  if (quota !== undefined) {
    const { used, limit } = quota;
    return quota.name === 'drafts'
      ? say('campaigns.limit.drafts', { used, limit })
      : say('campaigns.limit.all', { used, limit });
  }
  if (error.code === 'feature_not_enabled') return say('campaigns.notInTier');
  if (error.status === 429) return say('campaigns.limit.now');
  if (error.status === 409) return say('campaigns.limit.day');
  return reasonOf(error, say);
}
