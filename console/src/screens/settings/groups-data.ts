import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';

export type Group = Schemas['Group'];
type Pages = InfiniteData<Schemas['GroupList'], string | undefined>;
/** A member as a group's page knows them. */
type Person = { readonly id: string; readonly name: string };

const PAGE_SIZE = 500;
const keyOf = (org_id: string) => ['groups', org_id, 'settings'] as const;

/** Every group with the ids of who is in it. */
export function useGroups() {
  const org_id = useOrgId();
  const query = useInfiniteQuery({
    queryKey: keyOf(org_id),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/organizations/{org_id}/groups', {
          signal,
          params: {
            path: { org_id },
            query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
  });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const groups = useMemo(() => query.data?.pages.flatMap((page) => page.data.groups), [query.data]);
  return { ...query, groups };
}

/** The writes about groups. The rail's list is asked anew after each. */
export function useGroupWrites() {
  const org_id = useOrgId();
  const say = useSay();
  const cache = useQueryClient();
  const { offerUndo, tellFault } = useNotices();

  const refresh = (): Promise<void> => cache.invalidateQueries({ queryKey: ['groups', org_id] });
  const show = (group_id: string, changed: (group: Group) => Group): void => {
    cache.setQueryData<Pages>(
      keyOf(org_id),
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            data: {
              ...page.data,
              groups: page.data.groups.map((one) => (one.id === group_id ? changed(one) : one)),
            },
          })),
        },
    );
  };
  const remove = async ({ id: group_id }: Pick<Group, 'id'>): Promise<void> => {
    await ask(
      api.DELETE('/organizations/{org_id}/groups/{group_id}', { params: { path: { org_id, group_id } } }),
    );
    await refresh();
  };
  const write = async (group_id: string, body: Schemas['UpdateGroup']): Promise<void> => {
    await ask(
      api.PATCH('/organizations/{org_id}/groups/{group_id}', {
        params: { path: { org_id, group_id } },
        body,
      }),
    );
    await refresh();
  };
  const put = async (group_id: string, user_id: string, isIn: boolean): Promise<void> => {
    show(group_id, (group) => withMember(group, user_id, isIn));
    const params = { path: { org_id, group_id, user_id } };
    const path = '/organizations/{org_id}/groups/{group_id}/members/{user_id}';
    try {
      await ask(isIn ? api.PUT(path, { params }) : api.DELETE(path, { params }));
    } catch (error) {
      show(group_id, (group) => withMember(group, user_id, !isIn));
      throw error;
    }
    await refresh();
  };
  const putAndOffer = async (group: Group, { id, name }: Person, isIn: boolean): Promise<void> => {
    const values = { name, group: group.name };
    try {
      await put(group.id, id, isIn);
      offerUndo({
        said: isIn ? say('settings.groups.added', values) : say('settings.groups.takenOut', values),
        undo: () => put(group.id, id, !isIn),
      });
    } catch (error) {
      tellFault(reasonOf(error, say));
    }
  };
  return {
    remove,
    create: async (body: Schemas['CreateGroup']): Promise<Group> => {
      const answer = await ask(
        api.POST('/organizations/{org_id}/groups', { params: { path: { org_id } }, body }),
      );
      await refresh();
      const { group } = answer.data;
      offerUndo({ said: say('settings.groups.made', { name: group.name }), undo: () => remove(group) });
      return group;
    },
    change: async (group: Group, body: Schemas['UpdateGroup']): Promise<void> => {
      const { name, description, color } = group;
      await write(group.id, body);
      offerUndo({
        said: say('settings.groups.changed', { name: body.name ?? name }),
        undo: () => write(group.id, { name, description, color }),
      });
    },
    addMember: (group: Group, person: Person) => putAndOffer(group, person, true),
    removeMember: (group: Group, person: Person) => putAndOffer(group, person, false),
  };
}

function withMember(group: Group, user_id: string, isIn: boolean): Group {
  const others = group.members.filter((id) => id !== user_id);
  const members = isIn ? [...others, user_id] : others;
  return { ...group, members, member_count: members.length };
}
