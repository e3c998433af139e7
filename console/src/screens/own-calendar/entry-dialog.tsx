import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import style from './form.module.css';
import { useChange } from './use-change.ts';

type Entry = Schemas['AvailabilityEntry'];
type Body = Schemas['CreateAvailability'];

const KINDS = ['unavailable', 'limited', 'travelling'] as const;
const PARTS = ['day', 'morning', 'afternoon', 'evening'] as const;
const MAX_REASON = 500;

const path = (entry_id: string) => ({ params: { path: { entry_id } } });
const create = (body: Body) => ask(api.POST('/availability', { body }));
const remove = (id: string) => ask(api.DELETE('/availability/{entry_id}', path(id)));
const bodyOf = ({ kind, part, minutes, weekdays, from, to, reason }: Entry): Body => ({
  ...{ kind, part, minutes, weekdays, from, to, reason },
});

/** Days on which one cannot train as usual: told, changed, taken back. */
export function EntryDialog(props: {
  readonly id: string | null;
  readonly date: string;
  readonly onClose: () => void;
}) {
  const { id, date, onClose } = props;
  const say = useSay();
  const entry = useQuery({
    queryKey: ['own-availability', id],
    enabled: id !== null,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await ask(api.GET('/availability/{entry_id}', { signal, ...path(id ?? '') }))).data.entry,
  });
  return (
    <Dialog title={say('own-calendar.add.away')} isOpen onClose={onClose}>
      {id !== null && entry.isPending && <Waiting rows={3} />}
      {entry.isError && <Failure error={entry.error} what={say('training.failed.calendar')} />}
      {(id === null || entry.data !== undefined) && (
        <Form entry={entry.data ?? null} date={date} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Form(props: { readonly entry: Entry | null; readonly date: string; readonly onClose: () => void }) {
  const { entry, date, onClose } = props;
  const say = useSay();
  const format = useFormat();
  const { change, fault } = useChange();
  const [kind, setKind] = useState<Entry['kind']>(entry?.kind ?? 'unavailable');
  const [part, setPart] = useState<Entry['part']>(entry?.part ?? 'day');
  const [minutes, setMinutes] = useState(String(entry?.minutes ?? 40));
  const [from, setFrom] = useState(entry?.from ?? date);
  const [to, setTo] = useState(entry?.to ?? entry?.from ?? date);
  const [reason, setReason] = useState(entry?.reason ?? '');
  const isWeekly = entry !== null && entry.weekdays !== null;
  const body: Body = {
    kind,
    part: kind === 'limited' ? 'day' : part,
    minutes: kind === 'limited' ? Number(minutes) : null,
    reason: reason.trim() === '' ? null : reason.trim(),
    ...(isWeekly
      ? { weekdays: entry.weekdays, from: entry.from, to: entry.to }
      : { from, to: to < from ? from : to }),
  };
  const said = isWeekly
    ? say('own-calendar.away.savedWeekly')
    : say('own-calendar.away.saved', { day: format.day(from) });
  const save = async (): Promise<void> => {
    const isMade =
      entry === null
        ? await change({
            said,
            make: () => create(body),
            undo: ({ data }) => remove(data.entry.id),
          })
        : await change({
            said,
            make: () => ask(api.PATCH('/availability/{entry_id}', { ...path(entry.id), body })),
            undo: () =>
              ask(api.PATCH('/availability/{entry_id}', { ...path(entry.id), body: bodyOf(entry) })),
          });
    if (isMade) onClose();
  };
  const takeBack = async (of: Entry): Promise<void> => {
    const isMade = await change({
      said: say('own-calendar.away.removed'),
      make: () => remove(of.id),
      undo: () => create(bodyOf(of)),
    });
    if (isMade) onClose();
  };
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
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
      {isWeekly ? (
        <p className="second">{say('own-calendar.away.weekly')}</p>
      ) : (
        <div className={style.pair}>
          <Field label={say('own-calendar.from')} type="date" value={from} onChange={setFrom} isRequired />
          <Field label={say('own-calendar.to')} type="date" value={to} onChange={setTo} isRequired />
        </div>
      )}
      <Field
        label={say('own-calendar.away.reason')}
        hint={say('own-calendar.away.reasonHint')}
        maxLength={MAX_REASON}
        value={reason}
        onChange={setReason}
      />
      {fault !== null && (
        <p className={style.fault} role="alert">
          {fault}
        </p>
      )}
      <DialogButtons>
        {entry !== null && (
          <Button onPress={() => void takeBack(entry)}>{say('own-calendar.away.remove')}</Button>
        )}
        <Button look="main" type="submit">
          {say('own-calendar.save')}
        </Button>
      </DialogButtons>
    </form>
  );
}
