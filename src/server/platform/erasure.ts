/** The deleted account: what is needed to find its data. */
export interface ErasedPerson {
  readonly id: string
  readonly handle: string
  readonly email: string
  /** Whether the person had shown that the address is theirs. */
  readonly isConfirmed: boolean
}

/** How to erase. */
export interface ErasureRun {
  /** Call it between two portions of work: throws when another process has taken over the erasure. */
  readonly signal: AbortSignal
  /**
   * True when everything that ran at the deletion has ended: nothing of this person is written any more.
   * Until then, things that others still find by the person's id keep it.
   */
  readonly last: boolean
}

/** Erases a person's data of one feature. Can run again. */
export type Erase = (person: ErasedPerson, run: ErasureRun) => Promise<void>

/** Things erased between two checks of the lease. */
export const ERASURE_PORTION = 500
