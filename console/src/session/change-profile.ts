import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, ask, type Schemas } from '../client/api.ts';
import { useNotices } from '../notices/notices.tsx';
import { reasonOf } from '../parts/states.tsx';
import { useSay } from '../say.tsx';
import { type Profile, SESSION, type Session } from './session.tsx';

/** What of the own profile the console changes. */
export type ProfileChange = {
  readonly display_name?: string | null;
  readonly preferences?: Partial<Profile['preferences']>;
  readonly notification_settings?: Partial<Profile['notification_settings']>;
  readonly privacy?: Partial<Profile['privacy']>;
};

function changed(profile: Profile, change: ProfileChange): Profile {
  return {
    ...profile,
    ...(change.display_name !== undefined && { display_name: change.display_name }),
    preferences: { ...profile.preferences, ...change.preferences },
    notification_settings: { ...profile.notification_settings, ...change.notification_settings },
    privacy: { ...profile.privacy, ...change.privacy },
  };
}

/** What takes the change back: the same fields as they are before it. */
function opposite(profile: Profile, change: ProfileChange): ProfileChange {
  const before = <Fields extends object>(fields: Fields, touched: Partial<Fields> = {}): Partial<Fields> =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name in touched)) as Partial<Fields>;
  return {
    ...(change.display_name !== undefined && { display_name: profile.display_name }),
    ...(change.preferences && { preferences: before(profile.preferences, change.preferences) }),
    ...(change.notification_settings && {
      notification_settings: before(profile.notification_settings, change.notification_settings),
    }),
    ...(change.privacy && { privacy: before(profile.privacy, change.privacy) }),
  };
}

/**
 * Changes the own profile: shown at once, offered to be undone, and taken back with a word where the server refuses it.
 *
 * @returns what takes it back, or null where the server refused
 */
export function useChangeProfile(): (
  change: ProfileChange,
  said: string,
) => Promise<(() => Promise<void>) | null> {
  const cache = useQueryClient();
  const say = useSay();
  const { offerUndo, tellFault } = useNotices();
  return useCallback(
    async (change, said) => {
      const show = (shown: ProfileChange): void =>
        void cache.setQueryData<Session>(
          SESSION,
          (session) => session && { ...session, profile: changed(session.profile, shown) },
        );
      const save = async (saved: ProfileChange): Promise<void> => {
        const session = cache.getQueryData<Session>(SESSION);
        if (session === undefined) return;
        const back = opposite(session.profile, saved);
        // An answer that is under way would show again what was before.
        await cache.cancelQueries({ queryKey: SESSION });
        show(saved);
        try {
          await ask(
            api.PUT('/users/{user_id}', {
              params: { path: { user_id: session.profile.user_id } },
              body: saved as Schemas['UpdateProfile'],
            }),
          );
        } catch (error) {
          show(back);
          throw error;
        }
      };
      const session = cache.getQueryData<Session>(SESSION);
      if (session === undefined) return null;
      const back = opposite(session.profile, change);
      try {
        await save(change);
      } catch (error) {
        tellFault(say('shell.notSaved', { what: said, why: reasonOf(error, say) }));
        return null;
      }
      const undo = (): Promise<void> => save(back);
      offerUndo({ said, undo });
      return undo;
    },
    [cache, say, offerUndo, tellFault],
  );
}
