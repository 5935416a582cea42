import { notFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'

declare module '#server/platform/viewer.ts' {
  interface Viewer {
    /** People with a block between them and the viewer, in either direction. */
    readonly blocked: ReadonlySet<string>
    /** Those among them who block the viewer and whom the viewer does not block: for the viewer they do not exist. */
    readonly blockedBy: ReadonlySet<string>
    /** People the viewer has muted. */
    readonly muted: ReadonlySet<string>
  }
}

/** The sets of a viewer that hide something. */
type HidingSet = 'blocked' | 'blockedBy' | 'muted'

/** Everybody in whose set of this name the person is. */
export interface Hiding {
  readonly set: HidingSet
  readonly personId: string
}

/** The kinds of things that not everybody may see, and that are pushed. */
export type Kind = 'post' | 'comment' | 'message'

/**
 * Who may see a thing of one kind: the fields of it that name a person, each with the set of a viewer in which that
 * person must not be. Reads ask it for a viewer (`sees`), pushes for an audience (`hiddenFrom`).
 */
export type Rule<Field extends string> = readonly (readonly [Field, HidingSet])[]

declare const passed: unique symbol

/** A thing that has passed its rule for the viewer to whom it is presented: types alone, nothing is added to it. */
export type Visible<Thing> = Thing & { readonly [passed]: true }

/** The rule of a kind for one thing: those who do not see it. */
export type HiddenFrom<K extends Kind> = readonly Hiding[] & { readonly [passed]: K }

type Id = string | { toHexString(): string }
const textOf = (id: Id): string => (typeof id === 'string' ? id : id.toHexString())

/** Whether the viewer sees a thing. Only the policy of a kind calls it. */
export const sees = <Field extends string, Thing extends Readonly<Record<Field, Id>>>(
  viewer: Viewer | null,
  rule: Rule<Field>,
  thing: Thing,
): thing is Visible<Thing> =>
  viewer === null || rule.every(([field, set]) => !viewer[set].has(textOf(thing[field])))

/** The same rule for a push. Only the policy of a kind calls it. */
export const hiddenFrom = <K extends Kind, Field extends string>(
  rule: Rule<Field>,
  thing: Readonly<Record<Field, string>>,
): HiddenFrom<K> =>
  rule.map(([field, set]): Hiding => ({ set, personId: thing[field] })) as unknown as HiddenFrom<K>

/** What somebody wrote themselves, which they always see. Throws 404 for anything else. */
export function ownThing<Thing extends { readonly authorId: Id }>(
  viewer: Viewer,
  thing: Thing,
): Visible<Thing> {
  if (textOf(thing.authorId) !== viewer.id) throw notFound()
  return thing as Visible<Thing>
}

/** People whose posts and comments the viewer does not see in lists. */
export const hides = (viewer: Viewer | null, authorId: string): boolean =>
  viewer !== null && (viewer.blocked.has(authorId) || viewer.muted.has(authorId))
