import { expect } from 'vitest'
import type { Caller, Reply } from '#tests/support/http-client.ts'
import type { Name, World, Writing } from './model.ts'
import type { Cast } from './stage.ts'

/** Whom and what a call is about. */
export interface Params {
  readonly by: Name
  readonly other: Name
  /** Which of the writings it is about, counted anew from the start after the last one. */
  readonly at: number
  readonly side: 0 | 1
}

/** A kind of call: when the model has a place for it, and what it does at the server and in the model. */
export interface Doing {
  readonly name: string
  readonly when: (world: World, params: Params) => boolean
  readonly run: (world: World, params: Params, cast: Cast) => Promise<void>
}

export const caller = ({ actors }: Cast, { by, side }: Params): Caller => actors.get(by)!.at[side]
export const idOf = ({ actors }: Cast, name: Name): string => actors.get(name)!.id
export const target = <T>(from: readonly T[], { at }: Params): T | undefined => from[at % from.length]

/** The call is done as the model says, or refused as it says. */
export function answered(what: string, { status, text }: Reply<unknown>, isAllowed: boolean): void {
  expect(status < 300, `${what}: ${status} ${text}`).toBe(isAllowed)
  expect(status, `${what}: ${text}`).toBeLessThan(500)
}

/** Writes something new, if the model allows it. */
export async function write(
  world: World,
  cast: Cast,
  writing: Omit<Writing, 'word' | 'state'>,
  call: (text: string) => Promise<Reply<{ id: string; seq?: number }>>,
  isAllowed: boolean,
): Promise<void> {
  const word = `${writing.kind}${cast.common.slice(6)}x${world.writings.length}x`
  const answer = await call(`${cast.common} ${word}`)
  answered(word, answer, isAllowed)
  if (!isAllowed) return
  cast.ids.set(word, answer.body.id)
  if (answer.body.seq !== undefined) cast.seqs.set(answer.body.seq, word)
  world.writings.push({ ...writing, word, state: 'there' })
}
