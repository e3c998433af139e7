import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useOrgId } from '../../shell/role.ts';

export type Export = Schemas['OrganizationExport'];

const keyOf = (org_id: string) => ['exports', org_id] as const;
const PAGE_SIZE = 20;
/** As often as the server asks to be asked while one is being made. */
const LOOK_AGAIN_MS = 3_000;

const isUnderWay = ({ status }: Export): boolean => status === 'pending' || status === 'running';

/** The exports that one has asked for, the newest first; asked for again as long as one is being made. */
export function useExports() {
  const org_id = useOrgId();
  const query = useInfiniteQuery({
    queryKey: keyOf(org_id),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/organizations/{org_id}/exports', {
          signal,
          params: {
            path: { org_id },
            query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.exports.some(isUnderWay)) ? LOOK_AGAIN_MS : false,
  });
  return { ...query, exports: query.data?.pages.flatMap((page) => page.data.exports) };
}

export function useExportWrites() {
  const org_id = useOrgId();
  const cache = useQueryClient();
  return {
    create: async (body: Schemas['AskForExport']): Promise<void> => {
      await ask(api.POST('/organizations/{org_id}/exports', { params: { path: { org_id } }, body }));
      await cache.invalidateQueries({ queryKey: keyOf(org_id) });
    },
    /** A link that works for some minutes: whoever has it may download, so that nothing keeps it. */
    findLink: async ({ id: export_id }: Export): Promise<string> => {
      const path = { org_id, export_id };
      const { data } = await ask(
        api.GET('/organizations/{org_id}/exports/{export_id}/download', { params: { path } }),
      );
      return data.download_url;
    },
    refresh: (): Promise<void> => cache.invalidateQueries({ queryKey: keyOf(org_id) }),
  };
}
