import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useToday } from '../../own/own-days.ts';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { readDuration } from '../../parts/read-duration.ts';
import { Failure } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import style from './form.module.css';
import { KeptForm, type Store, useKept } from './kept-form.tsx';

type Race = Schemas['CalendarRace'];
type Body = Schemas['CreateRace'];

const PRIORITIES = ['a', 'b', 'c'] as const;
const OTHER = 'other';
const EVENTS = [
  ...(['5k', '10k', 'half_marathon', 'marathon', 'mile', '15k'] as const),
  ...(['10_miles', '20k', '30k', '50k', '100k', OTHER] as const),
] as const;
const NO_RUN = 'none';
const MAX_NAME = 200;

const path = (race_id: string) => ({ params: { path: { race_id } } });
/** Races of a day of the calendar, which does not say the day in each. */
const racesOf = (date: string): Store<Omit<Race, 'event'>, Body> => ({
  create: async (body) => {
    const { race } = (await ask(api.POST('/races', { body }))).data;
    return { ...race, race_id: race.id };
  },
  change: (id, body) => ask(api.PATCH('/races/{race_id}', { ...path(id), body })),
  remove: (id) => ask(api.DELETE('/races/{race_id}', path(id))),
  idOf: ({ race_id }) => race_id,
  bodyOf: ({ name, distance_m, priority, target_time_s, result, activity_id }) => ({
    ...{ date, name, distance_m, priority, target_time_s, result, activity_id },
  }),
});

/** A race: its day and distance, what one is after, and when it was run, the result and the recording that it was. */
export function RaceDialog(props: {
  readonly race: Race | null;
  readonly date: string;
  readonly onClose: () => void;
}) {
  const { race, date: day, onClose } = props;
  const say = useSay();
  const format = useFormat();
  const today = useToday();
  const { save: keep, remove, fault } = useKept(racesOf(day), race, onClose);
  const [name, setName] = useState(race?.name ?? '');
  const [date, setDate] = useState(day);
  const [event, setEvent] = useState<(typeof EVENTS)[number]>(race === null ? '10k' : (race.event ?? OTHER));
  const [km, setKm] = useState(race === null ? '' : String(race.distance_m / 1000));
  const [priority, setPriority] = useState<Race['priority']>(race?.priority ?? 'b');
  const [target, setTarget] = useState(timeText(race?.target_time_s));
  const [time, setTime] = useState(timeText(race?.result?.time_s));
  const [activity_id, setActivity] = useState(race?.activity_id ?? NO_RUN);
  const isOver = date <= today;
  const runs = useQuery({
    queryKey: ['race-runs', race?.race_id],
    enabled: race !== null && isOver,
    queryFn: async ({ signal }) =>
      (await ask(api.GET('/races/{race_id}/suggestions', { signal, ...path(race?.race_id ?? '') }))).data
        .suggestions,
  });
  function timeText(time_s: number | null | undefined): string {
    return time_s == null ? '' : format.duration(time_s);
  }
  const [target_s, result_s] = [readDuration(target), readDuration(time)];
  const metres = Number(km.replace(',', '.')) * 1000;
  const faults = {
    target: target_s === 'unread' ? say('own-calendar.race.timeUnread') : undefined,
    time: result_s === 'unread' ? say('own-calendar.race.timeUnread') : undefined,
    km: event === OTHER && !(metres > 0) ? say('own-calendar.race.kmUnread') : undefined,
  };
  const [isTried, setTried] = useState(false);
  const save = (): void => {
    setTried(true);
    if (target_s === 'unread' || result_s === 'unread' || faults.km !== undefined) return;
    const body: Body = {
      ...{ name: name.trim(), date, priority, target_time_s: target_s },
      ...(event === OTHER ? { distance_m: metres } : { event }),
      result: result_s === null ? null : { ...race?.result, time_s: result_s },
      activity_id: activity_id === NO_RUN ? null : activity_id,
    };
    void keep(body, say('own-calendar.race.saved', { name: body.name }));
  };
  return (
    <Dialog title={say('own-calendar.add.race')} isOpen onClose={onClose}>
      <KeptForm
        fault={fault}
        onSave={save}
        buttons={
          race !== null && (
            <Button onPress={() => void remove(race, say('own-calendar.race.removed', { name: race.name }))}>
              {say('own-calendar.remove')}
            </Button>
          )
        }
      >
        <Field
          label={say('own-calendar.race.name')}
          maxLength={MAX_NAME}
          value={name}
          onChange={setName}
          isRequired
        />
        <div className={style.pair}>
          <Field
            label={say('own-calendar.race.date')}
            type="date"
            value={date}
            onChange={setDate}
            isRequired
          />
          <Choose
            label={say('own-calendar.race.event')}
            options={EVENTS.map((one) => ({ value: one, label: say(`own-calendar.event.${one}`) }))}
            value={event}
            onChange={setEvent}
          />
        </div>
        {event === OTHER && (
          <Field
            label={say('own-calendar.race.km')}
            inputMode="decimal"
            value={km}
            onChange={setKm}
            fault={isTried ? faults.km : undefined}
          />
        )}
        <div className={style.pair}>
          <Choose
            label={say('own-calendar.race.priority')}
            options={PRIORITIES.map((one) => ({ value: one, label: say(`own-calendar.priority.${one}`) }))}
            value={priority}
            onChange={setPriority}
          />
          <Field
            label={say('own-calendar.race.target')}
            placeholder="1:45:00"
            value={target}
            onChange={setTarget}
            fault={isTried ? faults.target : undefined}
          />
        </div>
        {isOver && (
          <Field
            label={say('own-calendar.race.result')}
            placeholder="1:43:12"
            value={time}
            onChange={setTime}
            fault={isTried ? faults.time : undefined}
          />
        )}
        {race !== null && isOver && runs.data !== undefined && (
          <Choose
            label={say('own-calendar.race.run')}
            options={[
              { value: NO_RUN, label: say('own-calendar.race.noRun') },
              ...linkable(runs.data, race.activity_id).map((one) => ({
                value: one.activity_id,
                label: one.name ?? say('own-calendar.race.linked'),
              })),
            ]}
            value={activity_id}
            onChange={setActivity}
          />
        )}
        {runs.isError && (
          <Failure
            error={runs.error}
            what={say('own-calendar.race.runsFailed')}
            retry={() => void runs.refetch()}
          />
        )}
      </KeptForm>
    </Dialog>
  );
}

/** The runs that are offered, and the one that is linked already, which is offered no more. */
function linkable(
  offered: readonly Schemas['RaceActivitySuggestion'][],
  linked: string | null,
): readonly { readonly activity_id: string; readonly name: string | null }[] {
  const isOffered = offered.some(({ activity_id }) => activity_id === linked);
  return linked === null || isOffered ? offered : [{ activity_id: linked, name: null }, ...offered];
}
