import type { ProofInput, ProofView } from '#contract/proof.ts'
import { api } from '#client/live/http.ts'

/** How the person can prove who they are. Throws ApiError. */
export const fetchProofWays = () => api.get<ProofView>('/api/auth/proof')

/** Throws ApiError: 400 for a wrong proof, 429 for too many. */
export const postProof = (input: ProofInput) => api.post<undefined>('/api/auth/proof', input)

/** Asks for a proof if the last one is too old, before something that the browser itself will fetch. Throws ApiError. */
export const assureProof = () => api.get<undefined>('/api/auth/proof/recent')
