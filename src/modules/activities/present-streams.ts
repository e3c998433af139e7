import {
  type ActivityCeiling,
  type ActivityFlags,
  STREAM_COLUMNS,
  type StreamColumn,
  viewStreams,
} from '../../privacy/index.ts';

export type StreamsView = {
  readonly json: string;
  readonly is_empty: boolean;
  readonly privacy_filtered: readonly StreamColumn[];
};

/**
 * Streams under a ceiling, text made from text: millions of numbers are never parsed.
 * @param text the stored JSON text, or null
 */
export function viewStreamsText(
  ceiling: ActivityCeiling,
  activity: ActivityFlags,
  text: string | null,
): StreamsView | null {
  const view = viewStreams(ceiling, activity, text === null ? {} : columnsOf(text));
  if (view === null) return null;
  const columns = Object.entries(view.streams).map(([name, values]) => `"${name}":${values}`);
  return {
    json: `{${columns.join(',')}}`,
    is_empty: columns.length === 0,
    privacy_filtered: view.privacy_filtered,
  };
}

const NAMES: readonly string[] = Object.keys(STREAM_COLUMNS);

/** The texts of the columns by name. Columns are lists of numbers, so quotes surround only names. */
function columnsOf(text: string): Partial<Record<StreamColumn, string>> {
  const columns: Partial<Record<StreamColumn, string>> = {};
  const parts = text.split('"');
  for (let place = 1; place + 1 < parts.length; place += 2) {
    const [name, values = ''] = [parts[place], parts[place + 1]];
    // Between a colon and the comma or brace behind the list.
    const list = values.slice(1, -1);
    if (isColumn(name) && values.startsWith(':[') && list.endsWith(']')) columns[name] = list;
  }
  return columns;
}

function isColumn(name: string | undefined): name is StreamColumn {
  return name !== undefined && NAMES.includes(name);
}
