import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { useQueue, type Write } from '../../offline/queue.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty, Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { Finish } from './finish.tsx';
import { byPace, type OwnPace, ownPace, repeatedDistance } from './own-pace.ts';
import style from './session.module.css';
import { type Participant, participantsQuery, type SessionDetails, sessionKeys } from './session-queries.ts';
import { SomeoneElse } from './someone-else.tsx';

type Row = Participant & { readonly pace: OwnPace; readonly came: boolean | null };
type Ticks = ReadonlyMap<string, boolean>;

const ATTENDANCE = '/organizations/{org_id}/sessions/{club_session_id}/attendance';

/** Who came. It works without a network: of two ticks for one person the later one wins, on whichever phone it was made. */
export function Register({ session }: { readonly session: SessionDetails }) {
  const say = useSay();
  const format = useFormat();
  const isOnline = useIsOnline();
  const { id, org_id, workout } = session;
  const participants = useQuery(participantsQuery(org_id, id));
  const { ticks, tick, finish } = useTicks(session, participants.dataUpdatedAt);
  const [isAdding, setAdding] = useState(false);
  const [isFinishing, setFinishing] = useState(false);
  const distance_m = repeatedDistance(workout?.segments ?? []);
  const rows = useMemo<readonly Row[]>(
    () =>
      (participants.data ?? [])
        .filter(
          ({ user_id, answer, attendance }) => answer !== 'no' || attendance !== null || ticks.has(user_id),
        )
        .map((one) => ({
          ...one,
          pace: ownPace(one.targets, distance_m),
          came: ticks.get(one.user_id) ?? one.attendance?.came ?? null,
        }))
        .toSorted((a, b) => byPace(a.pace, b.pace) || a.display_name.localeCompare(b.display_name)),
    [participants.data, ticks, distance_m],
  );
  const hasBegun = new Date(session.starts_at) <= new Date();
  const here = rows.filter(({ came }) => came === true);
  const absent = rows.filter(({ answer, came, waits }) => answer === 'yes' && !waits && came === null);
  useKeys([
    { key: 'a', does: say('sessions.someoneElse'), act: () => setAdding(true) },
    ...(hasBegun && absent.length > 0
      ? [{ key: 'f', does: say('sessions.finish.verb'), act: () => setFinishing(true) }]
      : []),
  ]);
  if (participants.isPending) return <Waiting height={66} />;
  if (participants.data === undefined)
    return (
      <Failure
        error={participants.error}
        what={say('sessions.registerFailed')}
        retry={() => void participants.refetch()}
      />
    );
  return (
    <section aria-label={say('sessions.register')} className={style.register}>
      {!isOnline && <p className={style.offline}>{say('sessions.registerOffline')}</p>}
      <header className={style.registerHead}>
        <h2>
          {hasBegun || here.length > 0
            ? say('sessions.here', { here: here.length, expected: rows.length })
            : say('sessions.expected', { count: rows.length })}
        </h2>
        {distance_m !== null && <span className="second small">{format.distance(distance_m)}</span>}
      </header>
      {rows.length === 0 && <Empty>{say('sessions.nobody')}</Empty>}
      <ul>
        {rows.map((row) => (
          <RegisterRow key={row.user_id} row={row} onTick={(came) => void tick(row.user_id, came)} />
        ))}
      </ul>
      <Button look="quiet" size="large" onPress={() => setAdding(true)}>
        <Plus size={16} strokeWidth={1.75} aria-hidden="true" /> {say('sessions.someoneElse')}
      </Button>
      <footer className={style.finish}>
        <span className={style.print}>
          <Button onPress={() => print()}>{say('sessions.print')}</Button>
        </span>
        {hasBegun && (
          <Button
            look="main"
            size="large"
            isDisabled={absent.length === 0}
            onPress={() => setFinishing(true)}
          >
            {absent.length === 0
              ? say('sessions.finished')
              : say('sessions.finish', { count: absent.length })}
          </Button>
        )}
      </footer>
      <Finish
        title={session.title}
        absent={absent}
        isOpen={isFinishing}
        close={() => setFinishing(false)}
        finish={(text) => void finish(absent, text)}
      />
      <SomeoneElse
        isOpen={isAdding}
        close={() => setAdding(false)}
        listed={new Set(rows.map(({ user_id }) => user_id))}
        add={(user_id) => void tick(user_id, true)}
      />
    </section>
  );
}

/**
 * What is ticked here and not yet in what the server has told: also after the page was opened anew without a network.
 *
 * @param told_at when the server told last, in epoch milliseconds: what was ticked before that is in it, or was refused
 */
function useTicks(
  { id, org_id, title }: SessionDetails,
  told_at: number,
): {
  readonly ticks: Ticks;
  readonly tick: (user_id: string, came: boolean) => Promise<void>;
  /** Notes who was not there, and writes to them where there is something to say. It can be taken back before it is sent. */
  readonly finish: (absent: readonly Participant[], text: string) => Promise<void>;
} {
  const say = useSay();
  const { send, sendLater, waiting } = useQueue();
  const { offerUndo, tellFault } = useNotices();
  const cache = useQueryClient();
  const [own, setOwn] = useState<ReadonlyMap<string, { came: boolean; at: number }>>(new Map());
  const ticks = useMemo(() => {
    const queued = waiting
      .flatMap((write) =>
        write.path === ATTENDANCE && write.params.club_session_id === id ? write.body.ticks : [],
      )
      .map(({ user_id, came }): [string, boolean] => [user_id, came === 'yes']);
    const fresh = [...own]
      .filter(([, { at }]) => at > told_at)
      .map(([user_id, { came }]): [string, boolean] => [user_id, came]);
    return new Map([...fresh, ...queued]);
  }, [waiting, own, id, told_at]);
  const writeOf = (user_ids: readonly string[], came: boolean, now: Date): Write => ({
    method: 'PUT',
    path: ATTENDANCE,
    params: { org_id, club_session_id: id },
    body: {
      ticks: user_ids.map((user_id) => ({
        user_id,
        came: came ? 'yes' : 'no',
        ticked_at: now.toISOString(),
      })),
    },
    said: say('sessions.tick.said', { title }),
    changes: [sessionKeys.one(org_id, id)],
  });
  const tick = async (user_id: string, came: boolean): Promise<void> => {
    const now = new Date();
    setOwn((before) => new Map(before).set(user_id, { came, at: now.getTime() }));
    try {
      await send(writeOf([user_id], came, now));
    } catch (error) {
      setOwn((before) => new Map([...before].filter(([other]) => other !== user_id)));
      tellFault(reasonOf(error, say));
      await cache.invalidateQueries({ queryKey: sessionKeys.one(org_id, id) });
    }
  };
  const finish = async (absent: readonly Participant[], text: string): Promise<void> => {
    const user_ids = absent.map(({ user_id }) => user_id);
    const messages = absent.map(
      ({ user_id, display_name }): Write => ({
        method: 'POST',
        path: '/organizations/{org_id}/athletes/{user_id}/messages',
        params: { org_id, user_id },
        body: { text },
        said: say('sessions.finish.message', { name: display_name }),
        changes: [['conversation', org_id, user_id]],
      }),
    );
    const undo = await sendLater([writeOf(user_ids, false, new Date()), ...(text === '' ? [] : messages)]);
    offerUndo({ said: say('sessions.finish.done', { count: user_ids.length }), undo });
  };
  return { ticks, tick, finish };
}

function RegisterRow({ row, onTick }: { readonly row: Row; readonly onTick: (came: boolean) => void }) {
  const say = useSay();
  const { display_name, answer, waits, came, pace } = row;
  const said = waits ? 'waits' : (answer ?? 'none');
  return (
    <li className={style.person}>
      <Avatar name={display_name} />
      <span className={style.name}>
        <span className="strong">{display_name}</span>
        <span className="second small">{say(`sessions.said.${said}`)}</span>
      </span>
      <Pace pace={pace} />
      <button
        type="button"
        className={style.tick}
        role="checkbox"
        aria-checked={came === true}
        aria-label={say('sessions.cameLabel', { name: display_name })}
        onClick={() => onTick(came !== true)}
      >
        {came === true && <Check size={22} strokeWidth={2.25} aria-hidden="true" />}
        {came === false && <span aria-hidden="true">–</span>}
      </button>
    </li>
  );
}

function Pace({ pace }: { readonly pace: OwnPace }) {
  const say = useSay();
  const format = useFormat();
  if (pace === null) return null;
  if (pace.kind === 'effort')
    return <span className="second">{say('sessions.byEffort', { effort: pace.effort })}</span>;
  return (
    <span className={style.pace}>
      {pace.kind === 'time' ? format.duration(pace.duration_s) : format.pace(pace.pace_s_per_km)}
    </span>
  );
}
