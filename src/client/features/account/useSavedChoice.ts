import { useId } from 'react'
import type { ChangeEvent } from 'react'
import { createOverlay } from '#client/live/overlay.ts'
import { runWrite } from '#client/live/use-write.ts'
import type { Write } from '#client/live/use-write.ts'

/** By control. */
const choices = createOverlay<unknown>()

/** A control that is saved at once. It shows what was chosen until the server has answered. */
export function useSavedChoice<V>(saved: V, save: (value: V) => Write<unknown>) {
  const id = useId()
  const chosen = choices.useValue(id)
  return {
    value: chosen === undefined ? saved : (chosen as V),
    pending: chosen !== undefined,
    choose: (value: V) => void choices.set(id, value, (next) => runWrite(save(next as V))),
  }
}

/**
 * The props of a Switch that is saved at once. `isSaved` is undefined until the server's state is known; the switch is
 * disabled before.
 */
export function useSavedSwitch(isSaved: boolean | undefined, save: (on: boolean) => Write<unknown>) {
  const { value, pending, choose } = useSavedChoice(isSaved ?? false, save)
  return {
    checked: value,
    pending,
    disabled: isSaved === undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => choose(target.checked),
  }
}
