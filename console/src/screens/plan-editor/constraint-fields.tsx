import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Field } from '../../parts/field.tsx';
import { readDuration } from '../../parts/read-duration.ts';
import { useSay } from '../../say.tsx';
import {
  EXCLUDABLE,
  type Form,
  numberOf,
  PRIORITIES,
  RACES,
  RUNNING,
  WEEKDAYS,
  type Weekday,
} from './form.ts';
import { Days, faultAt, Several, useDayName } from './form-parts.tsx';
import style from './start-form.module.css';

type Props = {
  readonly form: Form;
  readonly set: (changes: Partial<Form>) => void;
  readonly error: unknown;
  readonly isTried: boolean;
};

const AREA_LENGTH = 200;

/** What holds in every week: each of these is kept to, or the request is refused by its name. */
export function ConstraintFields({ form, set, error, isTried }: Props) {
  const say = useSay();
  const format = useFormat();
  const nameOf = useDayName();
  const fault = (field: string): string | undefined => faultAt(error, `constraints.${field}`);
  const distance = (field: 'first_week' | 'largest_week' | 'longest_run', path: string) => (
    <Field
      label={say(`plan-editor.form.${field}`, { unit: format.units })}
      inputMode="decimal"
      value={form[field]}
      onChange={(text) => set({ [field]: text })}
      fault={
        isTried && form[field].trim() !== '' && !(numberOf(form[field]) > 0)
          ? say('plan-editor.form.distance.fault')
          : fault(path)
      }
    />
  );
  return (
    <section className={style.part} aria-label={say('plan-editor.form.constraints')}>
      <h2>{say('plan-editor.form.constraints')}</h2>
      <p className="small second">{say('plan-editor.form.constraints.hint')}</p>
      <Days
        label={say('plan-editor.field.days_off')}
        days={form.days_off}
        onDays={(days_off) => set({ days_off })}
        fault={fault('days_off')}
      />
      <div className={style.pair}>
        <Choose
          label={say('plan-editor.field.days_per_week')}
          options={['', '1', '2', '3', '4', '5', '6', '7'].map((value) => ({
            value,
            label: value === '' ? say('plan-editor.form.any') : value,
          }))}
          value={form.days_per_week}
          onChange={(days_per_week) => set({ days_per_week })}
        />
        <Choose<Weekday | ''>
          label={say('plan-editor.field.long_run_day')}
          options={[
            { value: '', label: say('plan-editor.form.any') },
            ...WEEKDAYS.map((value) => ({ value, label: nameOf(value) })),
          ]}
          value={form.long_run_day}
          onChange={(long_run_day) => set({ long_run_day })}
        />
      </div>
      <Faults of={[fault('days_per_week'), fault('long_run_day')]} />
      <div className={style.three}>
        {distance('first_week', 'first_week_distance_m')}
        {distance('largest_week', 'max_weekly_distance_m')}
        {distance('longest_run', 'longest_run_m')}
      </div>
      <Several
        label={say('plan-editor.field.exclude')}
        options={EXCLUDABLE.map((value) => ({ value, label: say(`plan-editor.exclude.${value}`) }))}
        chosen={form.exclude}
        onChosen={(exclude) => set({ exclude })}
        fault={fault('exclude')}
      />
      <Stretches form={form} set={set} fault={fault('unavailable')} />
      <RaceRows form={form} set={set} fault={fault('races')} isTried={isTried} />
      <InjuryRows form={form} set={set} fault={fault('injuries')} />
    </section>
  );
}

function Faults({ of }: { readonly of: readonly (string | undefined)[] }) {
  return of.map((fault) =>
    fault === undefined ? null : (
      <p key={fault} className="small fault">
        {fault}
      </p>
    ),
  );
}

/** Rows of one kind with a button that adds one, and one in each that takes it out. */
function Rows<Row>(props: {
  readonly title: string;
  readonly add: string;
  readonly remove: (number: number) => string;
  readonly rows: readonly Row[];
  readonly empty: Row;
  readonly onRows: (rows: readonly Row[]) => void;
  readonly fault: string | undefined;
  readonly draw: (row: Row, set: (changes: Partial<Row>) => void) => ReactNode;
}) {
  const { title, add, remove, rows, empty, onRows, fault, draw } = props;
  return (
    <fieldset className={style.rows}>
      <legend className={style.label}>{title}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place
        <div key={index} className={style.row}>
          {draw(row, (changes) => onRows(rows.with(index, { ...row, ...changes })))}
          <Button
            look="quiet"
            aria-label={remove(index + 1)}
            onPress={() => onRows(rows.filter((_, place) => place !== index))}
          >
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Faults of={[fault]} />
      <div>
        <Button size="small" onPress={() => onRows([...rows, empty])}>
          {add}
        </Button>
      </div>
    </fieldset>
  );
}

type Part = Pick<Props, 'form' | 'set'> & { readonly fault: string | undefined };

function Stretches({ form, set, fault }: Part) {
  const say = useSay();
  return (
    <Rows
      title={say('plan-editor.field.unavailable')}
      add={say('plan-editor.form.unavailable.add')}
      remove={(number) => say('plan-editor.form.unavailable.remove', { number })}
      rows={form.unavailable}
      empty={{ from: form.start_date, to: form.start_date, reason: '' }}
      onRows={(unavailable) => set({ unavailable })}
      fault={fault}
      draw={(row, change) => (
        <>
          <Field
            label={say('plan-editor.form.from')}
            type="date"
            value={row.from}
            onChange={(from) => change({ from })}
          />
          <Field
            label={say('plan-editor.form.to')}
            type="date"
            value={row.to}
            onChange={(to) => change({ to })}
          />
          <Field
            label={say('plan-editor.form.reason')}
            maxLength={AREA_LENGTH}
            value={row.reason}
            onChange={(reason) => change({ reason })}
          />
        </>
      )}
    />
  );
}

function RaceRows({ form, set, fault, isTried }: Part & { readonly isTried: boolean }) {
  const say = useSay();
  return (
    <Rows<Form['races'][number]>
      title={say('plan-editor.field.races')}
      add={say('plan-editor.form.race.add')}
      remove={(number) => say('plan-editor.form.race.remove', { number })}
      rows={form.races}
      empty={{ date: form.start_date, event: '10k', priority: 'b', target_time: '' }}
      onRows={(races) => set({ races })}
      fault={fault}
      draw={(row, change) => (
        <>
          <Field
            label={say('plan-editor.form.raceDate')}
            type="date"
            value={row.date}
            onChange={(date) => change({ date })}
          />
          <Choose
            label={say('plan-editor.form.event')}
            options={RACES.map((value) => ({ value, label: say(`plan-editor.event.${value}`) }))}
            value={row.event}
            onChange={(event) => change({ event })}
          />
          <Choose
            label={say('plan-editor.form.priority')}
            options={PRIORITIES.map((value) => ({ value, label: say(`plan-editor.priority.${value}`) }))}
            value={row.priority}
            onChange={(priority) => change({ priority })}
          />
          <Field
            label={say('plan-editor.form.target')}
            placeholder="43:00"
            value={row.target_time}
            onChange={(target_time) => change({ target_time })}
            fault={
              isTried && readDuration(row.target_time) === 'unread'
                ? say('plan-editor.form.target.fault')
                : undefined
            }
          />
        </>
      )}
    />
  );
}

function InjuryRows({ form, set, fault }: Part) {
  const say = useSay();
  return (
    <Rows<Form['injuries'][number]>
      title={say('plan-editor.field.injuries')}
      add={say('plan-editor.form.injury.add')}
      remove={(number) => say('plan-editor.form.injury.remove', { number })}
      rows={form.injuries}
      empty={{ area: '', from: form.start_date, to: '', running: 'easy_only' }}
      onRows={(injuries) => set({ injuries })}
      fault={fault}
      draw={(row, change) => (
        <>
          <Field
            label={say('plan-editor.form.area')}
            maxLength={AREA_LENGTH}
            value={row.area}
            onChange={(area) => change({ area })}
          />
          <Choose
            label={say('plan-editor.form.running')}
            options={RUNNING.map((value) => ({ value, label: say(`plan-editor.running.${value}`) }))}
            value={row.running}
            onChange={(running) => change({ running })}
          />
          <Field
            label={say('plan-editor.form.from')}
            type="date"
            value={row.from}
            onChange={(from) => change({ from })}
          />
          <Field
            label={say('plan-editor.form.toOpen')}
            type="date"
            value={row.to}
            onChange={(to) => change({ to })}
          />
        </>
      )}
    />
  );
}
