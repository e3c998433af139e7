import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { KeyHint } from '../../parts/key-hint.tsx';
import { MenuButton } from '../../parts/menu-button.tsx';
import type { Group, Person } from '../../parts/people/people.ts';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { MOST_AT_ONCE, useBulkChanges } from './bulk-changes.ts';
import style from './roster.module.css';

/** What can be done with all who are selected. */
export function BulkBar(props: {
  readonly org_id: string;
  readonly people: readonly Person[];
  readonly groups: readonly Group[];
  readonly onClear: () => void;
}) {
  const { org_id, people, groups, onClear } = props;
  const say = useSay();
  const isOnline = useIsOnline();
  const changes = useBulkChanges(org_id);
  const [isLabelling, setLabelling] = useState(false);
  const isTooMany = people.length > MOST_AT_ONCE;
  const isDisabled = isTooMany || !isOnline;
  return (
    <div className={style.bulk} role="toolbar" aria-label={say('roster.bulk.title')}>
      <b role="status">{say('roster.bulk.selected', { count: people.length })}</b>
      <Button size="small" isDisabled={isDisabled} onPress={() => setLabelling(true)}>
        {say('roster.bulk.label')}
      </Button>
      <Choose
        label={say('roster.bulk.group')}
        isDisabled={isDisabled || groups.length === 0}
        options={groups}
        onChoose={(group) => void changes.group(people, group)}
      />
      <PlanMenu
        org_id={org_id}
        isDisabled={isDisabled}
        onChoose={(plan) => void changes.plan(people, plan)}
      />
      <CoachMenu
        org_id={org_id}
        isDisabled={isDisabled}
        onChoose={(coach) => void changes.coach(people, { user_id: coach.id, name: coach.name })}
      />
      <LinkButton
        size="small"
        to={`/o/${org_id}/messages/campaigns/new`}
        state={{ user_ids: people.map(({ user_id }) => user_id) }}
      >
        {say('roster.bulk.campaign')}
      </LinkButton>
      <Button look="quiet" size="small" onPress={onClear}>
        {say('roster.bulk.clear')} <KeyHint of="Escape" />
      </Button>
      {isTooMany && <span className="small">{say('roster.bulk.tooMany', { most: MOST_AT_ONCE })}</span>}
      {!isOnline && <span className="small">{say('roster.bulk.offline')}</span>}
      <LabelDialog
        isOpen={isLabelling}
        onClose={() => setLabelling(false)}
        count={people.length}
        onLabel={(label) => void changes.label(people, label)}
      />
    </div>
  );
}

type Option = { readonly id: string; readonly name: string };

function Choose(props: {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly options: readonly Option[];
  readonly onChoose: (option: Option) => void;
  readonly onOpen?: (isOpen: boolean) => void;
  /** What is said where there is nothing to choose. */
  readonly none?: string;
}) {
  const { label, isDisabled, options, onChoose, onOpen, none } = props;
  return (
    <MenuButton
      label={label}
      hasOwnWords
      size="small"
      placement="bottom start"
      isDisabled={isDisabled}
      {...(onOpen !== undefined && { onOpenChange: onOpen })}
      {...(none !== undefined && { none })}
      sections={() => [
        {
          actions: options.map((option) => ({
            ...{ id: option.id, label: option.name },
            act: () => onChoose(option),
          })),
        },
      ]}
    >
      {label}
    </MenuButton>
  );
}

/** The newest plans that the organization saved; asked for when the menu is opened. */
function PlanMenu(props: {
  readonly org_id: string;
  readonly isDisabled: boolean;
  readonly onChoose: (plan: Option) => void;
}) {
  const { org_id, isDisabled, onChoose } = props;
  const say = useSay();
  const [isOpened, open] = useState(false);
  const { data } = useQuery({
    queryKey: ['plans', org_id, 'newest'],
    enabled: isOpened,
    queryFn: ({ signal }) =>
      ask(
        api.GET('/organizations/{org_id}/plans', {
          signal,
          params: { path: { org_id }, query: { limit: 50 } },
        }),
      ),
  });
  const plans = data?.data.plans.map(({ id, title }): Option => ({ id, name: title }));
  return (
    <Choose
      label={say('roster.bulk.plan')}
      none={plans === undefined ? say('shell.waiting') : say('roster.bulk.noPlans')}
      isDisabled={isDisabled}
      options={plans ?? []}
      onChoose={onChoose}
      onOpen={(isOpen) => isOpen && open(true)}
    />
  );
}

/** Whom an athlete can have as coach; asked for when the menu is opened. */
function CoachMenu(props: {
  readonly org_id: string;
  readonly isDisabled: boolean;
  readonly onChoose: (coach: Option) => void;
}) {
  const { org_id, isDisabled, onChoose } = props;
  const say = useSay();
  const { profile } = useSession();
  const [isOpened, open] = useState(false);
  const { data } = useQuery({
    queryKey: ['organization', org_id],
    enabled: isOpened,
    queryFn: ({ signal }) =>
      ask(api.GET('/organizations/{org_id}', { signal, params: { path: { org_id } } })),
  });
  const own: Option = { id: profile.user_id, name: say('roster.bulk.me') };
  const others = (data?.coaches ?? [])
    .filter(({ user_id }) => user_id !== profile.user_id)
    .map(({ user_id, name }): Option => ({ id: user_id, name }));
  return (
    <Choose
      label={say('roster.bulk.coach')}
      isDisabled={isDisabled}
      options={[own, ...others]}
      onChoose={onChoose}
      onOpen={(isOpen) => isOpen && open(true)}
    />
  );
}

const LONGEST_LABEL = 50;

function LabelDialog(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly count: number;
  readonly onLabel: (label: string) => void;
}) {
  const { isOpen, onClose, count, onLabel } = props;
  const say = useSay();
  const [label, setLabel] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (label.trim() === '') return;
    onLabel(label.trim());
    setLabel('');
    onClose();
  };
  return (
    <Dialog title={say('roster.bulk.labelTitle', { count })} isOpen={isOpen} onClose={onClose}>
      <form onSubmit={submit} className={style.form}>
        <Field
          label={say('roster.bulk.label')}
          value={label}
          onChange={setLabel}
          maxLength={LONGEST_LABEL}
          autoFocus
        />
        <DialogButtons>
          <Button onPress={onClose}>{say('shell.close')}</Button>
          <Button look="main" type="submit" isDisabled={label.trim() === ''}>
            {say('roster.bulk.addLabel')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
