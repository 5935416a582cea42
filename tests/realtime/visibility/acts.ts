import type { Random } from '../support/random.ts'
import { add, dismiss, erase, history, quit, relate } from './acts-between-people.ts'
import {
  comment,
  expire,
  hide,
  post,
  react,
  read,
  remove,
  say,
  show,
  sweep,
  wave,
} from './acts-of-writers.ts'
import type { Doing, Params } from './doing.ts'
import { NAMES, type Name } from './model.ts'

const mute = relate('mute')
const block = relate('block')
const DOINGS = {
  post,
  comment,
  react,
  remove,
  hide,
  show,
  say,
  wave,
  read,
  expire,
  sweep,
  mute,
  block,
  add,
  dismiss,
  quit,
  history,
  erase,
} satisfies Record<string, Doing>

export type Deed = keyof typeof DOINGS

/** One call at one of the two processes, of which the model says what it changes and whether it is refused. */
export interface Act extends Params {
  readonly deed: Deed
}

export const doingOf = ({ deed }: Act): Doing => DOINGS[deed]

export const textOf = ({ deed, by, other, at, side }: Act): string =>
  `${deed}(${by}, ${other}, ${at}, ${side})`

const OFTEN: readonly Deed[] = ['post', 'comment', 'comment', 'say', 'say', 'block', 'block', 'mute', 'mute']
const SOMETIMES: readonly Deed[] = ['react', 'wave', 'read', 'remove', 'hide', 'show', 'expire', 'sweep']
const OF_THE_GROUP: readonly Deed[] = ['add', 'add', 'dismiss', 'quit', 'history']
/** Mostly of the kinds that other acts depend on; an account is deleted seldom. */
const CHOICE = [
  ...OFTEN,
  ...OFTEN,
  ...SOMETIMES,
  ...OF_THE_GROUP,
  ...SOMETIMES,
  ...OF_THE_GROUP,
  'erase',
] as const

/** Any act; the model may have no place for it at that moment. */
export const randomAct = (random: Random): Act => ({
  deed: random.pick(CHOICE),
  by: random.pick(NAMES),
  other: random.pick(NAMES),
  at: random.below(12),
  side: random.pick([0, 1] as const),
})

/** An act of the covering sequence: who does what, and to whom or to which writing. */
export type Step = readonly [by: Name, deed: Deed, to?: Name | number]

/** `turn`: the processes take turns. */
export const actOf = ([by, deed, to = 0]: Step, turn: number): Act => ({
  deed,
  by,
  other: typeof to === 'string' ? to : by,
  at: typeof to === 'number' ? to : 0,
  side: turn % 2 === 0 ? 0 : 1,
})
