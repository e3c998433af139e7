import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import { useLaneWords } from './lane-words.ts';
import style from './lanes.module.css';
import { type Axis, type LaneName, meansOf, nearest, type Samples } from './samples.ts';
import { axisTicks } from './ticks.ts';

const MOST_ROWS = 60;

/** What the lanes show, as means of stretches of one length. */
export function LaneTable(props: {
  readonly samples: Samples;
  readonly positions: readonly number[];
  readonly axis: Axis;
  readonly lanes: readonly LaneName[];
}) {
  const { samples, positions, axis, lanes } = props;
  const say = useSay();
  const format = useFormat();
  const words = useLaneWords();
  const end = positions.at(-1) ?? 0;
  const edges = axisTicks(axis, end, MOST_ROWS, format.units).filter((edge) => edge < end);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it
    <div className={style.tableScroller} role="region" aria-label={say('review.asTable')} tabIndex={0}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{say('review.column.from')}</th>
            {samples.distance_m !== null && <th scope="col">{say('review.distance')}</th>}
            {lanes.map((lane) => (
              <th key={lane} scope="col">
                {words.name(lane)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {edges.map((edge, place) => {
            const first = nearest(positions, edge);
            const last = nearest(positions, edges[place + 1] ?? end);
            const means = meansOf(samples, first, last);
            return (
              <tr key={edge}>
                <th scope="row">{format.duration(samples.time_s[first] ?? 0)}</th>
                {samples.distance_m !== null && (
                  <td>{words.exactDistance(samples.distance_m[first] ?? 0)}</td>
                )}
                {lanes.map((lane) => {
                  const value = means.values[lane];
                  return <td key={lane}>{value === undefined ? '–' : words.tick(lane, value)}</td>;
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
