import type { Step } from './acts.ts'

/**
 * Each rule meets each other one at least once: things from before, during and after a block or mute, in both directions;
 * of members, of those who have gone and of those who came back; deleted, removed, shown again, expired, erased. After
 * each series everybody looks. Numbers count the things that the act can be about.
 */
export const COVERING: readonly (readonly Step[])[] = [
  // During a block (ann and bob) and mutes (cat of ann, dan of bob).
  [
    ['ann', 'block', 'bob'],
    ['cat', 'mute', 'ann'],
    ['dan', 'mute', 'bob'],
  ],
  [
    ['ann', 'post'],
    ['bob', 'post'],
    ['cat', 'post'],
    ['dan', 'post'],
  ],
  [
    ['bob', 'comment', 0],
    ['cat', 'comment', 0],
    ['ann', 'comment', 2],
    ['bob', 'comment', 2],
    ['bob', 'comment', 3],
    ['eve', 'comment', 1],
  ],
  [
    ['bob', 'react', 0],
    ['ann', 'react', 2],
    ['bob', 'react', 2],
    ['bob', 'react', 3],
    ['dan', 'react', 0],
  ],
  [
    ['ann', 'say'],
    ['bob', 'say'],
    ['cat', 'say'],
  ],
  // Of those who go and come back: without what was said before, and with it.
  [
    ['dan', 'quit'],
    ['eve', 'say'],
    ['dan', 'say'],
    ['ann', 'dismiss', 'cat'],
  ],
  [
    ['ann', 'add', 'cat'],
    ['ann', 'add', 'dan'],
    ['cat', 'say'],
    ['ann', 'history'],
  ],
  [
    ['ann', 'dismiss', 'dan'],
    ['bob', 'say'],
    ['ann', 'add', 'dan'],
    ['dan', 'say'],
    ['eve', 'read'],
  ],
  // What ends, also behind the block and the mutes. What has expired is gone before its job has come.
  [
    ['ann', 'expire', 0],
    ['ann', 'expire', 5],
    ['ann', 'remove', 0],
  ],
  [
    ['ann', 'sweep'],
    ['cat', 'wave', 1],
    ['dan', 'wave', 1],
    ['bob', 'wave', 4],
    ['cat', 'remove', 1],
    ['ann', 'hide', 0],
    ['ann', 'hide', 3],
  ],
  [
    ['ann', 'show', 0],
    ['ann', 'show', 0],
    ['bob', 'remove', 2],
  ],
  // The block and the mutes end: what lies behind them is back, without what ended meanwhile.
  [
    ['ann', 'block', 'bob'],
    ['cat', 'mute', 'ann'],
    ['dan', 'mute', 'bob'],
  ],
  [
    ['ann', 'post'],
    ['bob', 'comment', 4],
    ['cat', 'comment', 4],
    ['bob', 'react', 4],
    ['bob', 'say'],
  ],
  // Those from before a block and a mute, and the other direction.
  [
    ['bob', 'block', 'ann'],
    ['ann', 'mute', 'cat'],
    ['cat', 'comment', 4],
    ['cat', 'react', 4],
  ],
  [
    ['ann', 'dismiss', 'bob'],
    ['ann', 'add', 'bob'],
    ['cat', 'block', 'dan'],
    ['dan', 'mute', 'cat'],
    ['dan', 'say'],
    ['eve', 'wave', 5],
  ],
  [
    ['ann', 'hide', 4],
    ['cat', 'expire', 1],
    ['eve', 'block', 'bob'],
  ],
  [
    ['ann', 'show', 0],
    ['ann', 'say'],
    ['ann', 'sweep'],
  ],
  // Accounts end: of somebody behind a block, and of somebody muted.
  [['bob', 'erase']],
  [
    ['eve', 'post'],
    ['eve', 'say'],
    ['dan', 'quit'],
    ['ann', 'comment', 5],
  ],
  [['cat', 'erase']],
]
