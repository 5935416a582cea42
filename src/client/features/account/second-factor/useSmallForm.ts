import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { sentenceOf } from '#client/live/http.ts'

/**
 * A form of one or two fields: one submission at a time, and the server's error sentence. `send` gets the
 * form.
 */
export function useSmallForm(send: (form: HTMLFormElement) => Promise<void>) {
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const run = async (form: HTMLFormElement) => {
    setPending(true)
    setError(undefined)
    try {
      await send(form)
    } catch (refusal) {
      setError(sentenceOf(refusal, 'That did not work. Please try again.'))
    } finally {
      setPending(false)
    }
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!pending) void run(event.currentTarget)
  }
  return { error, pending, onSubmit }
}
