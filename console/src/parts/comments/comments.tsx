import { type RefObject, useState } from 'react';
import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import { Avatar } from '../avatar.tsx';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';
import { KeyHint } from '../key-hint.tsx';
import { Failure, reasonOf, Waiting } from '../states.tsx';
import style from './comments.module.css';
import { type About, type Place, type Post, useThread, useWriteComment } from './thread.ts';

/** Where in a run the next comment hangs, and how that is said. */
export type Placing = {
  readonly place: Place | null;
  readonly nameOf: (place: NonNullable<Post['place']>) => string;
  /** What the button says that lets it hang on all of it. */
  readonly ofAll: string;
  readonly onDone: () => void;
};

/** What athlete and coaches of one organization say about something of the athlete's, and a box to say more. */
export function Comments(props: {
  readonly about: About;
  /** What stands there before anybody has said anything. */
  readonly empty: string;
  readonly placeholder: string;
  readonly placing?: Placing;
  readonly box?: RefObject<HTMLDivElement | null>;
  readonly autoFocus?: boolean;
}) {
  const { about, placing } = props;
  const say = useSay();
  const { comments, posts } = useThread(about);
  return (
    <div className={style.comments}>
      {comments.isPending && <Waiting rows={2} height={52} />}
      {comments.isError && (
        <Failure error={comments.error} what={say('comments.failed')} retry={() => void comments.refetch()} />
      )}
      {comments.hasNextPage && (
        <Button look="quiet" size="small" onPress={() => void comments.fetchNextPage()}>
          {say('comments.earlier')}
        </Button>
      )}
      {posts.length > 0 && (
        <ol className={style.posts}>
          {posts.map((post) => (
            <Said key={post.id} post={post} nameOf={placing?.nameOf} />
          ))}
        </ol>
      )}
      {comments.isSuccess && posts.length === 0 && <p className="second small">{props.empty}</p>}
      <WriteBox {...props} />
    </div>
  );
}

/** The name of the author as the thread has it, when it was said, on what, and the words. */
function Said({ post, nameOf }: { readonly post: Post; readonly nameOf: Placing['nameOf'] | undefined }) {
  const say = useSay();
  const format = useFormat();
  const name = post.author.name ?? say('comments.nobody');
  return (
    <li className={style.post}>
      <Avatar name={name} />
      <div>
        <p className="small">
          <b className="strong">{name}</b> <span className="third">{format.moment(post.created_at)}</span>{' '}
          {post.place !== null && nameOf !== undefined && (
            <span className={style.chip}>{nameOf(post.place)}</span>
          )}
        </p>
        <p className={style.words}>
          {post.text ?? say(post.state === 'hidden' ? 'comments.hidden' : 'comments.deleted')}
        </p>
      </div>
    </li>
  );
}

function WriteBox({ about, placeholder, placing, box, autoFocus = false }: Parameters<typeof Comments>[0]) {
  const say = useSay();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const write = useWriteComment(about);
  const place = placing?.place ?? null;
  const send = async (): Promise<void> => {
    if (text.trim() === '' || isSending) return;
    setSending(true);
    setFault(undefined);
    try {
      await write(text, place);
      setText('');
      placing?.onDone();
    } catch (error) {
      setFault(reasonOf(error, say));
    } finally {
      setSending(false);
    }
  };
  return (
    <div ref={box} className={style.write}>
      {placing !== undefined && place !== null && (
        <p className="small">
          <span className={style.chip}>{placing.nameOf(place)}</span>{' '}
          <Button look="quiet" size="small" onPress={placing.onDone}>
            {placing.ofAll}
          </Button>
        </p>
      )}
      <Field
        label={say('comments.write')}
        labelIsSpoken
        placeholder={placeholder}
        rows={text === '' ? 1 : 3}
        value={text}
        maxLength={5_000}
        onChange={setText}
        fault={fault}
        autoFocus={autoFocus}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
          else event.continuePropagation();
        }}
      />
      {text.trim() !== '' && (
        <Button look="main" size="small" isDisabled={isSending} onPress={() => void send()}>
          {say('comments.send')} <KeyHint of="mod+Enter" />
        </Button>
      )}
    </div>
  );
}
