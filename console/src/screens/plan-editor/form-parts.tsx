import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { ApiError } from '../../client/errors.ts';
import { useFormat } from '../../format.ts';
import { WEEKDAYS, type Weekday } from './form.ts';
import style from './start-form.module.css';

/** What the server says is wrong with a field or with what is in it. */
export function faultAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const plain = (text: string): string => text.replace(/^\//, '').replaceAll('/', '.');
  return error.details.find((one) => plain(one.path) === path || plain(one.path).startsWith(`${path}.`))
    ?.message;
}

/** A Monday, for the names of the days. */
const A_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export function useDayName(): (day: Weekday) => string {
  const format = useFormat();
  return (day) =>
    format.day(new Date(A_MONDAY + WEEKDAYS.indexOf(day) * DAY_MS).toISOString().slice(0, 10), 'weekday');
}

/** Several of the seven days. */
export function Days(props: {
  readonly label: string;
  readonly hint?: string;
  readonly days: readonly Weekday[];
  readonly onDays: (days: readonly Weekday[]) => void;
  readonly fault: string | undefined;
}) {
  const { label, hint, days, onDays, fault } = props;
  const nameOf = useDayName();
  return (
    <Several
      label={label}
      hint={hint}
      fault={fault}
      options={WEEKDAYS.map((value) => ({ value, label: nameOf(value) }))}
      chosen={days}
      onChosen={onDays}
    />
  );
}

/** Several of a few, side by side, in the order in which they stand. */
export function Several<Value extends string>(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault: string | undefined;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChosen: (chosen: readonly Value[]) => void;
}) {
  const { label, hint, fault, options, chosen, onChosen } = props;
  return (
    <div className={style.field}>
      <span className={style.label}>{label}</span>
      <ToggleButtonGroup
        aria-label={label}
        className={style.several ?? ''}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) =>
          onChosen(options.flatMap(({ value }) => (keys.has(value) ? [value] : [])))
        }
      >
        {options.map((option) => (
          <ToggleButton key={option.value} id={option.value} className={style.option ?? ''}>
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {hint !== undefined && <span className="small second">{hint}</span>}
      {fault !== undefined && <span className="small fault">{fault}</span>}
    </div>
  );
}
