import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import type { Setting } from './switches.ts';

type Narrowing = Schemas['MembershipPrivacy'];

/** What one closes for one club below the general settings, and how that is changed: at once, with undo. */
export function useNarrowing(org_id: string | undefined) {
  const cache = useQueryClient();
  const say = useSay();
  const { offerUndo, tellFault } = useNotices();
  const queryKey = ['membership-privacy', org_id];
  const query = useQuery({
    queryKey,
    enabled: org_id !== undefined,
    queryFn: async ({ signal }): Promise<Narrowing> => {
      const path = { org_id: org_id ?? '' };
      const { data } = await ask(
        api.GET('/organizations/{org_id}/membership/privacy', { signal, params: { path } }),
      );
      return data.privacy;
    },
  });
  const save = async (setting: Setting, isOpen: boolean): Promise<void> => {
    if (org_id === undefined) return;
    await cache.cancelQueries({ queryKey });
    const show = (shown: boolean): void =>
      void cache.setQueryData<Narrowing>(queryKey, (before) => ({ ...before, [setting]: shown }));
    show(isOpen);
    try {
      await ask(
        api.PUT('/organizations/{org_id}/membership/privacy', {
          params: { path: { org_id } },
          body: { [setting]: isOpen },
        }),
      );
    } catch (error) {
      show(!isOpen);
      throw error;
    }
    // What is shown is kept on the device only where it was asked for.
    void cache.invalidateQueries({ queryKey });
  };
  const change = async (
    setting: Setting,
    isOpen: boolean,
    said: string,
  ): Promise<(() => Promise<void>) | null> => {
    try {
      await save(setting, isOpen);
    } catch (error) {
      tellFault(say('shell.notSaved', { what: said, why: reasonOf(error, say) }));
      return null;
    }
    const undo = (): Promise<void> => save(setting, !isOpen);
    offerUndo({ said, undo });
    return undo;
  };
  return { query, closed: query.data ?? {}, change };
}
