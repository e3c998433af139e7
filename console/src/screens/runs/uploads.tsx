import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { Link } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import style from './runs.module.css';

type Upload = {
  readonly number: number;
  readonly file: File;
  readonly result:
    | { readonly state: 'waiting' | 'sending' }
    | { readonly state: 'done' | 'known'; readonly runs: readonly Schemas['OwnActivity'][] }
    | { readonly state: 'failed'; readonly why: string };
};

/** Sends files one after another and says of each what became of it. */
export function useUploads() {
  const say = useSay();
  const cache = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isOver, setOver] = useState(false);
  const note = (number: number, result: Upload['result']): void =>
    setUploads((before) => before.map((one) => (one.number === number ? { ...one, result } : one)));
  const send = (files: readonly File[]): void => {
    const first = (uploads.at(-1)?.number ?? 0) + 1;
    const added = files.map(
      (file, index): Upload => ({ number: first + index, file, result: { state: 'waiting' } }),
    );
    setUploads((before) => [...before, ...added]);
    void sendAll(added);
  };
  const sendAll = async (added: readonly Upload[]): Promise<void> => {
    for (const { number, file } of added) {
      note(number, { state: 'sending' });
      try {
        note(number, await sendFile(file));
      } catch (error) {
        note(number, { state: 'failed', why: reasonOf(error, say) });
      }
    }
    void cache.invalidateQueries({ queryKey: ['runs'] });
  };
  return {
    uploads,
    isOver,
    send,
    close: () => setUploads([]),
    over: (event: DragEvent): void => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    out: (event: DragEvent): void => {
      const { currentTarget, relatedTarget } = event;
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    drop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0) send(files);
    },
  };
}

async function sendFile(file: File): Promise<Upload['result']> {
  const asked = api.POST('/activities/upload', {
    body: { file: '' },
    bodySerializer: () => {
      const form = new FormData();
      form.append('file', file, file.name);
      return form;
    },
  });
  const { data } = await ask(asked);
  const { response } = await asked;
  return { state: response.status === 200 ? 'known' : 'done', runs: data.activities };
}

/** What became of each file, until it is closed. */
export function Uploads({
  uploads: { uploads, isOver, close },
}: {
  readonly uploads: ReturnType<typeof useUploads>;
}) {
  const say = useSay();
  return (
    <>
      {isOver && <p className={style.drop}>{say('runs.drop')}</p>}
      {uploads.length > 0 && (
        <section className={style.uploads} aria-label={say('runs.uploads')}>
          <ul aria-live="polite">
            {uploads.map(({ number, file, result }) => (
              <li key={number}>
                <span className="strong">{file.name}</span>{' '}
                {'runs' in result ? (
                  <>
                    <span className="second">{say(`runs.file.${result.state}`)}</span>{' '}
                    {result.runs.map((run) => (
                      <Link key={run.id} to={`/runs/${run.id}`}>
                        {run.name}
                      </Link>
                    ))}
                  </>
                ) : result.state === 'failed' ? (
                  <span className={style.fault}>{say('runs.file.failed', { why: result.why })}</span>
                ) : (
                  <span className="second">{say(`runs.file.${result.state}`)}</span>
                )}
              </li>
            ))}
          </ul>
          <Button look="quiet" size="small" onPress={close}>
            {say('shell.close')}
          </Button>
        </section>
      )}
    </>
  );
}
