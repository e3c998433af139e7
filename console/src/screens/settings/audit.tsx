import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, ask } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Empty, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import style from './audit.module.css';
import { type Entry, EVENT_TYPES, type EventType, sentenceOf } from './audit-sentences.ts';
import { useApiKeys } from './keys-data.ts';
import { useCoaches, useNameOf, useStanding, useWhen } from './organization.ts';
import { Part, PartFailure } from './part.tsx';

const PAGE_SIZE = 50;
const ANY = 'any';

/** Who did what here, and when: a sentence an entry, and all that the log keeps of it on demand. */
export function Screen() {
  const say = useSay();
  const filter = useFilter();
  const log = useLog(filter);
  const entries = log.data?.logs;
  const isFiltered = filter.event !== null || filter.actor !== null || filter.target !== null;
  return (
    <Part title={say('audit.title')} lead={say('audit.lead')}>
      <Filters filter={filter} entries={entries ?? []} />
      {log.isPending && <Waiting rows={12} />}
      {log.error !== null && entries === undefined && (
        <PartFailure
          error={log.error}
          what={say('audit.failed')}
          whose={say('settings.whose.coaches')}
          retry={() => void log.refetch()}
        />
      )}
      {entries?.length === 0 && <Empty>{isFiltered ? say('audit.none') : say('audit.empty')}</Empty>}
      {entries !== undefined && entries.length > 0 && (
        <List entries={entries} filter={filter} isOld={log.isPlaceholderData} />
      )}
      <Pages filter={filter} next={log.data?.next_cursor ?? null} />
    </Part>
  );
}

type Filter = {
  readonly event: EventType | null;
  readonly actor: string | null;
  readonly target: string | null;
  readonly cursor: string;
  /** Sets one and begins at the newest again; null takes it out. */
  readonly put: (name: 'event' | 'actor' | 'target' | 'cursor', value: string | null) => void;
};

/** In the address, so that a page of the log can be come back to and passed on. */
function useFilter(): Filter {
  const [search, setSearch] = useSearchParams();
  return {
    event: EVENT_TYPES.find((type) => type === search.get('event')) ?? null,
    actor: search.get('actor'),
    target: search.get('target'),
    cursor: search.get('cursor') ?? '',
    put: (name, value) =>
      setSearch((before) => {
        const after = new URLSearchParams(before);
        after.delete('cursor');
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      }),
  };
}

function useLog({ event, actor, target, cursor }: Filter) {
  const org_id = useOrgId();
  return useQuery({
    queryKey: ['audit', org_id, { event, actor, target, cursor }],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/organizations/{org_id}/audit-logs', {
          signal,
          params: {
            path: { org_id },
            query: {
              limit: PAGE_SIZE,
              cursor,
              ...(event !== null && { event_type: event }),
              ...(actor !== null && { actor_id: actor }),
              ...(target !== null && { target_id: target }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

function Filters({ filter, entries }: { readonly filter: Filter; readonly entries: readonly Entry[] }) {
  const say = useSay();
  const coaches = useCoaches();
  const actorOf = useActorOf(entries);
  const known = new Map(coaches.map(({ user_id, name }) => [user_id, name]));
  for (const entry of entries)
    if (entry.actor_id !== null && !known.has(entry.actor_id)) known.set(entry.actor_id, actorOf(entry));
  if (filter.actor !== null && !known.has(filter.actor)) known.set(filter.actor, say('audit.actor.chosen'));
  const about = entries.find(({ target_id }) => target_id === filter.target)?.target_name;
  return (
    <div className={style.filters}>
      <div className={style.filter}>
        <Choose
          label={say('audit.filter.event')}
          value={filter.event ?? ANY}
          onChange={(value) => filter.put('event', value === ANY ? null : value)}
          options={[
            { value: ANY, label: say('audit.filter.anything') },
            ...EVENT_TYPES.map((type) => ({ value: type, label: say(`audit.event.${type}`) })),
          ]}
        />
      </div>
      <div className={style.filter}>
        <Choose
          label={say('audit.filter.actor')}
          value={filter.actor ?? ANY}
          onChange={(value) => filter.put('actor', value === ANY ? null : value)}
          options={[
            { value: ANY, label: say('audit.filter.anybody') },
            ...[...known].map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      {filter.target !== null && (
        <Button onPress={() => filter.put('target', null)}>
          {about == null
            ? say('audit.filter.notTarget')
            : say('audit.filter.notTargetNamed', { name: about })}
        </Button>
      )}
    </div>
  );
}

/** Who acted, in words. Keys have their names here as long as they work, and for who may see them. */
function useActorOf(entries: readonly Entry[]): (entry: Entry) => string {
  const say = useSay();
  const nameOf = useNameOf();
  const coaches = useCoaches();
  const { leads } = useStanding();
  const isNeeded = leads && entries.some(({ actor_type }) => actor_type === 'api_key');
  const { data: keys } = useApiKeys({ isNeeded });
  return ({ actor_type, actor_id, target_id, target_name }) => {
    if (actor_type === 'app') return say('audit.actor.app');
    if (actor_type === 'system') return say('audit.actor.system');
    if (actor_type === 'api_key') {
      const name = keys?.find(({ id }) => id === actor_id)?.name;
      return name === undefined ? say('audit.actor.key') : say('audit.actor.keyNamed', { name });
    }
    const isCoach = coaches.some(({ user_id }) => user_id === actor_id);
    if (!isCoach && actor_id === target_id && target_name !== null) return target_name;
    return nameOf(actor_id);
  };
}

function List(props: {
  readonly entries: readonly Entry[];
  readonly filter: Filter;
  readonly isOld: boolean;
}) {
  const { entries, filter, isOld } = props;
  const say = useSay();
  const format = useFormat();
  const nameOf = useNameOf();
  const actorOf = useActorOf(entries);
  const list = useId();
  const go = (step: number): void => {
    const buttons = [...document.querySelectorAll<HTMLElement>(`#${CSS.escape(list)} [aria-expanded]`)];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  };
  useKeys([
    { key: 'j', does: say('settings.key.next'), act: () => go(1) },
    { key: 'k', does: say('settings.key.previous'), act: () => go(-1) },
  ]);
  return (
    <ol className={style.list} id={list} aria-busy={isOld}>
      {entries.map((entry) => {
        const actor = actorOf(entry);
        const sentence = sentenceOf(entry, {
          say,
          data: entry.data,
          actor,
          target: entry.target_name ?? say('audit.target.nameless'),
          isSelf: entry.actor_type === 'user' && entry.actor_id === entry.target_id,
          listOf: format.list,
          dayOf: (date) => (date === '' ? '' : format.day(date, 'shortYear')),
          nameOf,
        });
        return <Row key={entry.id} entry={entry} sentence={sentence} actor={actor} filter={filter} />;
      })}
    </ol>
  );
}

function Row(props: {
  readonly entry: Entry;
  readonly sentence: string;
  readonly actor: string;
  readonly filter: Filter;
}) {
  const { entry, sentence, actor, filter } = props;
  const say = useSay();
  const when = useWhen();
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  return (
    <li className={style.row}>
      <button
        type="button"
        className={style.sentence}
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={style.when}>{when.dayAndTime(entry.created_at)}</span>
        <span className={style.text}>{sentence}</span>
      </button>
      {isOpen && (
        <div id={details} className={style.details}>
          <Details entry={entry} />
          <div className={style.only}>
            {entry.actor_id !== null && filter.actor !== entry.actor_id && (
              <Button size="small" onPress={() => filter.put('actor', entry.actor_id)}>
                {say('audit.only.actor', { actor })}
              </Button>
            )}
            {entry.target_id !== null && filter.target !== entry.target_id && (
              <Button size="small" onPress={() => filter.put('target', entry.target_id)}>
                {say('audit.only.target', { target: entry.target_name ?? say('audit.target.nameless') })}
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

/** What the log keeps, as it keeps it: for who has to compare it with something else. */
function Details({ entry }: { readonly entry: Entry }) {
  const say = useSay();
  const when = useWhen();
  const rows = useMemo(
    () =>
      [
        ['id', entry.id],
        ['event_type', entry.event_type],
        ['actor_type', entry.actor_type],
        ['actor_id', entry.actor_id],
        ['target_id', entry.target_id],
        ...Object.entries(entry.data).map(([name, value]) => [
          `data.${name}`,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ] as readonly (readonly [string, string | null])[],
    [entry],
  );
  return (
    <dl className={style.data}>
      <dt>{say('audit.at')}</dt>
      <dd>{when.full(entry.created_at)}</dd>
      {rows.map(([name, value]) => (
        <div key={name} className={style.pair}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>{value ?? 'null'}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Pages({ filter, next }: { readonly filter: Filter; readonly next: string | null }) {
  const say = useSay();
  if (filter.cursor === '' && next === null) return null;
  return (
    <nav className={style.pages} aria-label={say('audit.pages')}>
      <Button isDisabled={filter.cursor === ''} onPress={() => filter.put('cursor', null)}>
        {say('audit.newest')}
      </Button>
      <Button isDisabled={next === null} onPress={() => filter.put('cursor', next)}>
        {say('audit.older')}
      </Button>
    </nav>
  );
}
