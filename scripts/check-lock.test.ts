import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInLock, type LockedPackage } from './check-lock.ts';

const integrity = 'sha512-aa==';
const amd64: LockedPackage = { version: '1.2.0', integrity, os: ['linux'], cpu: ['x64'], libc: ['glibc'] };
const arm64: LockedPackage = { ...amd64, cpu: ['arm64'] };
const find = (packages: Record<string, LockedPackage>) => findInLock(packages).join();

test('a lock of packages from the registry, each with its hash and for both processors, passes', () => {
  const whole = {
    '': { version: '0.1.0' },
    sdk: { version: '0.1.0' },
    'node_modules/@ekiden/sdk': { resolved: 'sdk', link: true },
    'node_modules/pure': { version: '1.0.0', integrity },
    'node_modules/a-linux-x64-gnu': amd64,
    'node_modules/a-linux-arm64-gnu': arm64,
    'node_modules/b/node_modules/a-darwin-x64': { ...amd64, os: ['darwin'] },
    'node_modules/compiled-for-tests': { version: '1.0.0', integrity, dev: true, hasInstallScript: true },
  };
  assert.equal(find(whole), '');
});

test('a lock without a hash, from elsewhere or with something to run names the package', () => {
  assert.match(find({ 'node_modules/a': { version: '1.0.0' } }), /^node_modules\/a has no SHA-512/);
  assert.match(find({ 'node_modules/a': { integrity: 'sha1-aa=' } }), /^node_modules\/a has no SHA-512/);
  const elsewhere = { integrity, resolved: 'git+ssh://git@example.org/a.git' };
  assert.match(find({ 'node_modules/a': elsewhere }), /^node_modules\/a comes from git/);
  assert.match(
    find({ 'node_modules/a': { integrity, hasInstallScript: true } }),
    /^node_modules\/a wants to run something/,
  );
});

test('a program for amd64 alone, or of another version, libc or use for arm64, is found', () => {
  const place = 'node_modules/a-linux-x64-gnu';
  const twin = 'node_modules/a-linux-arm64-gnu';
  const alone = /^node_modules\/a-linux-x64-gnu has no node_modules\/a-linux-arm64-gnu of version 1\.2\.0/;
  assert.match(find({ [place]: amd64 }), alone);
  assert.match(find({ [place]: amd64, [twin]: { ...arm64, version: '1.1.0' } }), alone);
  assert.match(find({ [place]: amd64, [twin]: { ...arm64, libc: ['musl'] } }), alone);
  assert.match(find({ [place]: amd64, [twin]: { ...arm64, dev: true } }), alone);
  assert.match(find({ 'node_modules/fast': amd64 }), /has no node_modules\/fast-arm64/);
});
