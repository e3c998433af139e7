import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { answerRange } from './byte-range.ts';
import { attachmentDisposition, cleanFileName } from './content-disposition.ts';
import { createDiskStore } from './disk.ts';
import { createFileUrls } from './file-url.ts';
import { createObjectStore } from './index.ts';
import type { DiskStore } from './object-store.ts';
import { type Download, type DownloadRequest, openDownload } from './open-download.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const secrets = [Buffer.alloc(32, 7)];
const link = { expires_in_s: 600, file_name: 'club.zip', content_type: 'application/zip' };
let folder = '';
let store: DiskStore;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ekiden-download-'));
  const clock = { now: () => NOW };
  store = await createDiskStore({ root: folder, baseUrl: 'https://club.example/', secrets, clock });
  await store.put('exports/club.zip', Buffer.from('0123456789'));
  await store.put('exports/empty', Buffer.alloc(0));
});
after(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

async function download(change: Partial<DownloadRequest> = {}, key = 'exports/club.zip'): Promise<Download> {
  const url = new URL(await store.signedUrl(key, link));
  const query = Object.fromEntries(url.searchParams);
  return openDownload(store, { method: 'GET', key, query, headers: {}, now: NOW, ...change });
}

async function bodyOf(answer: Download): Promise<string | null> {
  return answer.body === null ? null : text(answer.body);
}

test('where the store is S3, a link to this server is asked here and leads to the service for some seconds', async (t) => {
  const clock = { now: () => NOW };
  const s3 = await createObjectStore({
    s3: {
      endpoint: 'http://s3.example',
      region: 'us-east-1',
      bucket: 'files',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      links: { baseUrl: 'https://club.example', secrets, clock },
    },
  });
  t.after(() => s3.close());
  const url = new URL(await s3.ownUrl('exports/club.zip', link));
  assert.equal(url.origin + url.pathname, 'https://club.example/files/exports/club.zip');
  const request: DownloadRequest = {
    method: 'GET',
    key: 'exports/club.zip',
    query: Object.fromEntries(url.searchParams),
    headers: {},
    now: NOW,
  };
  const asked: string[] = [];
  const answer = await openDownload(s3, request, async (key) => void asked.push(key));
  assert.deepEqual([answer.status, answer.body, asked], [302, null, ['exports/club.zip']]);
  const service = new URL(answer.headers.Location ?? '');
  assert.equal(service.origin + service.pathname, 'http://s3.example/files/exports/club.zip');
  assert.ok(Number(service.searchParams.get('X-Amz-Expires')) <= 15);
  const refused = openDownload(s3, request, async () => {
    throw new Error('not any more');
  });
  await assert.rejects(refused, { message: 'not any more' });
  const forged = await openDownload(s3, { ...request, key: 'exports/other.zip' });
  assert.equal(forged.status, 403);
});

test('the URL has the documented form', async () => {
  assert.match(
    await store.signedUrl('exports/club.zip', link),
    /^https:\/\/club\.example\/files\/exports\/club\.zip\?expires=1795263000&name=club\.zip&type=application%2Fzip&signature=[\w-]{43}$/,
  );
});

test('a valid link answers 200 with every header', async () => {
  const answer = await download();
  assert.equal(answer.status, 200);
  assert.equal(await bodyOf(answer), '0123456789');
  const { ETag, ...headers } = answer.headers;
  assert.match(ETag ?? '', /^"[^"]+"$/);
  assert.deepEqual(headers, {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'Content-Disposition': `attachment; filename="club.zip"; filename*=UTF-8''club.zip`,
    'Content-Length': '10',
    'Content-Type': 'application/zip',
    'X-Content-Type-Options': 'nosniff',
  });
});

test('HEAD answers as GET without a body, and ignores Range', async () => {
  const get = await download();
  get.body?.destroy();
  const head = await download({ method: 'HEAD', headers: { range: 'bytes=0-1' } });
  assert.deepEqual({ ...head, body: null }, { ...get, body: null });
  assert.equal(head.body, null);
});

test('Range gives 206, and 416 beyond the end', async () => {
  const part = await download({ headers: { range: 'bytes=2-4' } });
  assert.equal(part.status, 206);
  assert.equal(part.headers['Content-Range'], 'bytes 2-4/10');
  assert.equal(part.headers['Content-Length'], '3');
  assert.equal(await bodyOf(part), '234');
  const beyond = await download({ headers: { range: 'bytes=10-' } });
  assert.equal(beyond.status, 416);
  assert.equal(beyond.headers['Content-Range'], 'bytes */10');
  assert.deepEqual(beyond.error?.headers, beyond.headers);
  assert.equal(beyond.body, null);
});

test('If-Range serves the part only of the same version', async () => {
  const whole = await download();
  whole.body?.destroy();
  const etag = whole.headers.ETag ?? '';
  const range = 'bytes=2-4';
  const cases: [string, number][] = [
    [etag, 206],
    [`W/${etag}`, 200],
    ['"other"', 200],
    ['Sat, 21 Nov 2026 12:00:00 GMT', 200],
  ];
  for (const [ifRange, status] of cases) {
    const answer = await download({ headers: { range, 'if-range': ifRange } });
    assert.equal(answer.status, status, ifRange);
    answer.body?.destroy();
  }
});

test('an empty file is served whole whatever its range', async () => {
  const cases: [string, number][] = [
    ['bytes=-5', 200],
    ['bytes=0-', 416],
    ['bytes=-0', 416],
  ];
  for (const [range, status] of cases) {
    const answer = await download({ headers: { range } }, 'exports/empty');
    assert.equal(answer.status, status, range);
    assert.equal((await bodyOf(answer)) ?? '', '');
  }
});

test('it expires to the second, and a missing file is 404 only to who may see it', async () => {
  const last = await download({ now: new Date(NOW.getTime() + 599_999) });
  assert.equal(last.status, 200);
  last.body?.destroy();
  const late = await download({ now: new Date(NOW.getTime() + 600_000) });
  assert.equal(late.status, 403);
  assert.equal(late.body, null);
  assert.equal((await download({}, 'exports/none')).status, 404);
  assert.equal((await download({ query: {}, key: 'exports/none' })).status, 403);
});

test('any change to key or parameters gives 403', async () => {
  const { searchParams } = new URL(await store.signedUrl('exports/club.zip', link));
  const right = Object.fromEntries(searchParams);
  const signature = right.signature ?? '';
  const wrong: Record<string, unknown>[] = [
    {},
    { ...right, download: '1' },
    { ...right, signature: [signature] },
    { ...right, signature: [signature, signature] },
    { ...right, signature: `${signature}=` },
    { ...right, signature: `${signature} ` },
    { ...right, signature: '' },
    { ...right, expires: `0${right.expires}` },
    { ...right, expires: '9'.repeat(400) },
    { ...right, expires: Number(right.expires) },
    { ...right, name: 'club.zi', type: 'papplication/zip' },
  ];
  for (const query of wrong) {
    assert.equal((await download({ query })).status, 403, JSON.stringify(query));
  }
  for (const key of ['exports/empty', 'exports/../exports/club.zip', '../secret', '', 'exports/club.zip/']) {
    assert.equal((await download({ query: right, key })).status, 403, key);
  }
});

test('no text but the signature itself passes for it', () => {
  const urls = createFileUrls({ baseUrl: 'http://x', secrets });
  const right = Object.fromEntries(new URL(urls.sign('a', link, NOW)).searchParams);
  const value = fc.oneof(fc.string(), fc.constantFrom(...Object.values(right)));
  fc.assert(
    fc.property(
      fc.record({ expires: value, name: value, type: value, signature: value }),
      fc.constantFrom('a', 'b'),
      (query, key) => {
        const same =
          key === 'a' && Object.entries(right).every(([name, text]) => Object(query)[name] === text);
        assert.equal(urls.verify(key, query, NOW) !== null, same);
      },
    ),
  );
});

test('secrets rotate: the newest signs, older ones still open', () => {
  const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const make = (...list: Buffer[]): ReturnType<typeof createFileUrls> =>
    createFileUrls({ baseUrl: 'http://x', secrets: list });
  const query = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);
  const signedByOld = query(make(old).sign('a', link, NOW));
  const signedByBoth = query(make(fresh, old).sign('a', link, NOW));
  assert.deepEqual(make(fresh, old).verify('a', signedByOld, NOW), {
    key: 'a',
    file_name: 'club.zip',
    content_type: 'application/zip',
  });
  assert.notEqual(make(fresh).verify('a', signedByBoth, NOW), null);
  assert.equal(make(fresh).verify('a', signedByOld, NOW), null);
  assert.throws(() => make(), RangeError);
  assert.throws(() => make(Buffer.alloc(15)), RangeError);
});

test('ranges follow RFC 9110, 14.1.2 and 14.2', () => {
  const object = { size_bytes: 10_000, etag: '"e"' };
  const cases: [string, string][] = [
    ['bytes=0-499', '0-499'],
    ['bytes=500-999', '500-999'],
    ['bytes=-500', '9500-9999'],
    ['bytes=9500-', '9500-9999'],
    ['bytes=-20000', '0-9999'],
    ['bytes=9999-99999999999999999999999', '9999-9999'],
    ['BYTES= 0-0 ', '0-0'],
    ['bytes=10000-', 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=0-0,-1', 'whole'],
    ['bytes=5-2', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=1-2-3', 'whole'],
    ['bytes=+1-2', 'whole'],
    ['lines=1-2', 'whole'],
    ['', 'whole'],
  ];
  for (const [header, expected] of cases) {
    const answer = answerRange(header, undefined, object);
    assert.equal(
      answer.kind === 'part' ? `${answer.range.start}-${answer.range.end}` : answer.kind,
      expected,
      header,
    );
  }
});

test('a part always lies within the object', () => {
  const bound = fc.option(fc.nat(), { nil: '' });
  fc.assert(
    fc.property(bound, bound, fc.nat(5000), (first, last, size_bytes) => {
      const answer = answerRange(`bytes=${first}-${last}`, undefined, { size_bytes, etag: '"e"' });
      if (answer.kind !== 'part') return;
      assert.ok(answer.range.start >= 0 && answer.range.start <= answer.range.end);
      assert.ok(answer.range.end < size_bytes);
    }),
  );
});

test('file names are offered safely', () => {
  const cases: [string, string][] = [
    ['a"b\\c/d.zip', 'a"b_c_d.zip'],
    ['x\r\nSet-Cookie: a=b.zip', 'xSet-Cookie: a=b.zip'],
    ['exe\u202egpj.zip', 'exegpj.zip'],
    ['..', 'download'],
    [' ', 'download'],
    ['\ud800a', 'a'],
    [`${'名'.repeat(300)}`, '名'.repeat(200)],
  ];
  for (const [given, expected] of cases) assert.equal(cleanFileName(given), expected);
  assert.equal(
    attachmentDisposition('It\'s 50%"(a).zip'),
    `attachment; filename="It's 50__(a).zip"; filename*=UTF-8''It%27s%2050%25%22%28a%29.zip`,
  );
});

test('whatever the name, the header is printable ASCII and gives it back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = attachmentDisposition(name);
      const match = /^attachment; filename="[^"\\%]+"; filename\*=UTF-8''([\w!~.%-]+)$/.exec(header);
      assert.match(header, /^[\x20-\x7e]+$/);
      assert.equal(decodeURIComponent(match?.[1] ?? ''), cleanFileName(name));
    }),
  );
});
