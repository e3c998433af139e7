import { lazy, type ReactNode, Suspense } from 'react';
import style from './dialog.module.css';

export type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether it can be left by Escape and a press beside it. */
  readonly isDismissable?: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

// No screen begins with a dialog open.
const OpenDialog = lazy(async () => ({ default: (await import('./open-dialog.tsx')).OpenDialog }));

/** What floats above the page and must be answered or closed. On a phone it is a sheet at the bottom. */
export function Dialog({ isOpen, ...props }: DialogProps) {
  return <Suspense>{isOpen && <OpenDialog {...props} />}</Suspense>;
}

/** The buttons of a dialog, the main one last. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={style.buttons}>{children}</div>;
}
