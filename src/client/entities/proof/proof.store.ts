import { create } from 'zustand'
import { onProofNeeded } from '#client/live/http.ts'
import { onReset } from '#client/live/registry.ts'

/** Whether the person is being asked to prove who they are. */
export const useProof = create<{ wanted: boolean }>(() => ({ wanted: false }))

let waiting: ((proven: boolean) => void)[] = []

// Calls that are refused at the same time wait for the same answer.
onProofNeeded(() => {
  useProof.setState({ wanted: true })
  return new Promise((resolve) => waiting.push(resolve))
})

/** The person has proven it, or does not want to. */
export function endProof(proven: boolean): void {
  const told = waiting
  waiting = []
  useProof.setState({ wanted: false })
  for (const tell of told) tell(proven)
}

onReset(() => endProof(false))
