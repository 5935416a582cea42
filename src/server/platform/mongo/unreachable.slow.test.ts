import { afterEach, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { connectStore, disconnectStore } from './connect.ts'

afterEach(disconnectStore)

// It waits for the server as long as a start does.
it('an unreachable server gives a message with the address and without the password', async () => {
  const port = await freePort()
  const failing = connectStore(
    `mongodb://king:secret@127.0.0.1:${port}/royal-flush?replicaSet=rs0&authSource=admin`,
  )
  await expect(failing).rejects.toThrow(`The MongoDB at 127.0.0.1:${port} cannot be reached`)
  await expect(failing).rejects.not.toThrow('secret')
})
