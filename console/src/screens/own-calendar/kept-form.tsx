import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import style from './form.module.css';
import { useChange } from './use-change.ts';

/** How one kind of what athletes tell of their days is made, changed and deleted. */
export type Store<Kept, Body> = {
  readonly create: (body: Body) => Promise<Kept>;
  readonly change: (id: string, body: Body) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly idOf: (kept: Kept) => string;
  /** What makes the same again. */
  readonly bodyOf: (kept: Kept) => Body;
};

/** Saves and deletes it, offers to undo that, and closes its form once it is done. `kept` null is a new one. */
export function useKept<Kept, Body>(store: Store<Kept, Body>, kept: Kept | null, onClose: () => void) {
  const { change, fault } = useChange();
  const closeOnce = async (made: Promise<boolean>): Promise<void> => {
    if (await made) onClose();
  };
  return {
    fault,
    save: (body: Body, said: string): Promise<void> =>
      closeOnce(
        kept === null
          ? change({
              said,
              make: () => store.create(body),
              undo: (made) => store.remove(store.idOf(made)),
            })
          : change({
              said,
              make: () => store.change(store.idOf(kept), body),
              undo: () => store.change(store.idOf(kept), store.bodyOf(kept)),
            }),
      ),
    remove: (of: Kept, said: string): Promise<void> =>
      closeOnce(
        change({
          said,
          make: () => store.remove(store.idOf(of)),
          undo: () => store.create(store.bodyOf(of)),
        }),
      ),
  };
}

/** The dialog of something that is asked for by its id; null is a new one. */
export function KeptDialog<Kept>(props: {
  readonly title: string;
  readonly id: string | null;
  /** What the answer is kept by, beside the id. */
  readonly name: string;
  readonly read: (id: string, signal: AbortSignal) => Promise<Kept>;
  readonly onClose: () => void;
  readonly children: (kept: Kept | null) => ReactNode;
}) {
  const { title, id, name, read, onClose, children } = props;
  const say = useSay();
  const kept = useQuery({
    queryKey: [name, id],
    enabled: id !== null,
    staleTime: 0,
    queryFn: ({ signal }) => read(id ?? '', signal),
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {id !== null && kept.isPending && <Waiting rows={3} />}
      {kept.isError && <Failure error={kept.error} what={say('training.failed.calendar')} />}
      {(id === null || kept.data !== undefined) && children(kept.data ?? null)}
    </Dialog>
  );
}

/** The form itself: its fields, what is wrong with them, and its buttons, the one that saves last. */
export function KeptForm(props: {
  readonly fault: string | null;
  readonly onSave: () => void;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}) {
  const say = useSay();
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave();
      }}
    >
      {props.children}
      {props.fault !== null && (
        <p className={style.fault} role="alert">
          {props.fault}
        </p>
      )}
      <DialogButtons>
        {props.buttons}
        <Button look="main" type="submit">
          {say('own-calendar.save')}
        </Button>
      </DialogButtons>
    </form>
  );
}
