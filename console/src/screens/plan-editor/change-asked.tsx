import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { useSay } from '../../say.tsx';
import { StartForm } from './start-form.tsx';
import type { Editing } from './use-editing.ts';

/** What was asked for, to be asked otherwise: for another draft, or for the weeks of the same. */
export function ChangeAsked(props: {
  readonly editing: Editing;
  readonly name: string | null;
  readonly onClose: () => void;
}) {
  const { editing, name, onClose } = props;
  const say = useSay();
  const { draft, state } = editing;
  return (
    <Dialog title={say('plan-editor.change')} isOpen wide onClose={onClose}>
      <StartForm
        form={draft.form}
        athlete={draft.athlete === null ? null : { ...draft.athlete, name: name ?? '' }}
        onForm={editing.setForm}
        onAthlete={editing.setAthlete}
        error={state.refusal?.error}
        isTried={editing.isTried}
        onSubmit={() => {
          onClose();
          editing.makeWeeks();
        }}
      >
        <p className="small second">{say('plan-editor.change.hint')}</p>
        <DialogButtons>
          <Button
            onPress={() => {
              onClose();
              editing.makeDraft();
            }}
          >
            {say('plan-editor.draftAnew')}
          </Button>
          <Button look="main" type="submit">
            {say('plan-editor.makeWeeks')}
          </Button>
        </DialogButtons>
      </StartForm>
    </Dialog>
  );
}
