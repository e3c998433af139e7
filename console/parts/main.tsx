import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import '../src/style/tokens.css';
import '../src/style/base.css';
import { ApiError, Unreachable } from '../src/client/errors.ts';
import { Keys } from '../src/keys/keys.tsx';
import { NoticesOnScreen, useNotices } from '../src/notices/notices.tsx';
import { Avatar } from '../src/parts/avatar.tsx';
import { Button, LinkButton } from '../src/parts/button.tsx';
import { Choice } from '../src/parts/choice.tsx';
import { Choose } from '../src/parts/choose.tsx';
import { CopyText } from '../src/parts/copy-text.tsx';
import { Dialog, DialogButtons } from '../src/parts/dialog.tsx';
import { Field } from '../src/parts/field.tsx';
import { KeyHint } from '../src/parts/key-hint.tsx';
import { PageHead } from '../src/parts/page-head.tsx';
import { Sash } from '../src/parts/sash.tsx';
import { Empty, Failure, Waiting } from '../src/parts/states.tsx';
import { SwitchRow } from '../src/parts/switch-row.tsx';
import { WeekStrip } from '../src/parts/week-strip.tsx';
import { WorkoutProfile } from '../src/parts/workout-profile.tsx';
import { loadWords, speak, Words } from '../src/say.tsx';
import { SignedIn } from '../src/session/session.tsx';
import { NAMES, READER, WEEKS } from './sample.ts';

/** Every shared part of the console in each of its states, for whoever builds with them. It is no part of what is served. */
function Parts() {
  const [isOpen, setOpen] = useState(false);
  const [side, setSide] = useState<'left' | 'right'>('left');
  const { offerUndo, tellFault } = useNotices();
  return (
    <main>
      <PageHead title="Parts of the console" beside="each in its states" />
      <Part name="Buttons">
        <Button look="main">
          Main <KeyHint of="mod+k" />
        </Button>
        <Button>Plain</Button>
        <Button look="quiet">Quiet</Button>
        <Button isDisabled>Disabled</Button>
        <Button size="small">Small</Button>
        <Button size="large">Large</Button>
        <LinkButton to="/">Link</LinkButton>
      </Part>
      <Part name="Fields">
        <Field label="Name" hint="As others see it" defaultValue="Yuki" />
        <Field label="Name" fault="At most 100 characters" defaultValue="Yuki" />
        <Field label="Note" rows={3} placeholder="In your words" />
      </Part>
      <Part name="Switches">
        <SwitchRow label="The map" hint="Where I start and where I run" isOn onChange={() => undefined} />
        <SwitchRow label="Paces and speeds" isOn={false} isDisabled onChange={() => undefined} />
      </Part>
      <Part name="One of many, and a text to copy">
        <Choose
          label="Club"
          options={[
            { value: 'a', label: 'Crag & Canal' },
            { value: 'b', label: 'Harbour Harriers' },
          ]}
          value="a"
          onChange={() => undefined}
        />
        <CopyText text="https://example.org/calendar" label="Address of the calendar" />
      </Part>
      <Part name="Choice">
        <Choice
          label="Side"
          value={side}
          onChange={setSide}
          options={[
            { value: 'left', label: 'Left' },
            { value: 'right', label: 'Right' },
          ]}
        />
      </Part>
      <Part name="People">
        {NAMES.map((name) => (
          <span
            key={name}
            style={{ display: 'flex', gap: '0.5rem', maxWidth: '20rem', overflowWrap: 'anywhere' }}
          >
            <Avatar name={name} /> {name}
          </span>
        ))}
        <Sash /> <Sash size={48} color="#F08552" />
      </Part>
      <Part name="Weeks">
        {Object.entries(WEEKS).map(([name, days]) => (
          <figure key={name}>
            <WeekStrip days={days} today="2026-11-21" />
            <figcaption className="small second">{name}</figcaption>
          </figure>
        ))}
      </Part>
      <Part name="Workouts">
        <WorkoutProfile
          kind="intervals"
          segments={[
            { kind: 'warmup', duration_s: 900 },
            {
              kind: 'repeat',
              repeat: {
                times: 3,
                segments: [
                  {
                    kind: 'work',
                    distance_m: 1200,
                    target: { type: 'pace', min: 250, max: 256, zone: null },
                  },
                  { kind: 'recovery', distance_m: 400 },
                ],
              },
            },
            { kind: 'cooldown', duration_s: 600 },
          ]}
        />
        <WorkoutProfile kind="long" doneShare={0.8} segments={[{ kind: 'work', distance_m: 18_000 }]} />
        <WorkoutProfile kind="easy" segments={[]} />
      </Part>
      <Part name="States">
        <div style={{ width: '100%' }}>
          <Waiting rows={2} />
          <Empty action={<Button>Invite somebody</Button>}>Nobody is here yet.</Empty>
          <Failure
            error={new Unreachable(null)}
            what="The roster could not be loaded."
            retry={() => undefined}
          />
          <Failure
            error={new ApiError(500, { request_id: 'req-1' }, new Headers())}
            what="The roster could not be loaded."
          />
        </div>
      </Part>
      <Part name="Notices and dialogs">
        <Button onPress={() => offerUndo({ said: 'Thursday was moved.', undo: async () => undefined })}>
          Do something
        </Button>
        <Button onPress={() => tellFault('Thursday could not be moved.')}>Fail</Button>
        <Button onPress={() => setOpen(true)}>Open a dialog</Button>
        <Dialog title="Revoke the key?" isOpen={isOpen} onClose={() => setOpen(false)}>
          <p>Programs that use it will be refused at once.</p>
          <DialogButtons>
            <Button onPress={() => setOpen(false)}>Keep it</Button>
            <Button look="main" onPress={() => setOpen(false)}>
              Revoke
            </Button>
          </DialogButtons>
        </Dialog>
      </Part>
    </main>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section aria-label={name} style={{ padding: '1rem 1.5rem', borderBottom: '1px solid var(--line)' }}>
      <h2>{name}</h2>
      <div
        style={{ display: 'flex', flexWrap: 'wrap', gap: '1rem', alignItems: 'center', paddingTop: '0.5rem' }}
      >
        {children}
      </div>
    </section>
  );
}

await speak('en');
await loadWords('shell');
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <Words>
      <SignedIn session={READER}>
        <Keys>
          <NoticesOnScreen>
            <MemoryRouter>
              <Parts />
            </MemoryRouter>
          </NoticesOnScreen>
        </Keys>
      </SignedIn>
    </Words>,
  );
