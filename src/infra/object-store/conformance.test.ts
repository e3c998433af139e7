import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { openDiskSubject, openS3Subject, type Subject, unavailableS3 } from '../../test/store-subjects.ts';
import { type ObjectStore, ObjectStoreError } from './object-store.ts';

const MEBIBYTE = 1024 * 1024;
const service = {
  endpoint: process.env.TEST_S3_ENDPOINT ?? '',
  accessKeyId: process.env.TEST_S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.TEST_S3_SECRET_ACCESS_KEY ?? '',
};
const noS3 = await unavailableS3(service);

const kinds: { kind: string; open: () => Promise<Subject>; skip: string | false }[] = [
  { kind: 'disk', open: openDiskSubject, skip: false },
  { kind: 's3', open: () => openS3Subject(service), skip: noS3 },
];

for (const { kind, open, skip } of kinds) {
  describe(`object store on ${kind}`, { skip }, () => {
    let subject: Subject;
    let store: ObjectStore;
    before(async () => {
      subject = await open();
      store = subject.store;
    });
    after(() => subject.close());

    test('a put object comes back with its size, hash and ETag', async () => {
      const put = await store.put('a/b.txt', Buffer.from('hello'), { contentType: 'text/plain' });
      assert.deepEqual(put, { size_bytes: 5, sha256: sha256('hello') });
      const got = await read(store, 'a/b.txt');
      const head = await store.head('a/b.txt');
      assert.equal(got, 'hello');
      assert.equal(head?.size_bytes, 5);
      assert.match(head?.etag ?? '', /^"[^"]+"$/);
      await store.ping();
    });

    test('an empty body is an object of 0 bytes', async () => {
      const put = await store.put('empty', Readable.from([]));
      assert.deepEqual(put, { size_bytes: 0, sha256: sha256('') });
      assert.equal((await store.head('empty'))?.size_bytes, 0);
      assert.equal(await read(store, 'empty'), '');
      await store.put('empty', new Uint8Array());
      assert.equal(await read(store, 'empty'), '');
      await assert.rejects(store.get('empty', { range: { start: 0, end: 0 } }), RangeError);
    });

    test('a stream of 23 MiB and unknown length comes back byte for byte', async () => {
      const block = randomBytes(MEBIBYTE);
      const hash = createHash('sha256');
      for (let i = 0; i < 23; i++) hash.update(block);
      const expected = hash.digest('hex');
      const put = await store.put('big.bin', repeat(block, 23));
      assert.deepEqual(put, { size_bytes: 23 * MEBIBYTE, sha256: expected });
      const object = await store.get('big.bin');
      assert.ok(object);
      const back = createHash('sha256');
      for await (const chunk of object.body) back.update(chunk);
      assert.equal(back.digest('hex'), expected);
      assert.equal(object.size_bytes, 23 * MEBIBYTE);
    });

    test('an iterable that uses one buffer again for every chunk is stored as what it gave each time', async () => {
      const expected = createHash('sha256');
      async function* again(): AsyncGenerator<Uint8Array> {
        const buffer = new Uint8Array(MEBIBYTE + 1);
        for (let chunk = 1; chunk <= 10; chunk++) {
          expected.update(buffer.fill(chunk));
          yield buffer;
        }
      }
      const put = await store.put('again', again());
      assert.deepEqual(put, { size_bytes: 10 * (MEBIBYTE + 1), sha256: expected.digest('hex') });
      const object = await store.get('again');
      assert.ok(object);
      const back = createHash('sha256');
      for await (const chunk of object.body) back.update(chunk);
      assert.equal(back.digest('hex'), put.sha256);
    });

    test('an iterable is let go of, however far it was read', async () => {
      let closed = 0;
      async function* endless(): AsyncGenerator<Uint8Array> {
        try {
          for (;;) yield new Uint8Array(MEBIBYTE);
        } finally {
          closed += 1;
        }
      }
      const unread = endless();
      await assert.rejects(store.put('../x', unread), TypeError);
      assert.deepEqual(await unread.next(), { value: undefined, done: true });
      const broken = new Error('enough');
      async function* breaking(): AsyncGenerator<Uint8Array> {
        for await (const chunk of endless()) {
          yield chunk;
          throw broken;
        }
      }
      await assert.rejects(store.put('endless', breaking()), broken);
      assert.equal(closed, 1);
      assert.equal(await store.head('endless'), null);
    });

    test('text chunks and a view into a larger buffer are stored as their bytes', async () => {
      await store.put('text', Readable.from(['grüß ', 'dich']));
      assert.equal(await read(store, 'text'), 'grüß dich');
      await store.put('view', new Uint8Array(Buffer.from('xxhelloxx').buffer, 0, 0));
      assert.equal(await read(store, 'view'), '');
      await store.put('view', Buffer.from('xxhelloxx').subarray(2, 7));
      assert.equal(await read(store, 'view'), 'hello');
    });

    test('ranges answer with their bytes', async () => {
      await store.put('range', Buffer.from('0123456789'));
      const part = await store.get('range', { range: { start: 2, end: 4 } });
      assert.equal(part?.size_bytes, 10);
      assert.equal(part?.etag, (await store.head('range'))?.etag);
      assert.equal(await text(part?.body ?? Readable.from([])), '234');
      assert.equal(await read(store, 'range', { start: 8, end: 100 }), '89');
      assert.equal(await read(store, 'range', { start: 0, end: 0 }), '0');
      await assert.rejects(store.get('range', { range: { start: 10, end: 12 } }), RangeError);
      await assert.rejects(store.get('range', { range: { start: 4, end: 2 } }), RangeError);
      await assert.rejects(store.get('range', { range: { start: -1, end: 2 } }), RangeError);
    });

    test('what is not there is null, and deleting it is no error', async () => {
      assert.equal(await store.get('missing/key'), null);
      assert.equal(await store.head('missing/key'), null);
      await store.delete('missing/key');
      await store.put('gone', Buffer.from('x'));
      await store.delete('gone');
      await store.delete('gone');
      assert.equal(await store.get('gone'), null);
    });

    test('lists by any prefix, in the order of keys', async () => {
      const keys = ['l', 'l-a', 'l.a', 'l/a', 'l/b/c', 'l/b/d', 'l/b.c', 'l0', 'm/a'];
      for (const key of keys) await store.put(key, Buffer.from(key));
      assert.deepEqual(await listKeys(store, 'l'), [
        'l',
        'l-a',
        'l.a',
        'l/a',
        'l/b.c',
        'l/b/c',
        'l/b/d',
        'l0',
      ]);
      assert.deepEqual(await listKeys(store, 'l/'), ['l/a', 'l/b.c', 'l/b/c', 'l/b/d']);
      assert.deepEqual(await listKeys(store, 'l/b'), ['l/b.c', 'l/b/c', 'l/b/d']);
      assert.deepEqual(await listKeys(store, 'l/b/c'), ['l/b/c']);
      assert.deepEqual(await listKeys(store, 'nothing/here'), []);
      const all = await listKeys(store, '');
      assert.ok(keys.every((key) => all.includes(key)));
      assert.deepEqual(all, all.toSorted());
      for await (const entry of store.list('l/b/d')) {
        assert.equal(entry.size_bytes, 5);
        assert.ok(Math.abs(entry.modified_at.getTime() - Date.now()) < 600_000);
      }
      // An object and a "folder" may have the same name.
      await store.delete('l');
      assert.equal(await read(store, 'l/a'), 'l/a');
    });

    test('a list goes beyond one page', async () => {
      // S3 lists 1,000 at a time; the disk has no pages.
      const count = kind === 's3' ? 1001 : 30;
      const keys = Array.from({ length: count }, (_, i) => `page/${String(i).padStart(4, '0')}`);
      const waiting = keys.values();
      const putAll = async (): Promise<void> => {
        for (const key of waiting) await store.put(key, Buffer.from('x'));
      };
      await Promise.all(Array.from({ length: 16 }, putAll));
      assert.deepEqual(await listKeys(store, 'page/'), keys);
    });

    test('odd but valid keys hold objects', async () => {
      const longest = [...Array(2).fill('k'.repeat(200)), 'k'.repeat(110)].join('/');
      assert.equal(longest.length, 512);
      const keys = ['.hidden/..x/...y', '-', '_', 'a..b/c--d/e__f', 'con/nul.txt', 'lock', longest];
      for (const key of keys) {
        await store.put(key, Buffer.from(key));
        assert.equal(await read(store, key), key);
        assert.deepEqual(await listKeys(store, key), [key]);
        await store.delete(key);
        assert.equal(await store.head(key), null);
      }
    });

    test('hostile keys and prefixes are refused by every operation', async () => {
      const hostile = [
        '',
        '/',
        '..',
        '../x',
        'a/../b',
        'a//b',
        '/a',
        'a/',
        '.',
        'a/./b',
        'A',
        'ä',
        'a\\b',
        'a b',
      ];
      hostile.push(
        'a\0b',
        'a\n',
        'a%2fb',
        '%2e%2e/x',
        'c:x',
        'x+',
        'x+/y',
        'k'.repeat(201),
        `${'k/'.repeat(256)}kk`,
      );
      const link = { expires_in_s: 60, file_name: 'x', content_type: 'text/plain' };
      for (const key of hostile) {
        const label = JSON.stringify(key);
        await assert.rejects(store.put(key, Buffer.from('x')), TypeError, label);
        await assert.rejects(store.get(key), TypeError, label);
        await assert.rejects(store.head(key), TypeError, label);
        await assert.rejects(store.delete(key), TypeError, label);
        await assert.rejects(store.signedUrl(key, link), TypeError, label);
      }
      for (const prefix of ['/', '../', 'a/../', 'a//', 'A', './']) {
        await assert.rejects(async () => listKeys(store, prefix), TypeError, prefix);
      }
      const body = Readable.from(['x']);
      await assert.rejects(store.put('../x', body), TypeError);
      assert.ok(body.destroyed);
    });

    test('overwriting is atomic for those who read', async () => {
      const size = 2 * MEBIBYTE;
      await store.put('atomic', Buffer.alloc(size, 'a'));
      const before = await store.head('atomic');
      const old = await store.get('atomic');
      assert.ok(old);
      let release = (): void => undefined;
      const halfway = new Promise<void>((resolve) => {
        release = resolve;
      });
      async function* slowly(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(size / 2, 'b');
        await halfway;
        yield Buffer.alloc(size / 2, 'b');
      }
      const put = store.put('atomic', Readable.from(slowly()));
      const during = await store.get('atomic');
      assert.ok(isAll(await buffer(during?.body ?? Readable.from([])), 'a', size));
      release();
      await put;
      assert.ok(isAll(await buffer(old.body), 'a', size), 'a reader from before keeps the old object');
      const fresh = await store.get('atomic');
      assert.ok(isAll(await buffer(fresh?.body ?? Readable.from([])), 'b', size));
      assert.notEqual(fresh?.etag, before?.etag);
    });

    test('puts of one key at once leave one of them whole', async () => {
      const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
      const size = 300_000;
      await Promise.all(letters.map((letter) => store.put('same/key', Buffer.alloc(size, letter))));
      const got = await buffer((await store.get('same/key'))?.body ?? Readable.from([]));
      const first = String.fromCharCode(got[0] ?? 0);
      assert.ok(letters.includes(first));
      assert.ok(isAll(got, first, size));
    });

    test('puts and deletes side by side do not hinder each other', async () => {
      const rounds = Array.from({ length: 20 }, async (_, i) => {
        await store.put(`busy/folder/${i}`, Buffer.from(String(i)));
        await store.delete(`busy/folder/${i}`);
      });
      await Promise.all(rounds);
      assert.deepEqual(await listKeys(store, 'busy/'), []);
    });

    for (const [label, sizeBytes] of [
      ['small', 1000],
      ['several parts large', 20 * MEBIBYTE],
    ] as const) {
      test(`a ${label} stream that fails leaves nothing and changes nothing`, async () => {
        const key = `failing-${sizeBytes}`;
        const error = new Error('the source broke');
        async function* broken(): AsyncGenerator<Buffer> {
          for (let at = 0; at < sizeBytes; at += 1000 * 1000)
            yield Buffer.alloc(Math.min(1000 * 1000, sizeBytes));
          throw error;
        }
        await assert.rejects(store.put(key, Readable.from(broken())), error);
        assert.equal(await store.head(key), null);
        assert.deepEqual(await subject.leftovers(), []);
        await store.put(key, Buffer.from('before'));
        await assert.rejects(store.put(key, Readable.from(broken())), error);
        assert.equal(await read(store, key), 'before');
        assert.deepEqual(await subject.leftovers(), []);
      });
    }

    test('a stream that is broken, closed, drained or of objects is refused', async () => {
      const broken = new Readable({ read: () => undefined });
      broken.destroy(new Error('broken before'));
      await assert.rejects(store.put('refused', broken), /broken before/);
      const late = new Readable({ read: () => undefined });
      const put = store.put('refused', late);
      late.destroy(new Error('broken at once'));
      await assert.rejects(put, /broken at once/);
      const closed = new Readable({ read: () => undefined });
      closed.push('half');
      setImmediate(() => closed.destroy());
      await assert.rejects(store.put('refused', closed), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
      const drained = Readable.from(['x']);
      await text(drained);
      await assert.rejects(store.put('refused', drained), TypeError);
      await assert.rejects(store.put('refused', Readable.from([{ a: 1 }])), TypeError);
      assert.equal(await store.head('refused'), null);
      assert.deepEqual(await subject.leftovers(), []);
    });

    test('a signed URL is fetched by anyone, whole and in part', async () => {
      await store.put('exports/club.zip', Buffer.from('0123456789'));
      const url = await store.signedUrl('exports/club.zip', {
        expires_in_s: 60,
        file_name: 'Läufe "2026"/März.zip',
        content_type: 'application/zip',
      });
      const whole = await fetch(url);
      assert.equal(whole.status, 200);
      assert.equal(await whole.text(), '0123456789');
      assert.equal(whole.headers.get('content-type'), 'application/zip');
      assert.equal(whole.headers.get('cache-control'), 'private, no-store');
      assert.equal(
        whole.headers.get('content-disposition'),
        `attachment; filename="L_ufe _2026__M_rz.zip"; filename*=UTF-8''L%C3%A4ufe%20%222026%22_M%C3%A4rz.zip`,
      );
      const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
      assert.equal(part.status, 206);
      assert.equal(part.headers.get('content-range'), 'bytes 2-4/10');
      assert.equal(await part.text(), '234');
      const tail = await fetch(url, { headers: { range: 'bytes=-3' } });
      assert.equal(await tail.text(), '789');
      const beyond = await fetch(url, { headers: { range: 'bytes=10-' } });
      assert.equal(beyond.status, 416);
      assert.doesNotMatch(await beyond.text(), /0123/);
    });

    test('a signed URL that was changed gives 403 and no byte of the file', async () => {
      await store.put('exports/one', Buffer.from('SECRET-ONE'));
      await store.put('exports/two', Buffer.from('SECRET-TWO'));
      const link = { expires_in_s: 60, file_name: 'one.txt', content_type: 'text/plain' };
      const url = await store.signedUrl('exports/one', link);
      const longer = (query: URLSearchParams): void => {
        for (const name of ['expires', 'X-Amz-Expires']) {
          if (query.has(name)) query.set(name, String(Number(query.get(name)) + 1));
        }
      };
      const changes: [string, (parsed: URL) => void][] = [
        [
          'another key',
          (parsed) => {
            parsed.pathname = parsed.pathname.replace('exports/one', 'exports/two');
          },
        ],
        ['a longer life', (parsed) => longer(parsed.searchParams)],
        [
          'no parameters',
          (parsed) => {
            parsed.search = '';
          },
        ],
        ['an additional parameter', (parsed) => parsed.searchParams.append('versionId', '1')],
      ];
      for (const name of new URL(url).searchParams.keys()) {
        changes.push([`without ${name}`, (parsed) => parsed.searchParams.delete(name)]);
        changes.push([`other ${name}`, ({ searchParams: q }) => q.set(name, otherText(q.get(name) ?? ''))]);
      }
      for (const [label, change] of changes) {
        const parsed = new URL(url);
        change(parsed);
        const answer = await fetch(parsed);
        const body = await answer.text();
        // S3 answers 400 to a signature that is malformed rather than wrong.
        assert.ok(
          answer.status === 403 || (kind === 's3' && answer.status === 400),
          `${label}: ${answer.status}`,
        );
        assert.doesNotMatch(body, /SECRET/, label);
      }
      assert.equal(await (await fetch(url)).text(), 'SECRET-ONE');
    });

    test('a signed URL expires', async () => {
      await store.put('exports/late', Buffer.from('SECRET'));
      const link = { expires_in_s: 1, file_name: 'late.txt', content_type: 'text/plain' };
      const url = await store.signedUrl('exports/late', link);
      await subject.passSeconds(3);
      const answer = await fetch(url);
      assert.equal(answer.status, 403);
      assert.doesNotMatch(await answer.text(), /SECRET/);
    });

    test('a signed URL to a missing object gives 404; lifetimes and types out of bounds are refused', async () => {
      const link = { expires_in_s: 60, file_name: 'x', content_type: 'text/plain' };
      assert.equal((await fetch(await store.signedUrl('exports/none', link))).status, 404);
      for (const expires_in_s of [0, -1, 1.5, 604_801, Number.NaN]) {
        await assert.rejects(store.signedUrl('x', { ...link, expires_in_s }), RangeError);
      }
      for (const content_type of ['', 'text', 'text/plain\r\nx: y', 'a/b; c']) {
        await assert.rejects(store.signedUrl('x', { ...link, content_type }), TypeError);
      }
    });

    test('a store that cannot be used says what to change, and no credentials', async () => {
      for (const { store: broken, says } of await subject.broken()) {
        const attempts = [
          () => broken().then((opened) => opened.ping()),
          () => broken().then((opened) => opened.put('x', repeat(Buffer.alloc(MEBIBYTE), 20))),
          () => broken().then((opened) => opened.head('x')),
        ];
        for (const attempt of attempts) {
          await assert.rejects(attempt, (error) => {
            assert.ok(error instanceof ObjectStoreError, String(error));
            assert.match(error.message, says);
            for (const secret of subject.secrets) assert.ok(!JSON.stringify(error).includes(secret));
            for (const secret of subject.secrets) assert.ok(!error.message.includes(secret));
            return true;
          });
        }
      }
    });
  });
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

async function read(
  store: ObjectStore,
  key: string,
  range?: { start: number; end: number },
): Promise<string> {
  const object = await store.get(key, range === undefined ? {} : { range });
  assert.ok(object, `${key} is missing`);
  return text(object.body);
}

async function listKeys(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}

function repeat(block: Buffer, times: number): Readable {
  return Readable.from(Array(times).fill(block));
}

function isAll(bytes: Buffer, letter: string, size: number): boolean {
  return bytes.equals(Buffer.alloc(size, letter));
}

function otherText(value: string): string {
  const last = value.at(-1) === 'x' ? 'y' : 'x';
  return value.slice(0, -1) + last;
}
