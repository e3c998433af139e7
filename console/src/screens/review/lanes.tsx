import { Plus } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../format.ts';
import { useKeys } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { MenuButton } from '../../parts/menu-button.tsx';
import { useSay } from '../../say.tsx';
import { GUTTER_PX, Lane, placeOf } from './lane.tsx';
import { LaneTable } from './lane-table.tsx';
import { useLaneWords } from './lane-words.ts';
import style from './lanes.module.css';
import { PartName } from './part-name.tsx';
import type { Part } from './parts-of-run.ts';
import { Cursor, Readout } from './readout.tsx';
import { type Axis, LANES, type LaneName, positionsOf, type Samples, slotsOf } from './samples.ts';
import { axisTicks } from './ticks.ts';

const HEIGHTS: Readonly<Record<LaneName, number>> = {
  pace: 146,
  heartRate: 112,
  cadence: 62,
  power: 62,
  elevation: 62,
};
/** Four values are drawn of each: more would lie on each other. */
const SLOT_PX = 2;
const PHONE_HEIGHT = 200;
const FIRST_SHOWN: ReadonlySet<LaneName> = new Set(['pace', 'heartRate', 'cadence']);
const KEPT = 'ekiden.lanes';

/** What was recorded, over time or distance: a lane each, on a phone one at a time. */
export function Lanes({ samples, parts }: { readonly samples: Samples; readonly parts: readonly Part[] }) {
  const say = useSay();
  const { units } = useFormat();
  const words = useLaneWords();
  const [chosenAxis, setAxis] = useState<Axis>('time');
  const [isTable, setTable] = useState(false);
  const { host, width: whole_px } = useWidth();
  const axis = samples.distance_m === null ? 'time' : chosenAxis;
  const positions = useMemo(() => positionsOf(samples, axis), [samples, axis]);
  const recorded = LANES.filter((lane) => samples.lanes[lane] !== undefined);
  const { shown, hidden, show } = useShownLanes(recorded);
  const isPhone = whole_px > 0 && whole_px < 560;
  const [single, setSingle] = useState<LaneName>('pace');
  const drawn = isPhone ? recorded.filter((lane) => lane === (shownOf(recorded, single) ?? single)) : shown;
  const width = Math.max(0, Math.floor(whole_px) - GUTTER_PX - 4);
  const slots = useMemo(
    () => slotsOf(samples, positions, Math.ceil(width / SLOT_PX)),
    [samples, positions, width],
  );
  useKeys(
    samples.distance_m === null
      ? []
      : [
          {
            key: 'x',
            does: say('review.keys.axis'),
            act: () => setAxis(axis === 'time' ? 'distance' : 'time'),
          },
        ],
  );
  return (
    <section aria-label={say('review.lanes')} className={style.lanes}>
      <div className={style.tools}>
        {isPhone && recorded.length > 1 && (
          <Choice
            label={say('review.lane')}
            options={recorded.map((lane) => ({ value: lane, label: say(`review.laneShort.${lane}`) }))}
            value={shownOf(recorded, single) ?? single}
            onChange={setSingle}
          />
        )}
        {samples.distance_m !== null && (
          <span className={style.tool}>
            <Choice
              label={say('review.along')}
              options={[
                { value: 'time', label: say('review.along.time') },
                { value: 'distance', label: say('review.along.distance') },
              ]}
              value={axis}
              onChange={setAxis}
            />
            {!isPhone && <KeyHint of="x" />}
          </span>
        )}
        <Button look="quiet" size="small" onPress={() => setTable(!isTable)}>
          {isTable ? say('review.asLanes') : say('review.asTable')}
        </Button>
        {!isPhone && !isTable && <MoreLanes {...{ shown, hidden, recorded, show }} />}
      </div>
      <div ref={host} className={style.host} data-axes>
        {isTable ? (
          <LaneTable {...{ samples, positions, axis, lanes: recorded }} />
        ) : (
          width > 0 && (
            <Moving samples={samples} positions={positions} width={width}>
              <PartLabels {...{ samples, positions, parts, width }} />
              {drawn.map((lane) => (
                <Lane
                  key={lane}
                  {...{ lane, samples, positions, slots, parts, width }}
                  values={samples.lanes[lane] ?? []}
                  height={isPhone ? PHONE_HEIGHT : HEIGHTS[lane]}
                />
              ))}
              <div className={style.axis} aria-hidden="true">
                {axisTicks(axis, positions.at(-1) ?? 0, width / 70, units).map((position) => (
                  <span
                    key={position}
                    style={{ insetInlineStart: GUTTER_PX + (position / (positions.at(-1) ?? 1)) * width }}
                  >
                    {words.axisTick(axis, position)}
                  </span>
                ))}
              </div>
            </Moving>
          )
        )}
      </div>
    </section>
  );
}

function shownOf(recorded: readonly LaneName[], wanted: LaneName): LaneName | undefined {
  return recorded.includes(wanted) ? wanted : recorded[0];
}

/** What lies over all lanes and takes the pointer: the playhead, and what stands at it. */
function Moving(props: {
  readonly samples: Samples;
  readonly positions: readonly number[];
  readonly width: number;
  readonly children: React.ReactNode;
}) {
  const { children, ...rest } = props;
  return (
    <div className={style.moving}>
      {children}
      <Cursor {...rest} />
      <Readout {...rest} />
    </div>
  );
}

function PartLabels(props: {
  readonly samples: Samples;
  readonly positions: readonly number[];
  readonly parts: readonly Part[];
  readonly width: number;
}) {
  const { samples, positions, parts, width } = props;
  return (
    <div className={style.labels} aria-hidden="true">
      {parts.map((part) => {
        const place = placeOf(part, samples, positions, width);
        const isNumber = 'number' in part.name;
        if (place === null || place.wide < (isNumber ? 16 : 72)) return null;
        return (
          <span
            key={part.key}
            data-hard={part.is_hard || undefined}
            style={{ insetInlineStart: GUTTER_PX + place.x, width: place.wide }}
          >
            {'number' in part.name ? part.name.number : <PartName part={part} />}
          </span>
        );
      })}
    </div>
  );
}

function MoreLanes(props: {
  readonly shown: readonly LaneName[];
  readonly hidden: readonly LaneName[];
  readonly recorded: readonly LaneName[];
  readonly show: (lanes: readonly LaneName[]) => void;
}) {
  const { shown, hidden, recorded, show } = props;
  const say = useSay();
  const words = useLaneWords();
  const format = useFormat();
  if (recorded.length < 2) return null;
  const toggle = (lane: LaneName): void => {
    const next = recorded.filter((one) => (one === lane) !== shown.includes(one));
    // One lane is always there.
    if (next.length > 0) show(next);
  };
  return (
    <span className={style.more}>
      {hidden.length > 0 && (
        <span className="small third">
          {say('review.recordedToo', {
            lanes: format.list(hidden.map((lane) => say(`review.laneShort.${lane}`))),
          })}
        </span>
      )}
      <MenuButton
        label={say('review.addLane')}
        hasOwnWords
        size="small"
        sections={() => [
          {
            chosen: shown,
            takesSeveral: true,
            actions: recorded.map((lane) => ({ id: lane, label: words.name(lane), act: () => toggle(lane) })),
          },
        ]}
      >
        <Plus size={14} aria-hidden="true" /> {say('review.addLane')}
      </MenuButton>
    </span>
  );
}

/** Kept on the device: who looks at power looks at it in every run. */
function useShownLanes(recorded: readonly LaneName[]) {
  const [wanted, setWanted] = useState<readonly string[]>(() => {
    const kept = localStorage.getItem(KEPT);
    return kept === null ? [...FIRST_SHOWN] : kept.split(' ');
  });
  const found = recorded.filter((lane) => wanted.includes(lane));
  const shown = found.length > 0 ? found : recorded.slice(0, 1);
  return {
    shown,
    hidden: recorded.filter((lane) => !shown.includes(lane)),
    show: (lanes: readonly LaneName[]) => {
      localStorage.setItem(KEPT, lanes.join(' '));
      setWanted(lanes);
    },
  };
}

function useWidth() {
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { host, width };
}
