import type { ReactNode } from 'react';
import type { Schemas } from '../../../client/api.ts';
import { useFormat } from '../../../format.ts';
import { useSay } from '../../../say.tsx';
import type { Evidence } from '../queries.ts';
import style from './overview.module.css';
import { Part } from './part.tsx';

const PACES = ['easy', 'marathon', 'threshold', 'interval', 'repetition'] as const;
type PaceRange = { readonly min_s_per_km: number | null; readonly max_s_per_km: number | null };

/** The paces and heart rates that the athlete trains by, and what they follow from. */
export function Zones({ evidence: { athlete, profile } }: { readonly evidence: Evidence }) {
  const say = useSay();
  const name = athlete.display_name;
  const { zones } = profile;
  if (zones === undefined)
    return (
      <Part title={say('athlete.zones.title')}>
        <p className="small second">{say('athlete.withheld.zones', { name })}</p>
      </Part>
    );
  const { vdot, pace, heartrate } = zones;
  const isAny = vdot !== undefined || pace !== undefined || heartrate !== undefined;
  return (
    <Part title={say('athlete.zones.title')}>
      {!isAny && <p className="second">{say('athlete.zones.none')}</p>}
      {vdot !== undefined && <Paces vdot={vdot} />}
      {vdot === undefined && pace !== undefined && <PaceZones pace={pace} />}
      {heartrate !== undefined && <HeartRates heartrate={heartrate} />}
    </Part>
  );
}

function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={style.facts}>{children}</dl>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** "5:02 to 5:42 /km"; one pace where both ends are the same or only one is there. */
function useRange() {
  const say = useSay();
  const format = useFormat();
  return ({ min_s_per_km, max_s_per_km }: PaceRange): string => {
    if (min_s_per_km === null) return say('athlete.zones.faster', { pace: format.pace(max_s_per_km ?? 0) });
    if (max_s_per_km === null) return say('athlete.zones.slower', { pace: format.pace(min_s_per_km) });
    return min_s_per_km === max_s_per_km
      ? format.pace(min_s_per_km)
      : say('athlete.zones.range', {
          from: format.paceNumber(min_s_per_km),
          to: format.pace(max_s_per_km),
        });
  };
}

function Paces({ vdot }: { readonly vdot: Schemas['VdotPaces'] }) {
  const say = useSay();
  const format = useFormat();
  const range = useRange();
  const { method, value, race, paces } = vdot;
  return (
    <>
      <Facts>
        <Fact name={say('athlete.zones.vdot')}>{format.number(value, 1)}</Fact>
        {PACES.map((kind) => (
          <Fact key={kind} name={say(`athlete.zones.${kind}`)}>
            {range(paces[kind])}
          </Fact>
        ))}
      </Facts>
      <p className="small third">
        {method === 'race' && race !== undefined
          ? say('athlete.zones.from.race', {
              time: format.duration(race.time_s),
              distance: format.distance(race.distance_m),
            })
          : method === 'value'
            ? say('athlete.zones.from.vdot')
            : say('athlete.zones.from.pacesByHand')}
      </p>
    </>
  );
}

function PaceZones({ pace }: { readonly pace: Schemas['PaceZones'] }) {
  const say = useSay();
  const format = useFormat();
  const range = useRange();
  const { method, race, threshold_pace_s_per_km, zones } = pace;
  return (
    <>
      <Facts>
        {threshold_pace_s_per_km !== undefined && (
          <Fact name={say('athlete.zones.threshold')}>{format.pace(threshold_pace_s_per_km)}</Fact>
        )}
        {zones.map((one) => (
          <Fact key={one.zone} name={say('athlete.zones.zone', { zone: one.zone })}>
            {range(one)}
          </Fact>
        ))}
      </Facts>
      <p className="small third">
        {method === 'race' && race !== undefined
          ? say('athlete.zones.from.paceRace', {
              time: format.duration(race.time_s),
              distance: format.distance(race.distance_m),
            })
          : method === 'percent_threshold'
            ? say('athlete.zones.from.thresholdPace')
            : say('athlete.zones.from.pacesByHand')}
      </p>
    </>
  );
}

function HeartRates({ heartrate }: { readonly heartrate: Schemas['HeartRateZones'] }) {
  const say = useSay();
  const format = useFormat();
  const { method, max_bpm, threshold_bpm, resting_bpm, zones } = heartrate;
  const least = resting_bpm ?? zones[0]?.min_bpm;
  const most = max_bpm ?? zones.at(-1)?.max_bpm;
  return (
    <>
      <Facts>
        {least !== undefined && most !== undefined && (
          <Fact name={say('athlete.zones.heartRate')}>
            {say('athlete.zones.bpmRange', { from: format.number(least), to: format.number(most) })}
          </Fact>
        )}
        {threshold_bpm !== undefined && (
          <Fact name={say('athlete.zones.thresholdRate')}>
            {say('athlete.zones.bpm', { rate: format.number(threshold_bpm) })}
          </Fact>
        )}
      </Facts>
      <p className="small third">{say(`athlete.zones.from.${method}`)}</p>
    </>
  );
}
