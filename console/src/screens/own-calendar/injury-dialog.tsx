import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useToday } from '../../own/own-days.ts';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import style from './form.module.css';
import { useChange } from './use-change.ts';

type Injury = Schemas['Injury'];
type Body = Schemas['CreateInjury'];

const KINDS = ['injury', 'illness'] as const;
const RUNNING = ['none', 'easy_only', 'no_hills', 'no_speed'] as const;
const MAX_AREA = 200;
const MAX_NOTE = 500;

const path = (injury_id: string) => ({ params: { path: { injury_id } } });
const create = (body: Body) => ask(api.POST('/injuries', { body }));
const remove = (id: string) => ask(api.DELETE('/injuries/{injury_id}', path(id)));
const patch = (id: string, body: Schemas['ChangeInjury']) =>
  ask(api.PATCH('/injuries/{injury_id}', { ...path(id), body }));
const bodyOf = ({ kind, area, from, to, running, note }: Injury): Body => ({
  ...{ kind, area, from, to, running, note },
});

/** What hurts and what running it allows: told, changed, ended, taken back. */
export function InjuryDialog(props: {
  readonly id: string | null;
  readonly date: string;
  readonly onClose: () => void;
}) {
  const { id, date, onClose } = props;
  const say = useSay();
  const injury = useQuery({
    queryKey: ['own-injury', id],
    enabled: id !== null,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await ask(api.GET('/injuries/{injury_id}', { signal, ...path(id ?? '') }))).data.injury,
  });
  return (
    <Dialog title={say('own-calendar.add.injury')} isOpen onClose={onClose}>
      {id !== null && injury.isPending && <Waiting rows={3} />}
      {injury.isError && <Failure error={injury.error} what={say('training.failed.calendar')} />}
      {(id === null || injury.data !== undefined) && (
        <Form injury={injury.data ?? null} date={date} onClose={onClose} />
      )}
    </Dialog>
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
  const { change, fault } = useChange();
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
  const said = say('own-calendar.hurt.saved');
  const save = async (): Promise<void> => {
    const isMade =
      injury === null
        ? await change({ said, make: () => create(body), undo: ({ data }) => remove(data.injury.id) })
        : await change({
            said,
            make: () => patch(injury.id, body),
            undo: () => patch(injury.id, bodyOf(injury)),
          });
    if (isMade) onClose();
  };
  const end = async (of: Injury): Promise<void> => {
    const isMade = await change({
      said: say('own-calendar.hurt.ended'),
      make: () => patch(of.id, { to: today }),
      undo: () => patch(of.id, { to: of.to }),
    });
    if (isMade) onClose();
  };
  const takeBack = async (of: Injury): Promise<void> => {
    const isMade = await change({
      said: say('own-calendar.hurt.removed'),
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
      {fault !== null && (
        <p className={style.fault} role="alert">
          {fault}
        </p>
      )}
      <DialogButtons>
        {injury !== null && (
          <>
            <Button onPress={() => void takeBack(injury)}>{say('own-calendar.remove')}</Button>
            {(injury.to === null || injury.to > today) && injury.from <= today && (
              <Button onPress={() => void end(injury)}>{say('own-calendar.hurt.end')}</Button>
            )}
          </>
        )}
        <Button look="main" type="submit">
          {say('own-calendar.save')}
        </Button>
      </DialogButtons>
    </form>
  );
}
