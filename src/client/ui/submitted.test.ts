import type { FormEvent } from 'react'
import { expect, it } from 'vitest'
import { submitted } from './submitted.ts'

it('a form is sent by code alone: the browser opens no page', () => {
  const event = new Event('submit', { cancelable: true })
  let sent = 0
  submitted(() => (sent += 1))(event as unknown as FormEvent)
  expect([sent, event.defaultPrevented]).toEqual([1, true])
})
