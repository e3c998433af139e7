import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';

export type Member = Schemas['Member'];
export type MemberChanges = Schemas['UpdateMember'];
type Pages = InfiniteData<Schemas['MemberList'], string>;

const PAGE_SIZE = 500;
const keyOf = (org_id: string) => ['members', org_id, 'settings'] as const;
const offeredKeyOf = (org_id: string) => ['members', org_id, 'offered'] as const;

/** Everybody on the roster. */
export function useMembers() {
  return useMemberPages(keyOf(useOrgId()), {});
}

/** Who was asked to become a member and has not answered. */
export function useOffered() {
  return useMemberPages(offeredKeyOf(useOrgId()), { status: 'pending' });
}

/** All pages, each as soon as the one before is there. */
function useMemberPages(queryKey: readonly string[], filter: { readonly status?: 'pending' }) {
  const org_id = useOrgId();
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/organizations/{org_id}/members', {
          signal,
          params: { path: { org_id }, query: { ...filter, limit: PAGE_SIZE, cursor: pageParam } },
        }),
      ),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const members = useMemo(() => query.data?.pages.flatMap((page) => page.members), [query.data]);
  return { ...query, members, count: query.data?.pages[0]?.count };
}

export const nameOfMember = ({ display_name, username, user_id }: Member): string =>
  display_name ?? username ?? user_id;

/** The writes about members. */
export function useMemberWrites() {
  const org_id = useOrgId();
  const say = useSay();
  const cache = useQueryClient();
  const { offerUndo, tellFault } = useNotices();

  const show = (user_id: string, changes: Partial<Member>): void => {
    cache.setQueryData<Pages>(
      keyOf(org_id),
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            members: page.members.map((one) => (one.user_id === user_id ? { ...one, ...changes } : one)),
          })),
        },
    );
  };
  const write = async (user_id: string, body: MemberChanges): Promise<void> => {
    const answer = await ask(
      api.PATCH('/organizations/{org_id}/members/{user_id}', { params: { path: { org_id, user_id } }, body }),
    );
    show(user_id, answer.data.member);
    void cache.invalidateQueries({ queryKey: ['athletes', org_id] });
  };
  return {
    /** Waits for the server, for what was typed: it stays where it was typed when the server refuses it. */
    change: async (member: Member, changes: MemberChanges, said: string): Promise<void> => {
      await write(member.user_id, changes);
      offerUndo({ said, undo: () => write(member.user_id, formerOf(member, changes)) });
    },
    /** Shows it before the server has it. */
    changeAtOnce: async (member: Member, changes: MemberChanges, said: string): Promise<void> => {
      const former = formerOf(member, changes);
      show(member.user_id, changes);
      try {
        await write(member.user_id, changes);
        offerUndo({ said, undo: () => write(member.user_id, former) });
      } catch (error) {
        show(member.user_id, former);
        tellFault(reasonOf(error, say));
      }
    },
    /** Takes somebody off the roster, or an offer back. */
    remove: async ({ user_id }: Member): Promise<void> => {
      await ask(
        api.DELETE('/organizations/{org_id}/members/{user_id}', { params: { path: { org_id, user_id } } }),
      );
      await Promise.all(
        [
          ['members', org_id],
          ['athletes', org_id],
          ['groups', org_id],
        ].map((queryKey) => cache.invalidateQueries({ queryKey })),
      );
    },
    offer: async (body: Schemas['AddMember']): Promise<void> => {
      await ask(api.POST('/organizations/{org_id}/members', { params: { path: { org_id } }, body }));
      await cache.invalidateQueries({ queryKey: offeredKeyOf(org_id) });
    },
  };
}

/** What the changed fields were before. Who was called by their own name is so again: no nickname is made of it. */
function formerOf(member: Member, changes: MemberChanges): MemberChanges {
  const fields = Object.keys(changes) as (keyof MemberChanges)[];
  const former: MemberChanges = Object.fromEntries(fields.map((field) => [field, member[field]]));
  return former.display_name !== undefined && former.display_name === member.username
    ? { ...former, display_name: null }
    : former;
}
