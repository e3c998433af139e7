import { lazy, type ReactNode, Suspense } from 'react';
import style from './field.module.css';

/** One of many: its id, what it is called, and what tells it from others that are called so. */
export type Choosable = { readonly id: string; readonly name: string; readonly beside?: string };

export type ComboFieldProps = {
  readonly label: string;
  readonly items: readonly Choosable[];
  readonly onChoose: (item: Choosable) => void;
  /** Told of what is typed, where it is searched for elsewhere. */
  readonly onTyped?: (typed: string) => void;
  /** What stands in the field as long as nobody types; without it the field is emptied after each choice. */
  readonly chosen?: string | undefined;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  /** Said in the list where nothing is called so. */
  readonly none: string;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
};

const ComboBox = lazy(async () => ({ default: (await import('./combo-box.tsx')).ComboBox }));

/** One of many, found by typing a part of its name. */
export function ComboField(props: ComboFieldProps) {
  const { label, hint } = props;
  return (
    <Suspense
      fallback={
        <div className={style.field} data-waiting>
          <span className={style.label}>{label}</span>
          <input className={style.input} aria-label={label} disabled />
          {hint !== undefined && <span className={style.hint}>{hint}</span>}
        </div>
      }
    >
      <ComboBox {...props} />
    </Suspense>
  );
}
