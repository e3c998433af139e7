import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useLanguage } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';

type Read = Schemas['TypedWorkoutAnswer']['data'];
export type TypedWorkout = NonNullable<Read['workout']>;

/** A workout as it is being typed, and what the server has understood of it. */
export type Typed = {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** What was read last, which the text may have run ahead of. */
  readonly readText: string;
  readonly read: Read | undefined;
  /** Whether that is what the text is now. */
  readonly isRead: boolean;
  readonly error: unknown;
  /** What of the text as it stands was understood. */
  readonly workout: TypedWorkout | null;
  /** The same, where nothing was left over. */
  readonly whole: TypedWorkout | null;
};

const SETTLED_MS = 120;
/** As many as the server tells the paces of. */
const MOST_READ = 200;

/** @param user_ids for whom it is told at their own paces */
export function useTypedWorkout(user_ids: readonly string[] = []): Typed {
  const org_id = useOrgId();
  const language = useLanguage();
  const [text, setText] = useState('');
  const readText = useSettled(text.trim());
  const athlete_ids = user_ids.slice(0, MOST_READ);
  const reading = useQuery({
    queryKey: ['typed-workout', org_id, { text: readText, language, athlete_ids }],
    enabled: readText !== '',
    gcTime: 60_000,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await ask(
        api.POST('/organizations/{org_id}/typed-workouts', {
          signal,
          params: { path: { org_id } },
          body: { text: readText, language, athlete_ids },
        }),
      );
      return data;
    },
  });
  const read = readText === '' ? undefined : reading.data;
  const isAnswered = reading.data !== undefined && !reading.isPlaceholderData;
  const isRead = readText === text.trim() && (readText === '' || isAnswered);
  const workout = isRead ? (read?.workout ?? null) : null;
  const whole = read?.unread.length === 0 ? workout : null;
  return { text, setText, readText, read, isRead, error: reading.error, workout, whole };
}

/** What was typed, once the fingers rest. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
