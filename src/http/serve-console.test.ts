import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { serveConsole } from './serve-console.ts';

const SCRIPT = 'console.log(1);';
const SCRIPT_AT = '/console/assets/index-a1.js';

const MANIFEST = {
  'index.html': { file: 'assets/index-a1.js', imports: ['_shared.js'], css: ['assets/index.css'] },
  '_shared.js': { file: 'assets/shared.js' },
  '_menu.js': { file: 'assets/menu.js', css: ['assets/menu.css'] },
  'src/screens/triage/triage.tsx': {
    file: 'assets/triage.js',
    imports: ['_shared.js', '_menu.js'],
    css: ['assets/triage.css'],
  },
  'src/screens/today/today.tsx': {
    file: 'assets/today.js',
    imports: ['_menu.js'],
    css: ['assets/today.css'],
  },
  'src/words/ja/shell.json': { file: 'assets/shell-ja.js' },
  'src/words/ja/triage.json': { file: 'assets/triage-ja.js' },
  'face.woff2': { file: 'assets/archivo-latin-wdth-normal.woff2' },
  'wide.woff2': { file: 'assets/archivo-latin-ext-wdth-normal.woff2' },
};

describe('the files of the console', () => {
  let folder: string;
  let app: FastifyInstance;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ekiden-console-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html>\n<html lang="en" data-look="auto"><head>\n  </head></html>\n',
    );
    await writeFile(join(folder, 'sw.js'), SCRIPT);
    await writeFile(join(folder, 'vite-manifest.json'), JSON.stringify(MANIFEST));
    await writeFile(join(folder, 'assets/index-a1.js'), SCRIPT);
    await writeFile(join(folder, 'assets/index-a1.js.gz'), gzipSync(SCRIPT));
    app = Fastify();
    serveConsole(app, folder);
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const linked = async (url: string, cookie = ''): Promise<string[]> => {
    const { payload } = await app.inject({ url, headers: { 'accept-language': 'ja', cookie } });
    return [...payload.matchAll(/rel="(\w+)" href="\/console\/assets\/([^"]+)"/g)].map(([, rel, file]) =>
      [rel, file].join(' '),
    );
  };

  test('an asset is sent compressed where that is accepted, and may be kept for good', async () => {
    const headers = { 'accept-encoding': 'br, gzip' };
    const answer = await app.inject({ url: SCRIPT_AT, headers });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(answer.rawPayload).toString(), SCRIPT);
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    const plain = await app.inject({ url: SCRIPT_AT, headers: { 'accept-encoding': 'gzip;q=0' } });
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.payload, SCRIPT);
  });

  test('the service worker is asked for again each time', async () => {
    const answer = await app.inject('/console/sw.js');
    assert.equal(answer.headers['cache-control'], 'no-cache');
    const again = await app.inject({
      url: '/console/sw.js',
      headers: { 'if-none-match': String(answer.headers.etag) },
    });
    assert.equal(again.statusCode, 304);
  });

  test('every other address is the page, in the language and look of the reader and with a policy', async () => {
    for (const url of ['/console', '/console/', '/console/o/1/triage', '/console/index.html']) {
      const headers = { 'accept-language': 'ja', cookie: 'ekiden_look=dark' };
      const answer = await app.inject({ url, headers });
      assert.equal(answer.statusCode, 200, url);
      assert.match(answer.payload, /<html lang="ja" data-look="dark">/);
      const policy = String(answer.headers['content-security-policy']);
      assert.match(policy, /default-src 'none'.*require-trusted-types-for 'script'/);
      assert.doesNotMatch(policy, /unsafe/);
    }
  });

  test('the page names what its screen needs besides what it asks for anyway, in the language of the reader', async () => {
    assert.deepEqual((await linked('/console/o/1/triage/2')).toSorted(), [
      'modulepreload menu.js',
      'modulepreload shell-ja.js',
      'modulepreload triage-ja.js',
      'modulepreload triage.js',
      'stylesheet menu.css',
      'stylesheet triage.css',
    ]);
    for (const url of ['/console/o/1', '/console/o/1/__proto__', '/console/o/1/%22%3E%3Cb%3E'])
      assert.deepEqual(await linked(url), ['modulepreload shell-ja.js'], url);
  });

  test('the page names its face where the browser has it already, and not on a first visit', async () => {
    const face = 'preload archivo-latin-wdth-normal.woff2';
    assert.deepEqual(await linked('/console/o/1', 'ekiden_face=kept'), [face, 'modulepreload shell-ja.js']);
    assert.deepEqual(await linked('/console/o/1', 'ekiden_face=none'), ['modulepreload shell-ja.js']);
  });

  test('the page that leads to triage or today names what these have in common', async () => {
    for (const url of ['/console', '/console/'])
      assert.deepEqual(
        (await linked(url)).toSorted(),
        ['modulepreload menu.js', 'modulepreload shell-ja.js', 'stylesheet menu.css'],
        url,
      );
  });

  test('an asset of a version that is gone is not found, nor is what only the build reads', async () => {
    assert.equal((await app.inject('/console/assets/index-b2.js')).statusCode, 404);
    const listing = await app.inject('/console/vite-manifest.json');
    assert.match(String(listing.headers['content-type']), /html/);
    const climbing = await app.inject('/console/assets/..%2f..%2fpackage.json');
    assert.equal(climbing.statusCode, 404);
  });
});

test('without a build, a page says how the console is built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ekiden-console-'));
  const app = Fastify();
  serveConsole(app, folder);
  const answer = await app.inject('/console/');
  assert.equal(answer.statusCode, 503);
  assert.match(answer.payload, /npm run console/);
  await app.close();
  await rm(folder, { recursive: true });
});
