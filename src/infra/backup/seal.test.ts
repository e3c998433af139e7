import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { plantBackupKey } from '../../test/plant-backup-key.ts';
import { openPlace } from './place.ts';
import { createSeal, createUnseal } from './seal.ts';

const RIGHT = 'correct horse battery';
const right = { by: 'passphrase', passphrase: RIGHT } as const;
const wrong = { by: 'passphrase', passphrase: 'another one' } as const;
const NAME_KEY = Buffer.alloc(32, 7);

type Place = Awaited<ReturnType<typeof placeWithKey>>;

/** A place as it was before the hash of its key was noted. */
async function placeWithKey(t: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), 'ekiden-seal-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const files = await openPlace({ kind: 'folder', root, prefix: '' }, 'write');
  t.after(() => files.close());
  const { recipient, key } = await plantBackupKey(files, RIGHT);
  const file = path.join(root, 'objects/keys+', recipient);
  return {
    files,
    recipient,
    key,
    file,
    /** The next backup notes the hash of the key that its passphrase opens. */
    noteHash: () => createSeal(right, files, NAME_KEY),
    open: (passphrase: string) => createUnseal(recipient, { passphrase }, files),
    keys: async () => (await readdir(path.dirname(file))).sort(),
  };
}

/** Turns one bit, at so many bytes behind the start of a mark. */
function flipped(key: Buffer, mark: string, behind: number): Buffer {
  assert.ok(key.includes(mark));
  const at = key.indexOf(mark) + behind;
  const changed = Buffer.from(key);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Puts another letter there, so that the text is still one of base64. */
function misspelt(key: Buffer, mark: string, behind: number): Buffer {
  assert.ok(key.includes(mark));
  const changed = Buffer.from(key);
  const at = key.indexOf(mark) + behind;
  changed.write(changed.toString('latin1', at, at + 1) === 'A' ? 'B' : 'A', at);
  return changed;
}

/** Damage that the file itself shows, to who has the right passphrase at least. */
const SHOWN: Readonly<Record<string, (key: Buffer) => Buffer>> = {
  'an empty file': () => Buffer.alloc(0),
  'another version': (key) => flipped(key, 'age-encryption', 0),
  'a line without its mark': (key) => flipped(key, '-> scrypt', 0),
  'a header that is cut off': (key) => key.subarray(0, 60),
  'another sum of the header': (key) => flipped(key, '\n---', 8),
  'another end': (key) => flipped(key, '', key.length - 1),
  'no end': (key) => key.subarray(0, -1),
};
/** Damage by which the passphrase comes to something else. */
const HIDDEN: Readonly<Record<string, (key: Buffer) => Buffer>> = {
  'another salt': (key) => misspelt(key, '-> scrypt', 12),
  'another key under the passphrase': (key) => misspelt(key, '\n---', -8),
};

const isDamage = (error: unknown, { file }: Place, about: string): true => {
  assert.ok(error instanceof Error);
  assert.equal(error.name, 'DamagedBackupError', about);
  assert.match(error.message, /is damaged: .* is not what was written\. Put back a copy of it/, about);
  assert.ok(error.message.includes(file), about);
  assert.doesNotMatch(error.message, /passphrase/);
  return true;
};

describe('the key of an encrypted place', () => {
  it('that is damaged is told as damaged, by its name, and a wrong passphrase as a wrong one', async (t) => {
    const place = await placeWithKey(t);
    await place.noteHash();
    for (const [about, damage] of Object.entries({ ...SHOWN, ...HIDDEN })) {
      await writeFile(place.file, damage(place.key));
      await assert.rejects(place.open(RIGHT), (error) => isDamage(error, place, about));
      await assert.rejects(createSeal(right, place.files, NAME_KEY), (error) =>
        isDamage(error, place, about),
      );
      await assert.rejects(place.open('another one'), (error) => isDamage(error, place, about));
    }
    await writeFile(place.file, place.key);
    await assert.rejects(
      place.open('another one'),
      /^Error: The passphrase is not the one that this backup was made with\.$/,
    );
    await assert.rejects(
      createSeal(wrong, place.files, NAME_KEY),
      /^Error: The passphrase is not the one that the backups there were made with\. /,
    );
    await place.open(RIGHT);
    assert.deepEqual(await place.keys(), [place.recipient, `${place.recipient}.sha256`], 'no other was made');
  });

  it('whose hash no backup has noted yet is told as damaged where it shows, and else both causes are named', async (t) => {
    const place = await placeWithKey(t);
    for (const [about, damage] of Object.entries(SHOWN)) {
      await writeFile(place.file, damage(place.key));
      await assert.rejects(place.open(RIGHT), (error) => isDamage(error, place, about));
    }
    const both =
      /The passphrase does not open .*\. Either it is not the one .*, or that file is damaged: which of them is not known, since its hash was never noted/;
    for (const [about, damage] of Object.entries(HIDDEN)) {
      await writeFile(place.file, damage(place.key));
      await assert.rejects(place.open(RIGHT), both, about);
    }
    await writeFile(place.file, place.key);
    await assert.rejects(place.open('another one'), both);
    await assert.rejects(createSeal(wrong, place.files, NAME_KEY), both);
    assert.deepEqual(await place.keys(), [place.recipient]);
  });

  it('has its hash noted as sha256sum writes it, and noted anew where the note is damaged', async (t) => {
    const place = await placeWithKey(t);
    await place.noteHash();
    const note = `${place.file}.sha256`;
    const written = await readFile(note, 'utf8');
    assert.match(written, new RegExp(`^[0-9a-f]{64} {2}${place.recipient}\\n$`));
    for (const damaged of ['', written.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))]) {
      await writeFile(note, damaged);
      await place.open(RIGHT);
      assert.equal(await readFile(note, 'utf8'), damaged, 'reading writes nothing');
      await place.noteHash();
      assert.equal(await readFile(note, 'utf8'), written);
    }
  });

  it('is not taken under the name of another recipient, to whom backups would be encrypted then', async (t) => {
    const place = await placeWithKey(t);
    const other = await identityToRecipient(await generateX25519Identity());
    await rm(place.file);
    await place.files.put(`keys/${other}`, place.key);
    const renamed = { ...place, file: path.join(path.dirname(place.file), other) };
    await assert.rejects(createSeal(right, place.files, NAME_KEY), (error) =>
      isDamage(error, renamed, 'renamed'),
    );
  });

  it('is found among those of other passphrases, whole or damaged', async (t) => {
    const place = await placeWithKey(t);
    for (const isWhole of [true, true, false, false]) {
      const { recipient, key } = await plantBackupKey(place.files, 'of another time');
      if (!isWhole) await place.files.put(`keys/${recipient}`, key.subarray(1));
    }
    assert.equal((await createSeal(right, place.files, NAME_KEY)).recipient, place.recipient);
    await assert.rejects(
      createSeal(wrong, place.files, NAME_KEY),
      /DamagedBackupError: The passphrase is not the one of the keys that are whole\. The key .* is damaged/,
    );
  });

  it('is made for the first backup of a place, opened for the next, and told to be missing', async (t) => {
    const place = await placeWithKey(t);
    await rm(place.file);
    const first = await createSeal(right, place.files, NAME_KEY);
    assert.ok(first.recipient !== null);
    const sealed = await first.bytes(Buffer.from('content'));
    const unseal = await createUnseal(first.recipient, { passphrase: RIGHT }, place.files);
    assert.equal((await unseal.bytes(Buffer.from(sealed))).toString(), 'content');
    assert.deepEqual(await place.keys(), [first.recipient, `${first.recipient}.sha256`]);
    await assert.rejects(place.open(RIGHT), (error: Error) => {
      assert.match(error.message, /encrypted to age1\w+: give the file of its identity with --identity; or,/);
      assert.ok(
        error.message.includes(`if it was made with a passphrase, put back ${place.file}, which is missing.`),
      );
      return true;
    });
  });
});
