import { useKeys } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
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
  useKeys([{ key: 'Escape', does: say('plan-editor.change.back'), act: onClose }]);
  return (
    <section aria-label={say('plan-editor.change')}>
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
        <Button look="quiet" onPress={onClose}>
          {say('plan-editor.change.back')}
        </Button>
      </StartForm>
    </section>
  );
}
