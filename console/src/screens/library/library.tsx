import { Plus } from 'lucide-react';
import { useCallback, useDeferredValue, useRef, useState } from 'react';
import { useKeys } from '../../keys/keys.tsx';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RowList } from '../../parts/row-list.tsx';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { useTypedAddress } from '../../parts/use-address.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { PlanTabs } from '../plans/plan-tabs.tsx';
import tools from '../plans/plans.module.css';
import { EditWorkout } from './edit-workout.tsx';
import { useLibraryChanges } from './library-changes.ts';
import { type LibraryWorkout, useLibrary, type WorkoutType } from './library-queries.ts';
import { LibraryRow } from './library-row.tsx';
import { UseWorkout } from './use-workout.tsx';

const ROW_PX = 62;
const TYPES = [
  ...(['easy-run', 'long-run', 'tempo', 'intervals', 'hills', 'recovery-run'] as const),
  ...(['race-pace', 'fartlek', 'strides', 'race', 'cross-training', 'strength'] as const),
] satisfies readonly WorkoutType[];

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'use'; readonly workout: LibraryWorkout }
  | null;

/** The workouts that the organization keeps: found by typing, made by typing, put on days of athletes. */
export function Screen() {
  const say = useSay();
  const org_id = useOrgId();
  const { search, typed, set, type: find, endTyping } = useTypedAddress();
  const field = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Open>(null);
  const [asked, askFirst] = useState<Confirmation | null>(null);
  const changes = useLibraryChanges();
  const type = TYPES.find((one) => one === search.get('type')) ?? null;
  const label = search.get('label');
  const library = useLibrary(org_id, { typed: useDeferredValue(typed), type, label });
  const { workouts, hasNextPage, isFetchingNextPage, fetchNextPage } = library;
  const more = useCallback((): void => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  useKeys([
    { key: '/', does: say('library.filter'), act: () => field.current?.querySelector('input')?.focus() },
    { key: 'n', does: say('library.new'), act: () => setOpen({ what: 'new' }) },
  ]);
  const isFiltered = typed.trim() !== '' || type !== null || label !== null;
  const close = (): void => setOpen(null);
  return (
    <>
      <PageHead title={say('library.title')}>
        <Button look="main" onPress={() => setOpen({ what: 'new' })}>
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('library.new')} <KeyHint of="n" />
        </Button>
      </PageHead>
      <PlanTabs at="library" />
      <div className={tools.tools}>
        <div ref={field} className={tools.filter}>
          <Field
            label={say('library.filter')}
            labelIsSpoken
            placeholder={say('library.filter')}
            value={typed}
            onChange={find}
          />
        </div>
        <Choose
          label={say('library.type')}
          labelIsSpoken
          value={type ?? ''}
          onChange={(value) => set('type', value)}
          options={[
            { value: '' as const, label: say('library.type.all') },
            ...TYPES.map((value) => ({ value, label: say(`library.type.${value}`) })),
          ]}
        />
        {label !== null && (
          <Button look="quiet" onPress={() => set('label', '')}>
            {say('library.label.clear', { label })}
          </Button>
        )}
      </div>
      {library.isPending && <Waiting rows={8} height={ROW_PX} />}
      {library.isError && (
        <Failure error={library.error} what={say('library.failed')} retry={() => void library.refetch()} />
      )}
      {workouts?.length === 0 &&
        (isFiltered ? (
          <Empty
            action={
              <Button
                onPress={() => {
                  endTyping();
                  set('q', '', 'type', 'label');
                }}
              >
                {say('library.showAll')}
              </Button>
            }
          >
            {say('library.none')}
          </Empty>
        ) : (
          <Empty action={<Button onPress={() => setOpen({ what: 'new' })}>{say('library.new')}</Button>}>
            {say('library.empty')}
          </Empty>
        ))}
      {workouts !== undefined && workouts.length > 0 && (
        <RowList
          label={say('library.title')}
          items={workouts}
          idOf={({ id }) => id}
          row_px={ROW_PX}
          onEnd={more}
          row={(workout, tabIndex) => (
            <LibraryRow
              workout={workout}
              tabIndex={tabIndex}
              onLabel={(one) => set('label', one)}
              onOpen={() => setOpen({ what: 'edit', workout })}
              actions={[
                { id: 'use', label: say('library.use'), act: () => setOpen({ what: 'use', workout }) },
                { id: 'edit', label: say('library.edit'), act: () => setOpen({ what: 'edit', workout }) },
                { id: 'watch', label: say('training.toWatch'), act: () => changes.take(workout) },
                { id: 'delete', label: say('library.delete'), act: () => askFirst(changes.removal(workout)) },
              ]}
            />
          )}
        />
      )}
      {open?.what === 'new' && <EditWorkout workout={null} onClose={close} onSave={changes.create} />}
      {open?.what === 'edit' && (
        <EditWorkout
          workout={open.workout}
          onClose={close}
          onSave={(words) => changes.update(open.workout, words)}
          onUse={() => setOpen({ what: 'use', workout: open.workout })}
          onDelete={() => {
            close();
            askFirst(changes.removal(open.workout));
          }}
        />
      )}
      {open?.what === 'use' && <UseWorkout workout={open.workout} onClose={close} />}
      <ConfirmDialog asked={asked} onClose={() => askFirst(null)} />
    </>
  );
}
