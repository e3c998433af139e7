import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { addDays, mondayOf, useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Field } from '../../parts/field.tsx';
import { useSay } from '../../say.tsx';
import style from './form.module.css';
import { KeptDialog, KeptForm, type Store, useKept } from './kept-form.tsx';

type Entry = Schemas['AvailabilityEntry'];
type Body = Schemas['CreateAvailability'];
type Weekday = NonNullable<Entry['weekdays']>[number];

const KINDS = ['unavailable', 'limited', 'travelling'] as const;
const PARTS = ['day', 'morning', 'afternoon', 'evening'] as const;
const REPEATS = ['once', 'weekly'] as const;
const WEEKDAYS: readonly Weekday[] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
];
const MAX_REASON = 500;

const path = (entry_id: string) => ({ params: { path: { entry_id } } });
const ENTRIES: Store<Entry, Body> = {
  create: async (body) => (await ask(api.POST('/availability', { body }))).data.entry,
  change: (id, body) => ask(api.PATCH('/availability/{entry_id}', { ...path(id), body })),
  remove: (id) => ask(api.DELETE('/availability/{entry_id}', path(id))),
  idOf: ({ id }) => id,
  bodyOf: ({ kind, part, minutes, weekdays, from, to, reason }) => ({
    ...{ kind, part, minutes, weekdays, from, to, reason },
  }),
};

/** Days on which one cannot train as usual, once or in every week: told, changed, taken back. */
export function EntryDialog(props: {
  readonly id: string | null;
  readonly date: string;
  readonly onClose: () => void;
}) {
  const { id, date, onClose } = props;
  const say = useSay();
  return (
    <KeptDialog
      title={say('own-calendar.add.away')}
      id={id}
      name="own-availability"
      read={async (entry_id, signal) =>
        (await ask(api.GET('/availability/{entry_id}', { signal, ...path(entry_id) }))).data.entry
      }
      onClose={onClose}
    >
      {(entry) => <Form entry={entry} date={date} onClose={onClose} />}
    </KeptDialog>
  );
}

function Form(props: { readonly entry: Entry | null; readonly date: string; readonly onClose: () => void }) {
  const { entry, date, onClose } = props;
  const say = useSay();
  const format = useFormat();
  const { save, remove, fault } = useKept(ENTRIES, entry, onClose);
  const [kind, setKind] = useState<Entry['kind']>(entry?.kind ?? 'unavailable');
  const [part, setPart] = useState<Entry['part']>(entry?.part ?? 'day');
  const [minutes, setMinutes] = useState(String(entry?.minutes ?? 40));
  const [repeats, setRepeats] = useState<(typeof REPEATS)[number]>(
    entry?.weekdays == null ? 'once' : 'weekly',
  );
  const [weekdays, setWeekdays] = useState<readonly Weekday[]>(entry?.weekdays ?? [weekdayOf(date)]);
  const [from, setFrom] = useState(entry === null ? date : (entry.from ?? ''));
  const [to, setTo] = useState(entry?.to ?? '');
  const [reason, setReason] = useState(entry?.reason ?? '');
  const isWeekly = repeats === 'weekly';
  const first = from === '' ? date : from;
  const body: Body = {
    kind,
    part: kind === 'limited' ? 'day' : part,
    minutes: kind === 'limited' ? Number(minutes) : null,
    reason: reason.trim() === '' ? null : reason.trim(),
    ...(isWeekly
      ? { weekdays: [...weekdays], from: from === '' ? null : from, to: to === '' ? null : to }
      : { weekdays: null, from: first, to: to < first ? first : to }),
  };
  const said = isWeekly
    ? say('own-calendar.away.savedWeekly')
    : say('own-calendar.away.saved', { day: format.day(first) });
  return (
    <KeptForm
      fault={fault}
      onSave={() => void save(body, said)}
      buttons={
        entry !== null && (
          <Button onPress={() => void remove(entry, say('own-calendar.away.removed'))}>
            {say('own-calendar.away.remove')}
          </Button>
        )
      }
    >
      <Choose
        label={say('own-calendar.away.kind')}
        options={KINDS.map((one) => ({ value: one, label: say(`own-calendar.away.kind.${one}`) }))}
        value={kind}
        onChange={setKind}
      />
      {kind === 'limited' ? (
        <Field
          label={say('own-calendar.away.minutes')}
          type="number"
          value={minutes}
          onChange={setMinutes}
          isRequired
        />
      ) : (
        <Choose
          label={say('own-calendar.away.part')}
          options={PARTS.map((one) => ({ value: one, label: say(`own-calendar.away.part.${one}`) }))}
          value={part}
          onChange={setPart}
        />
      )}
      <Choose
        label={say('own-calendar.away.repeats')}
        options={REPEATS.map((one) => ({ value: one, label: say(`own-calendar.away.repeats.${one}`) }))}
        value={repeats}
        onChange={setRepeats}
      />
      {isWeekly && <Weekdays chosen={weekdays} onChange={setWeekdays} />}
      <div className={style.pair}>
        <Field
          label={say('own-calendar.from')}
          type="date"
          value={from}
          onChange={setFrom}
          isRequired={!isWeekly}
        />
        <Field
          label={say('own-calendar.to')}
          type="date"
          value={to}
          onChange={setTo}
          {...(isWeekly ? { hint: say('own-calendar.away.noEnd') } : {})}
        />
      </div>
      <Field
        label={say('own-calendar.away.reason')}
        hint={say('own-calendar.away.reasonHint')}
        maxLength={MAX_REASON}
        value={reason}
        onChange={setReason}
      />
    </KeptForm>
  );
}

const weekdayOf = (date: string): Weekday =>
  WEEKDAYS.find((_, index) => addDays(mondayOf(date), index) === date) ?? 'monday';

/** A Monday, whose week names the weekdays. */
const ANY_MONDAY = '2024-01-01';

/** Which days of every week; at least one. */
function Weekdays(props: {
  readonly chosen: readonly Weekday[];
  readonly onChange: (chosen: readonly Weekday[]) => void;
}) {
  const { chosen, onChange } = props;
  const say = useSay();
  const format = useFormat();
  return (
    <fieldset className={style.weekdays}>
      <legend>{say('own-calendar.away.weekdays')}</legend>
      {WEEKDAYS.map((weekday, index) => {
        const isChosen = chosen.includes(weekday);
        return (
          <label key={weekday}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isChosen && chosen.length === 1}
              onChange={() => onChange(WEEKDAYS.filter((one) => chosen.includes(one) !== (one === weekday)))}
            />
            {format.day(addDays(ANY_MONDAY, index), 'weekday')}
          </label>
        );
      })}
    </fieldset>
  );
}
