import { useState } from 'react'
import type { ChangeEvent } from 'react'
import { useWrite } from '#client/live/use-write.ts'
import type { Write } from '#client/live/use-write.ts'

/**
 * The props of a Switch that is saved at once. It shows what was chosen until the server has answered.
 * `isSaved` is undefined until the server's state is known; the switch is disabled before.
 */
export function useSavedSwitch(isSaved: boolean | undefined, save: (on: boolean) => Write<unknown>) {
  const { pending, run } = useWrite()
  const [chosen, setChosen] = useState(false)
  return {
    checked: pending ? chosen : (isSaved ?? false),
    pending,
    disabled: isSaved === undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setChosen(target.checked)
      void run(save(target.checked))
    },
  }
}
