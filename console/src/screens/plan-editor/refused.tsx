import type { Schemas } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { Button } from '../../parts/button.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import type { LineAtFault } from './draft-text-field.tsx';
import { StreamFault } from './make-plan.ts';
import style from './plan-editor.module.css';
import type { Refusal } from './plan-state.ts';

/** The lines of a draft that the server cannot read, by their numbers from 0. */
export function linesAtFault(refusal: Refusal | null): ReadonlyMap<number, LineAtFault> {
  const lines = (refusal === null ? null : toldBy(refusal).lines) ?? [];
  return new Map(lines.map((line) => [line.number - 1, line]));
}

/** The fields and lines that an answer, or the end of a stream, names. */
function toldBy({ error }: Refusal): Pick<Schemas['ErrorEvent'], 'details' | 'lines'> {
  if (error instanceof ApiError) return error.refusal;
  return error instanceof StreamFault ? error.event : {};
}

/** Why nothing was made: lines that cannot be read with what they may mean, fields that contradict each other, or what failed. */
export function Refused(props: {
  readonly refusal: Refusal;
  readonly hasWeeks: boolean;
  readonly onGoToLine: (index: number) => void;
  readonly onUse: (index: number, text: string) => void;
  /** Opens what was asked for, where that stands elsewhere. */
  readonly onForm?: () => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  const { refusal, hasWeeks, onGoToLine, onUse, onForm, onAgain, onClose } = props;
  const say = useSay();
  const { error, words } = refusal;
  const lines = [...linesAtFault(refusal)];
  const details = toldBy(refusal).details ?? [];
  const isOfForm = details.some(({ path }) => !path.startsWith('refined_draft'));
  const isFeature = error instanceof ApiError && error.code === 'feature_not_enabled';
  return (
    <section className={style.refused} role="alert">
      <p className="strong">
        {lines.length > 0
          ? say('plan-editor.refused.lines', { count: lines.length })
          : say(`plan-editor.refused.${refusal.of}`)}
      </p>
      {lines.length === 0 && details.length === 0 && (
        <p className="second">
          {words ?? (isFeature ? say('plan-editor.refused.feature') : reasonOf(error, say))}
        </p>
      )}
      {lines.length > 0 && (
        <ol className={style.atFault}>
          {lines.map(([index, { text, reason, nearest }]) => (
            <li key={index}>
              <p>
                <button type="button" className={style.toLine} onClick={() => onGoToLine(index)}>
                  {say('plan-editor.line', { number: index + 1 })}
                </button>{' '}
                <mark>{text}</mark>
              </p>
              <p className="second">{reason}</p>
              {nearest !== undefined && (
                <Button size="small" onPress={() => onUse(index, nearest)}>
                  <span className={style.nearest}>{say('plan-editor.refused.use', { text: nearest })}</span>
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {details.length > 0 && (
        <ul className="second">
          {details.map(({ path, message }) => (
            <li key={path + message}>{message}</li>
          ))}
        </ul>
      )}
      {hasWeeks && <p className="small third">{say('plan-editor.refused.weeksStay')}</p>}
      <div className={style.buttons}>
        {isOfForm && onForm !== undefined && (
          <Button size="small" onPress={onForm}>
            {say('plan-editor.change')}
          </Button>
        )}
        {!isFeature && (
          <Button size="small" onPress={onAgain}>
            {say('shell.again')}
          </Button>
        )}
        <Button look="quiet" size="small" onPress={onClose}>
          {say('shell.close')}
        </Button>
      </div>
      {error instanceof ApiError && error.request_id !== null && error.status >= 500 && (
        <p className="axis third">{say('shell.request', { id: error.request_id })}</p>
      )}
    </section>
  );
}
