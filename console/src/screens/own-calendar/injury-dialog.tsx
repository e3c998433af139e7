import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useToday } from '../../own/own-days.ts';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Field } from '../../parts/field.tsx';
import { useSay } from '../../say.tsx';
import style from './form.module.css';
import { KeptDialog, KeptForm, type Store, useKept } from './kept-form.tsx';

type Injury = Schemas['Injury'];
type Body = Schemas['CreateInjury'];

const KINDS = ['injury', 'illness'] as const;
const RUNNING = ['none', 'easy_only', 'no_hills', 'no_speed'] as const;
const MAX_AREA = 200;
const MAX_NOTE = 500;

const path = (injury_id: string) => ({ params: { path: { injury_id } } });
const INJURIES: Store<Injury, Body> = {
  create: async (body) => (await ask(api.POST('/injuries', { body }))).data.injury,
  change: (id, body) => ask(api.PATCH('/injuries/{injury_id}', { ...path(id), body })),
  remove: (id) => ask(api.DELETE('/injuries/{injury_id}', path(id))),
  idOf: ({ id }) => id,
  bodyOf: ({ kind, area, from, to, running, note }) => ({ kind, area, from, to, running, note }),
};

/** What hurts and what running it allows: told, changed, ended, taken back. */
export function InjuryDialog(props: {
  readonly id: string | null;
  readonly date: string;
  readonly onClose: () => void;
}) {
  const { id, date, onClose } = props;
  const say = useSay();
  return (
    <KeptDialog
      title={say('own-calendar.add.injury')}
      id={id}
      name="own-injury"
      read={async (injury_id, signal) =>
        (await ask(api.GET('/injuries/{injury_id}', { signal, ...path(injury_id) }))).data.injury
      }
      onClose={onClose}
    >
      {(injury) => <Form injury={injury} date={date} onClose={onClose} />}
    </KeptDialog>
  );
}

function Form(props: {
  readonly injury: Injury | null;
  readonly date: string;
  readonly onClose: () => void;
}) {
  const { injury, date, onClose } = props;
  const say = useSay();
  const today = useToday();
  const { save, remove, fault } = useKept(INJURIES, injury, onClose);
  const [kind, setKind] = useState<Injury['kind']>(injury?.kind ?? 'injury');
  const [running, setRunning] = useState<Injury['running']>(injury?.running ?? 'none');
  const [area, setArea] = useState(injury?.area ?? '');
  const [from, setFrom] = useState(injury?.from ?? date);
  const [to, setTo] = useState(injury?.to ?? '');
  const [note, setNote] = useState(injury?.note ?? '');
  const body: Body = {
    ...{ kind, running, from, area: area.trim() },
    to: to === '' ? null : to,
    note: note.trim() === '' ? null : note.trim(),
  };
  const end = (of: Injury): void =>
    void save({ ...INJURIES.bodyOf(of), to: today }, say('own-calendar.hurt.ended'));
  return (
    <KeptForm
      fault={fault}
      onSave={() => void save(body, say('own-calendar.hurt.saved'))}
      buttons={
        injury !== null && (
          <>
            <Button onPress={() => void remove(injury, say('own-calendar.hurt.removed'))}>
              {say('own-calendar.remove')}
            </Button>
            {(injury.to === null || injury.to > today) && injury.from <= today && (
              <Button onPress={() => end(injury)}>{say('own-calendar.hurt.end')}</Button>
            )}
          </>
        )
      }
    >
      <Choose
        label={say('own-calendar.hurt.kind')}
        options={KINDS.map((one) => ({ value: one, label: say(`own-calendar.hurt.kind.${one}`) }))}
        value={kind}
        onChange={setKind}
      />
      <Field
        label={say('own-calendar.hurt.area')}
        maxLength={MAX_AREA}
        value={area}
        onChange={setArea}
        isRequired
      />
      <Choose
        label={say('own-calendar.hurt.running')}
        options={RUNNING.map((one) => ({ value: one, label: say(`own-calendar.hurt.running.${one}`) }))}
        value={running}
        onChange={setRunning}
      />
      <div className={style.pair}>
        <Field label={say('own-calendar.from')} type="date" value={from} onChange={setFrom} isRequired />
        <Field
          label={say('own-calendar.hurt.to')}
          hint={say('own-calendar.hurt.toHint')}
          type="date"
          value={to}
          onChange={setTo}
        />
      </div>
      <Field
        label={say('own-calendar.hurt.note')}
        rows={2}
        maxLength={MAX_NOTE}
        value={note}
        onChange={setNote}
      />
    </KeptForm>
  );
}
