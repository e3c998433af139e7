import { type ReactNode, useState } from 'react';
import { Choice } from '../../parts/choice.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Field } from '../../parts/field.tsx';
import { readDuration } from '../../parts/read-duration.ts';
import { SwitchRow } from '../../parts/switch-row.tsx';
import { LANGUAGES, useSay } from '../../say.tsx';
import { AthleteField } from './athlete-field.tsx';
import { ConstraintFields } from './constraint-fields.tsx';
import {
  type Athlete,
  EVENTS,
  type Form,
  LEVELS,
  MAX_INSTRUCTIONS,
  MAX_WEEKS,
  SOURCINGS,
  weeksUntil,
} from './form.ts';
import { Days, faultAt } from './form-parts.tsx';
import style from './start-form.module.css';

export type FormProps = {
  readonly form: Form;
  readonly athlete: Athlete | null;
  readonly onForm: (form: Form) => void;
  readonly onAthlete: (athlete: Athlete | null) => void;
  /** Why the server refused what was asked for. */
  readonly error: unknown;
  /** Whether it was tried to send it: what is wrong is said from then on. */
  readonly isTried: boolean;
};

/** What is asked for: goal, weeks, level and days as fields, and everything else in one's own words. */
export function StartForm(
  props: FormProps & { readonly onSubmit: () => void; readonly children: ReactNode },
) {
  const { form, athlete, onForm, onAthlete, error, isTried, onSubmit, children } = props;
  const say = useSay();
  const set = (changes: Partial<Form>): void => onForm({ ...form, ...changes });
  const [weeksAreOwn, setWeeksAreOwn] = useState(false);
  /** A race says how many weeks there are, unless somebody has said otherwise. */
  const setDays = (changes: { readonly race_date?: string; readonly start_date?: string }): void => {
    const { race_date, start_date } = { ...form, ...changes };
    const follows = !weeksAreOwn && race_date !== '' && start_date !== '' && race_date > start_date;
    set({ ...changes, ...(follows && { weeks: String(weeksUntil(start_date, race_date)) }) });
  };
  const weeks = Number(form.weeks);
  const isRace = form.event !== 'general' && form.event !== 'next';
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <section className={style.part} aria-label={say('plan-editor.form.goal')}>
        <h2>{say('plan-editor.form.goal')}</h2>
        <AthleteField athlete={athlete} onAthlete={onAthlete} fault={faultAt(error, 'athlete_id')} />
        {athlete !== null && (
          <SwitchRow
            label={say('plan-editor.form.keepsToDays')}
            hint={say('plan-editor.form.keepsToDays.hint', { name: athlete.name })}
            isOn={form.keeps_to_days}
            onChange={(keeps_to_days) => set({ keeps_to_days })}
          />
        )}
        <Choose
          label={say('plan-editor.form.event')}
          options={EVENTS.filter((event) => event !== 'next' || athlete !== null).map((value) => ({
            value,
            label: say(`plan-editor.event.${value}`),
          }))}
          value={form.event}
          onChange={(event) => set({ event })}
        />
        {isRace && (
          <div className={style.pair}>
            <Field
              label={say('plan-editor.form.raceDate')}
              type="date"
              value={form.race_date}
              onChange={(race_date) => setDays({ race_date })}
              fault={faultAt(error, 'goal.race_date')}
            />
            <Field
              label={say('plan-editor.form.target')}
              placeholder="1:39:00"
              value={form.target_time}
              onChange={(target_time) => set({ target_time })}
              fault={
                isTried && readDuration(form.target_time) === 'unread'
                  ? say('plan-editor.form.target.fault')
                  : faultAt(error, 'goal.target_time_s')
              }
            />
          </div>
        )}
        <div className={style.pair}>
          <Field
            label={say('plan-editor.form.start')}
            type="date"
            value={form.start_date}
            onChange={(start_date) => setDays({ start_date })}
            isRequired
            fault={
              isTried && form.start_date === ''
                ? say('plan-editor.form.start.fault')
                : faultAt(error, 'start_date')
            }
          />
          <Field
            label={say('plan-editor.form.weeks')}
            inputMode="numeric"
            value={form.weeks}
            onChange={(text) => {
              setWeeksAreOwn(true);
              set({ weeks: text });
            }}
            isRequired
            fault={
              isTried && !(Number.isInteger(weeks) && weeks >= 1 && weeks <= MAX_WEEKS)
                ? say('plan-editor.form.weeks.fault', { most: MAX_WEEKS })
                : faultAt(error, 'weeks')
            }
          />
        </div>
        <div className={style.field}>
          <span className={style.label}>{say('plan-editor.form.level')}</span>
          <Choice
            label={say('plan-editor.form.level')}
            options={LEVELS.map((value) => ({ value, label: say(`plan-editor.level.${value}`) }))}
            value={form.level}
            onChange={(level) => set({ level })}
          />
        </div>
        <Days
          label={say('plan-editor.form.days')}
          hint={say('plan-editor.form.days.hint')}
          days={form.workout_days}
          onDays={(workout_days) => set({ workout_days })}
          fault={faultAt(error, 'workout_days')}
        />
        <Field
          label={say('plan-editor.form.instructions')}
          hint={say('plan-editor.form.instructions.hint')}
          placeholder={say('plan-editor.form.instructions.example')}
          rows={4}
          maxLength={MAX_INSTRUCTIONS}
          value={form.instructions}
          onChange={(instructions) => set({ instructions })}
          fault={faultAt(error, 'instructions')}
        />
      </section>
      <div>
        <ConstraintFields form={form} set={set} error={error} isTried={isTried} />
        <section className={style.part} aria-label={say('plan-editor.form.how')}>
          <h2>{say('plan-editor.form.how')}</h2>
          <Choose
            label={say('plan-editor.form.sourcing')}
            options={SOURCINGS.map((value) => ({ value, label: say(`plan-editor.sourcing.${value}`) }))}
            value={form.sourcing}
            onChange={(sourcing) => set({ sourcing })}
          />
          <Choose
            label={say('plan-editor.form.language')}
            options={LANGUAGES.map((value) => ({ value, label: say(`plan-editor.language.${value}`) }))}
            value={form.language}
            onChange={(language) => set({ language })}
          />
        </section>
      </div>
      <div className={style.foot}>{children}</div>
    </form>
  );
}
