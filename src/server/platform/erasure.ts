/** Somebody whose account is gone, as far as what is left of them has to be found by it. */
export interface ErasedPerson {
  readonly id: string
  readonly handle: string
  readonly email: string
}

/** How to go about it. */
export interface ErasureRun {
  /** Throws between two portions of work when somebody else has taken it over. */
  readonly signal: AbortSignal
  /**
   * What was under way when the account went has ended: nothing of this person is written any more. Before
   * that, a thing that others still reach by the person's id keeps it.
   */
  readonly last: boolean
}

/** Removes a person's part of what a feature keeps. Doing it again finds nothing more. */
export type Erase = (person: ErasedPerson, run: ErasureRun) => Promise<void>

/** Things removed before the lease is looked at. */
export const PORTION = 500
