import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPushKey } from './webhook.ts';

test('only a push that brings the key of the operator is believed', () => {
  const settings = { push_api_key: 'the-key' };
  assert.equal(checkPushKey({ 'x-api-key': 'the-key' }, settings), true);
  for (const given of [undefined, '', 'the-ke', 'the-key2', 'THE-KEY', ['the-key', 'the-key']]) {
    assert.equal(checkPushKey({ 'x-api-key': given }, settings), false, String(given));
  }
  assert.equal(checkPushKey({}, settings), false);
});

test('without a key in the settings no push is', () => {
  for (const push_api_key of [null, '']) {
    for (const given of [undefined, '', 'null', 'undefined']) {
      assert.equal(checkPushKey({ 'x-api-key': given }, { push_api_key }), false);
    }
  }
});
