import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { todayIn, useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import type { Sport } from '../../own/sports.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { SportField } from '../review/sport-field.tsx';
import { instantOf, readDuration_s, readNumber } from './read-typed.ts';
import style from './runs.module.css';

const M_PER_MILE = 1_609.344;
type Draft = {
  readonly sport: Sport;
  readonly date: string;
  readonly time: string;
  readonly duration: string;
  readonly distance: string;
  readonly rate: string;
  readonly name: string;
};
type Faults = Partial<Record<keyof Draft | 'all', string>>;

/** A run without a recording: as much as one knows of it. */
export function EnterRun({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const { units } = useFormat();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { tell } = useNotices();
  const { timezone } = useSession().profile.preferences;
  const [faults, setFaults] = useState<Faults>({});
  const [isSending, setSending] = useState(false);
  const [draft, setDraft] = useState<Draft>(() => ({
    sport: 'run',
    date: todayIn(timezone),
    time: '07:00',
    duration: '',
    distance: '',
    rate: '',
    name: '',
  }));
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const duration_s = readDuration_s(draft.duration);
    const distance = readNumber(draft.distance);
    const rate = readNumber(draft.rate);
    const start_time = instantOf(draft.date, draft.time, timezone);
    const wrong: Faults = {
      ...(duration_s === null && { duration: say('runs.fault.duration') }),
      ...(distance === undefined && { distance: say('runs.fault.number') }),
      ...(rate === undefined && { rate: say('runs.fault.number') }),
      ...(start_time === null && { date: say('runs.fault.start') }),
    };
    setFaults(wrong);
    if (duration_s === null || distance === undefined || rate === undefined || start_time === null) return;
    setSending(true);
    try {
      const { data } = await ask(
        api.POST('/activities', {
          body: {
            sport_type: draft.sport,
            start_time,
            timezone,
            duration_s,
            ...(distance !== null && { distance_m: distance * (units === 'metric' ? 1_000 : M_PER_MILE) }),
            ...(rate !== null && { average_heart_rate_bpm: rate }),
            ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
          },
        }),
      );
      void cache.invalidateQueries({ queryKey: ['runs'] });
      tell(say('runs.entered'));
      onClose();
      await navigate(`/runs/${data.activity.id}`);
    } catch (error) {
      const detail = error instanceof ApiError ? error.details.map(({ message }) => message).join(' ') : '';
      setFaults({ all: detail === '' ? reasonOf(error, say) : detail });
      setSending(false);
    }
  };
  return (
    <Dialog title={say('runs.enter')} isOpen onClose={onClose}>
      <form className={style.form} onSubmit={(event) => void submit(event)} noValidate>
        <SportField value={draft.sport} onChange={(sport) => set({ sport })} />
        <div className={style.pair}>
          <Field
            label={say('runs.date')}
            type="date"
            value={draft.date}
            fault={faults.date}
            onChange={(date) => set({ date })}
          />
          <Field
            label={say('runs.start')}
            type="time"
            value={draft.time}
            onChange={(time) => set({ time })}
          />
        </div>
        <div className={style.pair}>
          <Field
            label={say('runs.duration')}
            placeholder={say('runs.duration.example')}
            autoFocus
            value={draft.duration}
            fault={faults.duration}
            onChange={(duration) => set({ duration })}
          />
          <Field
            label={say('runs.distance', { units: units === 'imperial' ? units : 'other' })}
            inputMode="decimal"
            value={draft.distance}
            fault={faults.distance}
            onChange={(distance) => set({ distance })}
          />
        </div>
        <Field
          label={say('runs.rate')}
          inputMode="numeric"
          value={draft.rate}
          fault={faults.rate}
          onChange={(rate) => set({ rate })}
        />
        <Field
          label={say('runs.name')}
          hint={say('runs.name.hint')}
          value={draft.name}
          maxLength={200}
          onChange={(name) => set({ name })}
        />
        {faults.all !== undefined && (
          <p role="alert" className={style.fault}>
            {faults.all}
          </p>
        )}
        <DialogButtons>
          <Button onPress={onClose}>{say('runs.cancel')}</Button>
          <Button look="main" type="submit" isDisabled={isSending}>
            {say('runs.keep')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
