import { defineEvent } from '../../infra/events/index.ts';

const CHANGES = ['posted', 'edited', 'deleted', 'hidden', 'read'] as const;

/** Something in a thread is other than it was. Events name ids alone: whoever hears it reads what there is then. */
export type ThreadChanged = {
  readonly thread_id: string;
  /** Of the post that was written or changed; null where somebody has read. */
  readonly post_id: string | null;
  readonly change: (typeof CHANGES)[number];
};

export const threadChanged = defineEvent<ThreadChanged>({
  name: 'thread_changed',
  payload: (value) => {
    const { thread_id, post_id, change } = value as Partial<ThreadChanged>;
    if (typeof thread_id !== 'string' || (typeof post_id !== 'string' && post_id !== null))
      throw new TypeError('the thread or its post is missing');
    if (change === undefined || !CHANGES.includes(change)) throw new TypeError('the change is missing');
    return { thread_id, post_id, change };
  },
});
