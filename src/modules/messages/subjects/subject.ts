import type { TObject } from 'typebox';
import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import type { Place, Reader, ThreadKind } from '../thread.ts';

type AskedPlace = Pick<Place, 'org_id' | 'athlete_id' | 'key'> & { readonly reader: Reader };

/**
 * Something that comments are on. The list of them is handed in by whoever puts the modules together, so that a capability which knows
 * what it keeps brings its own.
 */
export type Subject = {
  readonly kind: Exclude<ThreadKind, 'conversation'>;
  /** Below `/organizations/:org_id`, and its parameters, `org_id` and `user_id` among them. */
  readonly path: string;
  readonly params: TObject;
  /** What comments on it are called in ids of operations: `Activity` in `listActivityComments`. */
  readonly operations: string;
  readonly in_words: string;
  /** Whether it has laps and a time that a comment can hang on. */
  readonly has_laps: boolean;
  /** @throws noSuchThing for parameters of nothing */
  placeOf(params: Readonly<Record<string, string>>): Pick<Place, 'athlete_id' | 'key'>;
  idsOf(key: string): Readonly<Record<string, string>>;
  /** Of each, in their order, whether it is there and the reader may know of it. One statement, however many are asked for. */
  areSeen(db: Queryable, asked: readonly AskedPlace[]): Promise<boolean[]>;
  /** As which one a thing goes on that turned out to be another one of its kind, else itself. Left out where things never do. */
  findHeir?(db: Queryable, place: Pick<Place, 'athlete_id' | 'key'>): Promise<string>;
  /** Keeps it until the transaction ends. @returns false where it is gone */
  hold(tx: Transaction, place: Pick<Place, 'org_id' | 'athlete_id' | 'key'>): Promise<boolean>;
  /** Who has to do with what is nobody's own: each word is for them, as long as they may know of it. Others who may only look it up. */
  findParticipants?(db: Queryable, place: Pick<Place, 'org_id' | 'key'>): Promise<string[]>;
};
