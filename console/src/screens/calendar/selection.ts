/** A cell of the grid, by its athlete and its column. */
export type Place = { readonly row: number; readonly column: number };

/** Cells in a block between two corners, and further athletes with the same days. */
export type Selection = {
  readonly cursor: Place;
  readonly anchor: Place;
  /** By id: athletes outside the block. */
  readonly also: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();

export const at = (row: number, column: number): Selection => ({
  cursor: { row, column },
  anchor: { row, column },
  also: NONE,
});

export const extended = (selection: Selection, cursor: Place): Selection => ({ ...selection, cursor });

/** A whole week of the chosen athletes. */
export const wholeWeek = (selection: Selection, columns: number): Selection => ({
  ...selection,
  anchor: { ...selection.anchor, column: 0 },
  cursor: { ...selection.cursor, column: columns - 1 },
});

export function columnsOf({ anchor, cursor }: Selection): { readonly first: number; readonly last: number } {
  return {
    first: Math.min(anchor.column, cursor.column),
    last: Math.max(anchor.column, cursor.column),
  };
}

export function isChosen(selection: Selection, place: Place, user_id: string): boolean {
  const { first, last } = columnsOf(selection);
  return place.column >= first && place.column <= last && isRowChosen(selection, place.row, user_id);
}

function isRowChosen({ anchor, cursor, also }: Selection, row: number, user_id: string): boolean {
  const [first, last] = [Math.min(anchor.row, cursor.row), Math.max(anchor.row, cursor.row)];
  return (row >= first && row <= last) || also.has(user_id);
}

/** The chosen athletes in the order in which they stand. */
export function chosenOf<Row extends { readonly user_id: string }>(
  selection: Selection,
  rows: readonly Row[],
): Row[] {
  return rows.filter(({ user_id }, row) => isRowChosen(selection, row, user_id));
}

/** One athlete more, or one fewer, beside the block; the cursor goes there. */
export function toggled(
  selection: Selection,
  place: Place,
  rows: readonly { readonly user_id: string }[],
): Selection {
  const chosen = new Set(chosenOf(selection, rows).map(({ user_id }) => user_id));
  const user_id = rows[place.row]?.user_id ?? '';
  const column = selection.anchor.column;
  if (chosen.has(user_id) && chosen.size > 1) {
    chosen.delete(user_id);
    const row = rows.findIndex((one) => chosen.has(one.user_id));
    return {
      anchor: { row, column },
      cursor: { row, column: selection.cursor.column },
      also: chosen,
    };
  }
  return {
    anchor: { row: place.row, column },
    cursor: { row: place.row, column: selection.cursor.column },
    also: chosen,
  };
}

/** Athletes with the days that are chosen; the cursor goes to the first. */
export function choosing(
  selection: Selection,
  user_ids: ReadonlySet<string>,
  rows: readonly { readonly user_id: string }[],
): Selection {
  const row = Math.max(
    0,
    rows.findIndex(({ user_id }) => user_ids.has(user_id)),
  );
  return {
    anchor: { ...selection.anchor, row },
    cursor: { ...selection.cursor, row },
    also: user_ids,
  };
}

/** The selection after a key that moves the cursor; null where the key is none of them. */
export function moved(
  selection: Selection,
  key: { readonly name: string; readonly extends: boolean; readonly mod: boolean },
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): Selection | null {
  const { row, column } = selection.cursor;
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const to: Readonly<Record<string, Place>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row: key.mod ? 0 : row, column: 0 },
    End: { row: key.mod ? lastRow : row, column: lastColumn },
    PageUp: { row: row - size.page, column },
    PageDown: { row: row + size.page, column },
  };
  const wanted = to[key.name];
  if (wanted === undefined) return null;
  const place = {
    row: Math.max(0, Math.min(lastRow, wanted.row)),
    column: Math.max(0, Math.min(lastColumn, wanted.column)),
  };
  return key.extends ? extended(selection, place) : at(place.row, place.column);
}
