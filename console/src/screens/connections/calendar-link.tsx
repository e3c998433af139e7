import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import columns from '../../parts/columns.module.css';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';

const KEY = ['calendar-subscription'];

/** The address by which a calendar shows the planned workouts: shown once, when it is made. */
export function CalendarLink() {
  const say = useSay();
  const format = useFormat();
  const cache = useQueryClient();
  // Not in the cache: whoever has it reads the calendar.
  const [url, setUrl] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await ask(api.GET('/plans/mine/subscription', { signal }))).data.subscription,
  });
  const create = async (): Promise<void> => {
    const { data } = await ask(api.POST('/plans/mine/subscription'));
    setUrl(data.subscription.url);
    setFault(undefined);
    await cache.invalidateQueries({ queryKey: KEY });
  };
  const first = (): void => {
    create().catch((error: unknown) => setFault(reasonOf(error, say)));
  };
  const created_at = query.data?.created_at;
  return (
    <section className={columns.section}>
      <h2>{say('connections.calendar')}</h2>
      <p className="small second">{say('connections.calendar.text')}</p>
      {query.isPending && <Waiting rows={1} height={56} />}
      {query.isError && (
        <Failure
          error={query.error}
          what={say('connections.calendar.failed')}
          retry={() => void query.refetch()}
        />
      )}
      {url !== undefined && (
        <div className={columns.form}>
          <CopyText text={url} label={say('connections.calendar.address')} isFocused />
          <p className="small second">{say('connections.calendar.once')}</p>
        </div>
      )}
      {fault !== undefined && (
        <p className="small" role="alert" style={{ color: 'var(--fault)' }}>
          {fault}
        </p>
      )}
      {query.data === null && (
        <div>
          <Button onPress={first}>{say('connections.calendar.create')}</Button>
        </div>
      )}
      {created_at !== undefined && (
        <div className={columns.row}>
          <p>{say('connections.calendar.since', { at: format.moment(created_at) })}</p>
          <Button
            onPress={() =>
              setAsked({
                title: say('connections.calendar.new.title'),
                text: say('connections.calendar.new.text'),
                verb: say('connections.calendar.new'),
                act: create,
              })
            }
          >
            {say('connections.calendar.new')}
          </Button>
          <Button
            look="quiet"
            onPress={() =>
              setAsked({
                title: say('connections.calendar.end.title'),
                text: say('connections.calendar.end.text'),
                verb: say('connections.calendar.end'),
                act: async () => {
                  await ask(api.DELETE('/plans/mine/subscription'));
                  setUrl(undefined);
                  await cache.invalidateQueries({ queryKey: KEY });
                },
              })
            }
          >
            {say('connections.calendar.end')}
          </Button>
        </div>
      )}
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}
