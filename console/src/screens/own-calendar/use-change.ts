import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../client/errors.ts';
import { useNotices } from '../../notices/notices.tsx';
import { OWN_CALENDAR } from '../../own/own-days.ts';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { OWN_CONFLICTS } from './conflicts.tsx';

/** A change of one's days: what it is, how it is made, and how it is taken back. */
export type Change<Made> = {
  readonly said: string;
  readonly make: () => Promise<Made>;
  readonly undo: (made: Made) => Promise<unknown>;
};

/** Makes changes, offers to undo them, and keeps what is wrong with the last one, for the form that it is from. */
export function useChange() {
  const say = useSay();
  const cache = useQueryClient();
  const { offerUndo } = useNotices();
  const [fault, setFault] = useState<string | null>(null);
  // Buttons stay as they are meanwhile: one that is disabled loses the focus, and with it the keys of its dialog.
  const isBusy = useRef(false);
  const refresh = (): void => {
    for (const queryKey of [OWN_CALENDAR, OWN_CONFLICTS]) void cache.invalidateQueries({ queryKey });
  };
  /** @returns whether it was made */
  const change = async <Made>({ said, make, undo }: Change<Made>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setFault(null);
    try {
      const made = await make();
      offerUndo({ said, undo: () => undo(made).finally(refresh) });
      refresh();
      return true;
    } catch (error) {
      const [detail] = error instanceof ApiError ? error.details : [];
      setFault(detail === undefined ? reasonOf(error, say) : `${detail.path}: ${detail.message}`);
      return false;
    } finally {
      isBusy.current = false;
    }
  };
  return { change, fault };
}
