import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Schemas } from '../../client/api.ts';
import { type Format, useFormat } from '../../format.ts';
import { type Say, useSay } from '../../say.tsx';
import style from './evidence.module.css';
import { LimitsDialog } from './limits-dialog.tsx';
import type { Athlete } from './use-triage.ts';

type Rule = Schemas['TriageRule'];

/** The rules that found the reasons, with the limits that hold here; behind them all limits. */
export function Rules({ rules, athlete }: { readonly rules: readonly Rule[]; readonly athlete: Athlete }) {
  const say = useSay();
  const format = useFormat();
  const [isOpen, open] = useState(false);
  const [first] = rules;
  if (first === undefined) return null;
  return (
    <section className={`small third ${style.rules}`}>
      <h3 className={style.why}>{say('triage.why', { name: athlete.display_name })}</h3>
      <ul>
        {rules.map((rule) => (
          <li key={rule.code}>{sentenceOf(rule, say, format)}</li>
        ))}
      </ul>
      <Button className={style.link ?? ''} onPress={() => open(true)}>
        {say('triage.rules', { version: format.number(first.rule_version) })}
      </Button>
      {isOpen && <LimitsDialog onClose={() => open(false)} />}
    </section>
  );
}

/** A rule as a sentence with its limit, in the unit that people say it in. */
function sentenceOf({ code, limits }: Rule, say: Say, format: Format): string {
  const limit = limits[0]?.value ?? 0;
  switch (code) {
    case 'connection_lost':
      return say('triage.rule.connection_lost');
    case 'message_unanswered':
    case 'key_session_missed':
    case 'silent':
    case 'race_near':
      return say(`triage.rule.${code}`, { limit });
    case 'volume_above_plan':
    case 'volume_below_plan':
    case 'low_availability':
      return say(`triage.rule.${code}`, { limit: format.percent(limit) });
    case 'pain_reported':
    case 'long_run_jump':
    case 'load_rising':
      return say(`triage.rule.${code}`, { limit: format.number(limit, 2) });
  }
}
