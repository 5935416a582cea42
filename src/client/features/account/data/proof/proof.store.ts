import { createStore } from '#client/live/create-store.ts'
import type { ProofInput, ProofView } from '#contract/account.second-factor.ts'
import { api, onProofNeeded } from '#client/live/http.ts'
import { onReset } from '#client/live/registry.ts'

/** Whether the person is being asked to prove who they are. */
export const useProof = createStore<{ wanted: boolean }>(() => ({ wanted: false }))

let waiting: ((proven: boolean) => void)[] = []

// Calls that are refused at the same time wait for the same answer.
onProofNeeded(() => {
  useProof.setState({ wanted: true })
  return new Promise((resolve) => waiting.push(resolve))
})

/** The person has proved their identity, or cancelled. */
export function endProof(proven: boolean): void {
  const waiters = waiting
  waiting = []
  useProof.setState({ wanted: false })
  for (const tell of waiters) tell(proven)
}

onReset(() => endProof(false))

/** How the person can prove who they are. Throws ApiError. */
export const fetchProofWays = () => api.get<ProofView>('/api/auth/proof')

/** Throws ApiError: 400 for a wrong proof, 429 for too many. */
export const postProof = (input: ProofInput) => api.post<undefined>('/api/auth/proof', input)

/**
 * Asks for a proof if the last one is too old, before a download that the browser itself starts. Throws
 * ApiError.
 */
export const assureProof = () => api.get<undefined>('/api/auth/proof/recent')
