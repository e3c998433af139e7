import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useKeys } from '../keys/keys.tsx';
import { Button } from '../parts/button.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { useSay } from '../say.tsx';
import style from './notices.module.css';

/** What was done, in words, and how it is taken back. */
type Step = {
  readonly said: string;
  readonly undo: () => Promise<unknown>;
  /** How long it can be taken back, where that is not the usual ten seconds. */
  readonly for_ms?: number;
};
/** What is said for a while: something done that can be undone, something done, or a fault. */
type Notice = {
  readonly id: number;
  readonly said: string;
  readonly isFault: boolean;
  readonly step: Step | null;
};

type Notices = {
  /** Says what was done and offers to undo it, for ten seconds unless it says otherwise, and by ⌘Z. @returns takes the offer back */
  readonly offerUndo: (step: Step) => () => void;
  readonly tell: (said: string) => void;
  readonly tellFault: (said: string) => void;
};

const NoticesContext = createContext<Notices | null>(null);
const SHOWN_MS = 10_000;

export function NoticesOnScreen({ children }: { readonly children: ReactNode }) {
  const say = useSay();
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const methods = useMemo<Notices>(() => {
    let id = 0;
    const show = (said: string, step: Step | null, isFault: boolean): (() => void) => {
      id += 1;
      const own = id;
      setNotices((before) => [...before.slice(-2), { id: own, said, step, isFault }]);
      return () => setNotices((before) => before.filter((one) => one.id !== own));
    };
    return {
      offerUndo: (step) => show(step.said, step, false),
      tell: (said) => void show(said, null, false),
      tellFault: (said) => void show(said, null, true),
    };
  }, []);
  const close = (id: number): void => setNotices((before) => before.filter((one) => one.id !== id));
  const takeBack = async ({ id, step }: Notice): Promise<void> => {
    close(id);
    try {
      await step?.undo();
    } catch {
      methods.tellFault(say('shell.undo.failed'));
    }
  };
  useKeys([
    {
      key: 'mod+z',
      does: say('shell.keys.undo'),
      act: () => {
        const last = notices.findLast(({ step }) => step !== null);
        if (last !== undefined) void takeBack(last);
      },
    },
  ]);
  return (
    <NoticesContext value={methods}>
      {children}
      <div className={style.region} role="status" aria-live="polite">
        {notices.map((notice) => (
          <Shown key={notice.id} notice={notice} close={close} takeBack={takeBack} />
        ))}
      </div>
    </NoticesContext>
  );
}

function Shown(props: {
  readonly notice: Notice;
  readonly close: (id: number) => void;
  readonly takeBack: (notice: Notice) => Promise<void>;
}) {
  const { notice, close, takeBack } = props;
  const say = useSay();
  const [isHeld, hold] = useState(false);
  // Whoever reads it or has reached its button by keyboard is given the time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is new at every drawing, and the time does not begin again with it
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => close(notice.id), notice.step?.for_ms ?? SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, notice.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody is at its buttons
    <div
      className={style.notice}
      data-fault={notice.isFault || undefined}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <span>{notice.said}</span>
      {notice.step !== null && (
        <Button look="quiet" size="small" onPress={() => void takeBack(notice)}>
          {say('shell.undo')} <KeyHint of="mod+z" />
        </Button>
      )}
      <Button look="quiet" size="small" onPress={() => close(notice.id)}>
        {say('shell.close')}
      </Button>
    </div>
  );
}

export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (notices === null) throw new Error('useNotices is used outside NoticesOnScreen');
  return notices;
}
