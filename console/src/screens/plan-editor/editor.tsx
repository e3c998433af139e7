import { useNavigate } from 'react-router';
import { useKeys } from '../../keys/keys.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button } from '../../parts/button.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useSay } from '../../say.tsx';
import style from './plan-editor.module.css';
import { NOTHING_SAID } from './plan-state.ts';
import { Refused } from './refused.tsx';
import { StartForm } from './start-form.tsx';
import { useAthleteName } from './use-athlete-name.ts';
import { type Beginning, type Editing, useEditing } from './use-editing.ts';
import { Workbench } from './workbench.tsx';

/** First what is asked for, then the draft with its weeks. */
export function Editor(props: { readonly begin: Beginning; readonly onNamed: (draft_id: string) => void }) {
  const editing = useEditing(props);
  const { draft, task } = editing.state;
  if (draft.text === '' && task.what === 'nothing') return <Start editing={editing} />;
  return <Workbench editing={editing} />;
}

function Start({ editing }: { readonly editing: Editing }) {
  const say = useSay();
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const { state, draft, isTried, setForm, setAthlete, makeDraft, dispatch, change } = editing;
  const { refusal } = state;
  const name = useAthleteName(draft.athlete);
  useKeys([{ key: 'mod+Enter', does: say('plan-editor.makeDraft'), act: makeDraft }]);
  return (
    <>
      <PageHead title={say('plan-editor.new')} beside={say('plan-editor.new.hint')} />
      {refusal !== null && (
        <Refused
          refusal={refusal}
          hasWeeks={false}
          onGoToLine={() => undefined}
          onUse={() => undefined}
          onAgain={makeDraft}
          onClose={() => dispatch({ type: 'dismiss' })}
        />
      )}
      <StartForm
        form={draft.form}
        athlete={draft.athlete === null ? null : { ...draft.athlete, name: name ?? '' }}
        onForm={setForm}
        onAthlete={setAthlete}
        error={refusal?.error}
        isTried={isTried}
        onSubmit={makeDraft}
      >
        <Button look="main" type="submit" isDisabled={!isOnline}>
          {say('plan-editor.makeDraft')} <KeyHint of="mod+Enter" />
        </Button>
        <Button
          onPress={() => {
            change('empty', {
              text: emptyText(Number(draft.form.weeks) || 1),
              title: draft.title === '' ? say('plan-editor.title.none') : draft.title,
              said: NOTHING_SAID,
            });
          }}
        >
          {say('plan-editor.writeOwn')}
        </Button>
        <Button look="quiet" onPress={() => void navigate(-1)}>
          {say('shell.cancel')}
        </Button>
        {!isOnline && <span className={`small second ${style.offline}`}>{say('plan-editor.offline')}</span>}
      </StartForm>
    </>
  );
}

/** Headings alone, in the words that drafts have in every language: what stands below them is the coach's. */
function emptyText(weeks: number): string {
  return Array.from({ length: weeks }, (_, index) => `## Week ${index + 1}\n\n`).join('\n');
}
