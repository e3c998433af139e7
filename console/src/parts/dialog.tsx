import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import style from './dialog.module.css';

/** What floats above the page and must be answered or closed. On a phone it is a sheet at the bottom. */
export function Dialog(props: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether it can be left by Escape and a press beside it. */
  readonly isDismissable?: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  const { title, isOpen, onClose, isDismissable = true, wide = false, children } = props;
  return (
    <ModalOverlay
      className={style.overlay ?? ''}
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={style.modal ?? ''} data-wide={wide || undefined}>
        <AriaDialog className={style.dialog ?? ''}>
          <Heading slot="title" level={2} className={style.title ?? ''}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons of a dialog, the main one last. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={style.buttons}>{children}</div>;
}
