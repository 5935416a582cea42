import { LIMITS } from '#contract/limits.ts'
import type { TextVersionView } from '#contract/primitives.ts'

/** A text that stood before an edit. */
export interface TextVersion {
  text: string
  /** Since when it stood. */
  at: Date
}

/**
 * The versions of a text that is being edited, with its present one. Of many the first stays, so that nobody can
 * edit away what people reacted to.
 */
export function withVersion(earlier: readonly TextVersion[], present: TextVersion): TextVersion[] {
  const [first, ...later] = earlier
  return first ? [first, ...[...later, present].slice(1 - LIMITS.textVersions)] : [present]
}

/** Newest first. */
export const presentVersions = (versions: readonly TextVersion[]): TextVersionView[] =>
  versions.map(({ text, at }) => ({ text, at: at.toISOString() })).toReversed()
