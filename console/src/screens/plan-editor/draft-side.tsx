import { Button } from '../../parts/button.tsx';
import { useSay } from '../../say.tsx';
import { replaceLine } from './draft-text.ts';
import { DraftTextField } from './draft-text-field.tsx';
import style from './plan-editor.module.css';
import type { Sentence } from './plan-state.ts';
import { linesAtFault, Refused } from './refused.tsx';
import type { Bench } from './use-bench.ts';
import type { Editing } from './use-editing.ts';

/** The draft as text, why it was refused where it was, and what is left to the coach. */
export function DraftSide(props: {
  readonly editing: Editing;
  readonly bench: Bench;
  readonly onForm: () => void;
}) {
  const { editing, bench, onForm } = props;
  const say = useSay();
  const { state, draft, task, change, dispatch, undo } = editing;
  const { refusal } = state;
  return (
    <section className={style.draft} aria-label={say('plan-editor.draft')}>
      <div className={style.caption}>
        <h2>{say('plan-editor.draft')}</h2>
        <span className="small third">{say('plan-editor.draft.hint')}</span>
      </div>
      {refusal !== null && (
        <Refused
          refusal={refusal}
          hasWeeks={bench.hasWeeks}
          onGoToLine={bench.goToLine}
          onUse={(index, text) => {
            const after = replaceLine(draft.text, index, text);
            change('nearest', { text: after });
            editing.makeWeeks(after);
          }}
          onForm={onForm}
          onAgain={() => editing.again(refusal)}
          onClose={() => dispatch({ type: 'dismiss' })}
        />
      )}
      <div className={style.scroller}>
        {draft.text === '' ? (
          <p className={`second ${style.writingDraft}`}>{say('plan-editor.writingDraft')}</p>
        ) : (
          <DraftTextField
            ref={bench.field}
            text={draft.text}
            lines={bench.lines}
            active={bench.active}
            faults={linesAtFault(refusal)}
            isReadOnly={task.what === 'week' || task.what === 'draft'}
            onText={(text) => change('typing', { text })}
            onLine={bench.setActive}
            onMove={bench.move}
            onUndo={undo}
          />
        )}
      </div>
      <LeftToYou sentences={draft.said.not_acted_on} onForm={onForm} />
      {!bench.isWide && draft.text !== '' && (
        <div className={style.dayKeys} role="toolbar" aria-label={say('plan-editor.day')}>
          <Button size="small" isDisabled={bench.here?.kind !== 'day'} onPress={() => bench.move(-1)}>
            {say('plan-editor.earlier')}
          </Button>
          <Button size="small" isDisabled={bench.here?.kind !== 'day'} onPress={() => bench.move(1)}>
            {say('plan-editor.later')}
          </Button>
          <Button size="small" isDisabled={state.past.length === 0} onPress={() => undo(-1)}>
            {say('shell.undo')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Sentences that nothing was made of, each with the field that would say it; those of the principle come with every plan. */
function LeftToYou(props: { readonly sentences: readonly Sentence[]; readonly onForm: () => void }) {
  const { sentences, onForm } = props;
  const say = useSay();
  const own = sentences.filter(({ from }) => from !== 'training_principle');
  const ofPrinciple = sentences.filter(({ from }) => from === 'training_principle');
  if (sentences.length === 0) return null;
  return (
    <section className={style.left} aria-label={say('plan-editor.left')}>
      <div className={style.leftHead}>
        <h2>{say('plan-editor.left')}</h2>
        <span className="small third">{say('plan-editor.left.hint')}</span>
      </div>
      <ul>
        {own.map(({ text, field }) => (
          <li key={text}>
            <mark>{text}</mark>
            {field !== null && (
              <Button look="quiet" size="small" onPress={onForm}>
                {say('plan-editor.left.field', { field: say(`plan-editor.field.${field}`) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ofPrinciple.length > 0 && (
        <details className="small second">
          <summary>{say('plan-editor.left.principle', { count: ofPrinciple.length })}</summary>
          {ofPrinciple.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
        </details>
      )}
    </section>
  );
}
