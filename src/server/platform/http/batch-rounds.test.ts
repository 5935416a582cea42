import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { expect, it } from 'vitest'
import { inRounds } from './batch.ts'

it('[L102] batches that come while one is being answered go on together, once it is answered', async () => {
  const rounds = inRounds()
  const goneOn: string[] = []
  const come = (name: string) => {
    const res = new EventEmitter()
    void rounds({} as Request, res as Response, () => void goneOn.push(name))
    return res
  }
  const first = come('first')
  await nextTurn()
  await nextTurn()
  come('second')
  await nextTurn()
  come('third')
  await nextTurn()
  expect(goneOn).toEqual(['first'])
  // Complete, and not yet read by its client.
  first.emit('prefinish')
  await nextTurn()
  await nextTurn()
  expect(goneOn).toEqual(['first', 'second', 'third'])
})
