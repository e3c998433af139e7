import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import style from './dialog.module.css';
import type { DialogProps } from './dialog.tsx';

/** The dialog itself. */
export function OpenDialog(props: Omit<DialogProps, 'isOpen'>) {
  const { title, onClose, isDismissable = true, wide = false, children } = props;
  return (
    <ModalOverlay
      className={style.overlay ?? ''}
      isOpen
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
