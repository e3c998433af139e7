import { useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';
import { fileNameOf, saveFile } from '../../client/save-file.ts';
import { useNotices } from '../../notices/notices.tsx';
import type { Confirmation } from '../../parts/confirm-dialog.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { type LibraryWorkout, libraryKey } from './library-queries.ts';

export type WorkoutWords = Pick<
  LibraryWorkout,
  'title' | 'description' | 'workout_type' | 'segments' | 'labels'
>;

/** What is written into the library and taken out of it, each undone by one step. */
export function useLibraryChanges() {
  const say = useSay();
  const org_id = useOrgId();
  const cache = useQueryClient();
  const { offerUndo, tellFault } = useNotices();
  const again = (): Promise<void> => cache.invalidateQueries({ queryKey: libraryKey(org_id) });
  const at = (workout_id: string) => ({ path: { org_id, workout_id } });

  const put = async (words: WorkoutWords): Promise<string> => {
    const params = { path: { org_id } };
    const { data } = await ask(
      api.POST('/organizations/{org_id}/workouts', { params, body: wordsOf(words) }),
    );
    await again();
    return data.workout.id;
  };
  const remove = async (workout_id: string): Promise<void> => {
    await ask(api.DELETE('/organizations/{org_id}/workouts/{workout_id}', { params: at(workout_id) }));
    await again();
  };
  const change = async (workout_id: string, words: WorkoutWords): Promise<void> => {
    const body: Schemas['UpdateLibraryWorkout'] = wordsOf(words);
    await ask(api.PATCH('/organizations/{org_id}/workouts/{workout_id}', { params: at(workout_id), body }));
    await again();
  };
  return {
    create: async (words: WorkoutWords): Promise<void> => {
      const id = await put(words);
      offerUndo({ said: say('library.did.made', { title: words.title }), undo: () => remove(id) });
    },
    update: async (workout: LibraryWorkout, words: WorkoutWords): Promise<void> => {
      await change(workout.id, words);
      offerUndo({
        said: say('library.did.changed', { title: words.title }),
        undo: () => change(workout.id, workout),
      });
    },
    removal: (workout: LibraryWorkout): Confirmation => ({
      title: say('library.delete.title', { title: workout.title }),
      text: say('library.delete.text'),
      verb: say('library.delete'),
      act: async () => {
        await remove(workout.id);
        offerUndo({
          said: say('library.did.deleted', { title: workout.title }),
          undo: () => put(workout),
        });
      },
    }),
    take: ({ id, title }: LibraryWorkout): void =>
      void saveFile(
        api.GET('/organizations/{org_id}/workouts/{workout_id}/fit', { params: at(id), parseAs: 'blob' }),
        `${fileNameOf(title)}.fit`,
      ).catch((error: unknown) => tellFault(reasonOf(error, say))),
  };
}

const wordsOf = ({ title, description, workout_type, segments, labels }: WorkoutWords): WorkoutWords => ({
  ...{ title, description, workout_type, segments, labels },
});
