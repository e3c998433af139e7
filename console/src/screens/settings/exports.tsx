import { ChevronDown, ChevronRight, Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { ApiError } from '../../client/errors.ts';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { Empty, reasonOf, Waiting } from '../../parts/states.tsx';
import { type Say, useSay } from '../../say.tsx';
import { type Export, useExports, useExportWrites } from './exports-data.ts';
import { nameOfMember, useMembers } from './members-data.ts';
import { AskForExport } from './new-export.tsx';
import { useWhen } from './organization.ts';
import { Part, PartFailure, useSome, WriteButton } from './part.tsx';
import style from './settings.module.css';

/** Archives of what athletes share, as one has asked for them: what is in each, and who is not and why. */
export function Screen() {
  const say = useSay();
  const list = useExports();
  const [isAsking, setAsking] = useState(false);
  const mayAsk = list.exports !== undefined && list.error === null;
  useKeys(mayAsk ? [{ key: 'n', does: say('exports.new'), act: () => setAsking(true) }] : []);
  return (
    <Part
      title={say('exports.title')}
      lead={say('exports.lead')}
      actions={
        mayAsk && (
          <WriteButton onPress={() => setAsking(true)}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('exports.new')} <KeyHint of="n" />
          </WriteButton>
        )
      }
    >
      {list.isPending && <Waiting rows={3} height={56} />}
      {list.error !== null && (
        <PartFailure
          error={list.error}
          what={say('exports.failed')}
          whose={say('settings.whose.leaders')}
          retry={() => void list.refetch()}
        />
      )}
      {mayAsk && list.exports?.length === 0 && <Empty>{say('exports.empty')}</Empty>}
      {mayAsk && list.exports !== undefined && list.exports.length > 0 && <List exports={list.exports} />}
      {list.hasNextPage && (
        <div>
          <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {say('settings.more')}
          </Button>
        </div>
      )}
      {mayAsk && <p className="small third">{say('exports.own')}</p>}
      <Dialog title={say('exports.new')} isOpen={isAsking} onClose={() => setAsking(false)}>
        <AskForExport onClose={() => setAsking(false)} />
      </Dialog>
    </Part>
  );
}

function List({ exports }: { readonly exports: readonly Export[] }) {
  const say = useSay();
  return (
    <table className={style.table}>
      <thead>
        <tr>
          {(['what', 'state', 'asked', 'kept'] as const).map((column) => (
            <th key={column}>{say(`exports.column.${column}`)}</th>
          ))}
          <th>
            <span className="spoken">{say('settings.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {exports.map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ job }: { readonly job: Export }) {
  const say = useSay();
  const when = useWhen();
  const span = useSpan(job);
  const { status, is_downloadable, athlete_ids, file_size_bytes, expires_at } = job;
  const isGone = status === 'completed' && !is_downloadable;
  return (
    <tr>
      <td>
        <span className="strong">{span}</span>
        <span className={`third small ${style.below}`}>
          {athlete_ids === null ? say('exports.ofAll') : say('exports.of', { count: athlete_ids.length })}
          {' · '}
          {say(`exports.format.${job.format}`)}
        </span>
        <NotInIt job={job} />
      </td>
      <td data-label={say('exports.column.state')} role={status === 'running' ? 'status' : undefined}>
        <span>{isGone ? say('exports.state.gone') : say(`exports.state.${status}`)}</span>
        {file_size_bytes !== null && <Size bytes={file_size_bytes} />}
      </td>
      <td className="second" data-label={say('exports.column.asked')}>
        {when.moment(job.created_at)}
      </td>
      <td className="second" data-label={say('exports.column.kept')}>
        {expires_at !== null && !isGone && when.day(expires_at)}
      </td>
      <td className={style.actions}>{is_downloadable && <DownloadButton job={job} />}</td>
    </tr>
  );
}

/** Asks for a link at the moment of use: it works for some minutes, and only as long as all in it still share it. */
function DownloadButton({ job }: { readonly job: Export }) {
  const say = useSay();
  const when = useWhen();
  const { tellFault } = useNotices();
  const { findLink, refresh } = useExportWrites();
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      location.assign(await findLink(job));
    } catch (error) {
      tellFault(whyNot(error, say));
      void refresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <WriteButton
      size="small"
      isDisabled={isBusy}
      aria-label={say('exports.download.of', { at: when.full(job.created_at) })}
      onPress={() => void download()}
    >
      <Download size={14} strokeWidth={1.75} aria-hidden="true" />
      {say('exports.download')}
    </WriteButton>
  );
}

function whyNot(error: unknown, say: Say): string {
  const code: string = error instanceof ApiError ? error.code : '';
  if (code === 'export_withdrawn') return say('exports.withdrawn');
  if (code === 'export_expired') return say('exports.expired');
  return reasonOf(error, say);
}

function useSpan({ from, to }: Export): string {
  const say = useSay();
  const format = useFormat();
  // Asked for by days of UTC, and said so.
  const day = (at: string): string => format.day(at.slice(0, 10), 'shortYear');
  if (from === null) return to === null ? say('exports.span.all') : say('exports.span.to', { to: day(to) });
  if (to === null) return say('exports.span.from', { from: day(from) });
  return say('exports.span.between', { from: day(from), to: day(to) });
}

const KB = 1_000;

function Size({ bytes }: { readonly bytes: number }) {
  const say = useSay();
  const format = useFormat();
  const text =
    bytes < KB * KB
      ? say('exports.size.kB', { size: format.number(Math.ceil(bytes / KB)) })
      : say('exports.size.MB', { size: format.number(bytes / KB / KB, 1) });
  return <span className={`third small ${style.below}`}>{text}</span>;
}

/** Who is not in it, and what the terms of platforms keep out. */
function NotInIt({ job: { skipped_athletes, left_out, error_message, status } }: { readonly job: Export }) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const skipped = skipped_athletes ?? [];
  return (
    <>
      {status === 'failed' && error_message !== null && <p className="small second">{error_message}</p>}
      {(left_out ?? []).map(({ source, activities }) => (
        <p key={source} className="small second">
          {activities === null
            ? say('exports.leftOut.unknown', { source: SOURCE_NAMES[source] ?? source })
            : say('exports.leftOut', { source: SOURCE_NAMES[source] ?? source, count: activities })}
        </p>
      ))}
      {skipped.length > 0 && (
        <Disclosure isExpanded={isOpen} onExpandedChange={setOpen}>
          <div className={style.unfold}>
            <Button slot="trigger" look="quiet" size="small">
              {isOpen ? (
                <ChevronDown size={14} aria-hidden="true" />
              ) : (
                <ChevronRight size={14} aria-hidden="true" />
              )}
              {say('exports.skipped', { count: skipped.length })}
            </Button>
          </div>
          <DisclosurePanel>{isOpen && <Skipped skipped={skipped} />}</DisclosurePanel>
        </Disclosure>
      )}
    </>
  );
}

/** As the platforms write themselves. */
const SOURCE_NAMES: Readonly<Record<string, string>> = {
  strava: 'Strava',
  garmin: 'Garmin',
  apple_health: 'Apple Health',
};

function Skipped({ skipped }: { readonly skipped: NonNullable<Export['skipped_athletes']> }) {
  const say = useSay();
  const { members } = useMembers();
  const { some, more } = useSome(skipped);
  const names = new Map((members ?? []).map((member) => [member.user_id, nameOfMember(member)]));
  return (
    <>
      <ul className={style.skipped}>
        {some.map(({ user_id, reason }) => (
          <li key={user_id} className="small">
            <span className="strong">
              {names.get(user_id) ?? say('exports.skipped.somebody', { id: user_id.slice(-8) })}
            </span>{' '}
            <span className="second">{say(`exports.reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
