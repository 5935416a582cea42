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

/** People whose posts and comments the viewer does not see. */
export const hides = (viewer: Viewer | null, authorId: string): boolean =>
  viewer !== null && (viewer.blocked.has(authorId) || viewer.muted.has(authorId))
