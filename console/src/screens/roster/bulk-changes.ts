import { useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { sideBySide } from '../../client/side-by-side.ts';
import { useNotices } from '../../notices/notices.tsx';
import { groupsKey, membersKey, metricsKey, type Person, weeksKey } from '../../parts/people/people.ts';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';

/** What is changed of one athlete, and what it was. */
type Change = {
  readonly act: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
};

/** So many at once; the server takes them one by one. */
export const MOST_AT_ONCE = 200;

/** Changes many athletes in one step, which can be undone in one. */
export function useBulkChanges(org_id: string) {
  const say = useSay();
  const cache = useQueryClient();
  const { offerUndo, tellFault } = useNotices();
  const refresh = (): Promise<unknown> =>
    Promise.all(
      [metricsKey(org_id), membersKey(org_id), groupsKey(org_id)].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    );
  const refreshPlans = (): Promise<unknown> =>
    Promise.all(
      [weeksKey(org_id), membersKey(org_id)].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
  const update = (user_id: string, body: Schemas['UpdateMember']): Promise<unknown> =>
    ask(
      api.PATCH('/organizations/{org_id}/members/{user_id}', { params: { path: { org_id, user_id } }, body }),
    );
  const run = async (said: string, changes: readonly Change[]): Promise<void> => {
    const done: Change[] = [];
    try {
      await sideBySide(changes, async (change) => {
        await change.act();
        done.push(change);
      });
    } catch (error) {
      tellFault(
        say('roster.bulk.failed', { done: done.length, count: changes.length, why: reasonOf(error, say) }),
      );
    }
    await refresh();
    if (done.length === 0) return;
    offerUndo({
      said,
      undo: async () => {
        await sideBySide(done, (change) => change.undo());
        await refresh();
      },
    });
  };
  const count = (people: readonly Person[]) => ({ count: people.length });
  return {
    label: (people: readonly Person[], label: string) =>
      run(
        say('roster.bulk.labelled', { label, ...count(people) }),
        people
          .filter(({ metrics }) => !metrics.labels.includes(label))
          .map(({ user_id, metrics }) => ({
            act: () => update(user_id, { labels: [...metrics.labels, label] }),
            undo: () => update(user_id, { labels: [...metrics.labels] }),
          })),
      ),
    group: (people: readonly Person[], group: { readonly id: string; readonly name: string }) =>
      run(
        say('roster.bulk.grouped', { group: group.name, ...count(people) }),
        people
          .filter(({ groups }) => !groups.some(({ id }) => id === group.id))
          .map(({ user_id }) => {
            const params = { path: { org_id, group_id: group.id, user_id } };
            return {
              act: () =>
                ask(api.PUT('/organizations/{org_id}/groups/{group_id}/members/{user_id}', { params })),
              undo: () =>
                ask(api.DELETE('/organizations/{org_id}/groups/{group_id}/members/{user_id}', { params })),
            };
          }),
      ),
    /** One request gives it to all; who cannot have it is named with the first reason. */
    plan: async (people: readonly Person[], plan: { readonly id: string; readonly name: string }) => {
      const path = { org_id, plan_id: plan.id };
      try {
        const { data } = await ask(
          api.POST('/organizations/{org_id}/plans/{plan_id}/assignments', {
            params: { path },
            body: { athlete_ids: people.map(({ user_id }) => user_id) },
          }),
        );
        const [first] = data.skipped;
        if (first !== undefined) {
          const why = say(`roster.plan.skipped.${first.reason}`);
          tellFault(say('roster.bulk.planSkipped', { count: data.skipped.length, plan: plan.name, why }));
        }
        if (data.assigned.length === 0) return;
        void refreshPlans();
        offerUndo({
          said: say('roster.bulk.planned', { plan: plan.name, count: data.assigned.length }),
          undo: async () => {
            await sideBySide(data.assigned, ({ user_id }) =>
              ask(
                api.DELETE('/organizations/{org_id}/plans/{plan_id}/assignments/{user_id}', {
                  params: { path: { ...path, user_id } },
                }),
              ),
            );
            await refreshPlans();
          },
        });
      } catch (error) {
        const isOfTier = error instanceof ApiError && error.code === 'feature_not_enabled';
        const why = isOfTier ? say('roster.bulk.planFeature') : reasonOf(error, say);
        tellFault(say('roster.bulk.failed', { done: 0, count: people.length, why }));
      }
    },
    coach: (people: readonly Person[], coach: { readonly user_id: string; readonly name: string }) =>
      run(
        say('roster.bulk.coached', { coach: coach.name, ...count(people) }),
        people
          .filter(({ member }) => member !== null && member.coach_id !== coach.user_id)
          .map(({ user_id, member }) => ({
            act: () => update(user_id, { coach_id: coach.user_id }),
            undo: () => update(user_id, { coach_id: member?.coach_id ?? null }),
          })),
      ),
  };
}
