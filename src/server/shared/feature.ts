import type { ReportTarget } from '#contract/moderation.constants.ts'
import type { Erase } from '#server/platform/erasure.ts'
import type { RouteSpec } from '#server/platform/http/route.ts'
import type { ModeratedKind, Release } from './moderated.ts'
import type { KeyPurpose } from '#server/platform/key-derivation.ts'
import type { IndexedModel } from '#server/platform/mongo/indexes.ts'
import type { Resealed } from '#server/platform/sealed.ts'

/** One thing of an export: plain values, dates as such. */
export type ExportedThing = Record<string, unknown>

/** A list in a person's export. */
export interface ExportSection {
  /** Its heading on the export's page. */
  readonly title: string
  /** Reads the list of the person with this id while it is written. */
  readonly rows: (userId: string) => AsyncIterable<object>
  /** Each row has the `userId` of another person; the export shows a handle and a name in its place. */
  readonly ofPeople?: true
}

/** Something that a domain keeps encrypted. */
interface SealedThings {
  /** In the plural. */
  readonly title: string
  /** Encrypts all of it with the newest key, in portions. May be stopped at any time and run again. */
  readonly reseal: () => Promise<Resealed>
}

/** What a domain brings into the server. This is the only place where a domain registers anything. */
export interface Feature {
  readonly name: string
  readonly routes?: readonly RouteSpec[]
  /** Models whose indexes are made at start. */
  readonly collections?: readonly IndexedModel[]
  /** Start to listen on the bus, in this order; each returns the function that stops it. */
  readonly listeners?: readonly (() => () => void)[]
  /** Remove what the domain keeps of a person, in this order. */
  readonly erases?: readonly Erase[]
  /**
   * The same for what decides who may see a person's things, such as blocks: after the `erases` of all
   * domains.
   */
  readonly erasesLast?: readonly Erase[]
  /** Lists in a person's export, by the name they have there. */
  readonly exports?: Readonly<Record<string, ExportSection>>
  /** What is encrypted with keys of SESSION_SECRET. */
  readonly seals?: Partial<Record<KeyPurpose, SealedThings>>
  /** Things that can be reported. */
  readonly moderates?: Partial<Record<ReportTarget, ModeratedKind>>
  /** Writings that may wait for review, and how they are published afterwards. */
  readonly releases?: Readonly<Record<string, Release>>
}

let features: readonly Feature[] = []

/** Called once, when the server starts. */
export const registerFeatures = (all: readonly Feature[]): void => void (features = all)

/** For platform and domains that serve all domains: erasure and export of a person's data. */
export const registeredFeatures = (): readonly Feature[] => features

/** Throws for a kind that no domain moderates. */
export function moderatedKind(kind: ReportTarget): ModeratedKind {
  const found = features.flatMap(({ moderates }) => moderates?.[kind] ?? [])[0]
  if (!found) throw new Error(`No domain moderates ${kind}`)
  return found
}
