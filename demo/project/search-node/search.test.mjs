import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { words } from './search.mjs';

describe('words', () => {
  test('are lower case', () => {
    assert.deepEqual(words('Red Shoes'), ['red', 'shoes']);
  });
  test('have no punctuation', () => {
    assert.deepEqual(words('shoes, (red)!'), ['shoes', 'red']);
  });
});

test('nothing has no words', () => {
  assert.deepEqual(words(''), []);
});
