/** Worlds one after the other, while somebody looks. */
import assert from 'node:assert/strict';
import { type ClubView, clubView } from './club-view.ts';
import { type Move, makeMove } from './moves.ts';
import type { Door } from './observe.ts';
import type { World } from './world.ts';

/** Something that was seen, and between which worlds it may have been looked at. */
export type Sight<T> = { readonly seen: T; readonly earliest: number; readonly latest: number };

export class Timeline {
  readonly #door: Door;
  readonly #worlds: World[];
  readonly #views = new Map<number, ClubView>();
  #begun = 0;

  constructor(door: Door, world: World) {
    this.#door = door;
    this.#worlds = [world];
  }

  get now(): World {
    const world = this.#worlds.at(-1);
    if (world === undefined) throw new Error('There is always a first world.');
    return world;
  }

  get moves(): number {
    return this.#begun;
  }

  /** One at a time: wait for it before the next. */
  async make(move: Move): Promise<void> {
    this.#begun += 1;
    this.#worlds.push(await makeMove(this.#door, this.now, move));
  }

  /** Looks, and notes during which worlds. */
  async look<T>(look: () => Promise<T>): Promise<Sight<T>> {
    const earliest = this.#worlds.length - 1;
    const seen = await look();
    return { seen, earliest, latest: this.#begun };
  }

  /** What was seen must be right in one of those worlds. Only once all moves are made, since some tell their time late. */
  assertTrueOnce<T>(sight: Sight<T>, assertTrue: (seen: T, view: ClubView) => void): void {
    const failures: unknown[] = [];
    for (let place = sight.earliest; place <= sight.latest; place += 1) {
      try {
        assertTrue(sight.seen, this.#view(place));
        return;
      } catch (error) {
        failures.push(error);
      }
    }
    throw new AggregateError(failures, `Not so in any of ${failures.length} worlds: ${String(failures[0])}`);
  }

  #view(place: number): ClubView {
    const world = this.#worlds[place];
    assert.ok(world !== undefined, 'all moves are made');
    const view = this.#views.get(place) ?? clubView(world, 0);
    this.#views.set(place, view);
    return view;
  }
}
