import { readDraft } from './modules/planning/draft/read-draft.ts';
import { writeDraft } from './modules/planning/draft/write-draft.ts';
import { buildPlan } from './modules/planning/rules/build-plan.ts';
import { LANGUAGES } from './shared/languages.ts';
import { countedIds, planBrief } from './test/plan-brief.ts';

const seen = new Set<string>();
for (const language of LANGUAGES)
  for (const unit_system of ['metric', 'imperial'] as const)
    for (const persona of ['rex', 'joy'] as const)
      for (const event of ['5k', '10k', 'half_marathon', 'marathon', 'general'] as const)
        for (const level of ['beginner', 'intermediate', 'advanced'] as const)
          for (const weeks of [3, 12, 20]) {
            const brief = planBrief({
              language,
              unit_system,
              persona,
              weeks,
              goal: { event, race_date: event === 'general' ? null : '2027-01-24', target_time_s: null },
              runner: { paces: null, heart_rates: null, experience_level: level },
              seed: weeks,
            });
            const own = buildPlan(brief, countedIds());
            const text = writeDraft(own, brief);
            const r = readDraft(text, brief);
            if (r.faults) {
              for (const f of r.faults)
                if (seen.size < 60 && !seen.has(JSON.stringify(f.values.text))) {
                  seen.add(JSON.stringify(f.values.text));
                  console.log('FAULT', JSON.stringify(f.values));
                }
              continue;
            }
            if (r.notes !== '') console.log('NOTES', r.notes.slice(0, 300));
            for (const w of r.weeks) {
              if (w.notes) console.log('WEEK', w.notes);
              if (!w.heading_is_own) console.log('HEADING', w.heading);
              for (const d of w.days ?? []) {
                if (d.notes && !seen.has(d.notes)) {
                  seen.add(d.notes);
                  if (seen.size < 60) console.log(d.content, '=> NOTE', d.notes);
                }
                if (!d.slot) console.log('noslot', d.content);
              }
            }
            const again = buildPlan(
              { ...brief, draft: { weeks: r.weeks, text, notes: r.notes } },
              countedIds(),
            );
            const strip = (p: typeof own) => JSON.stringify(p.workouts.map(({ id, ...x }) => x));
            if (strip(again) !== strip(own))
              console.log('DIFFERENT', language, unit_system, event, level, weeks);
          }
